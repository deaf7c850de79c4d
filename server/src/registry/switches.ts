import { switchStateOf, type Switches } from '@fridge/shared-contracts/page';
import type { RegistryDocument } from './registry-document.ts';
import type { ResolvedRegistry } from './resolve-registry.ts';

/** @param resolved for each host whose pages may be open: their stable releases and canaries are in force */
export function switchesOf(
  document: RegistryDocument,
  resolved: readonly Pick<ResolvedRegistry, 'registry' | 'canaries'>[],
): Switches {
  const switches = Object.entries(document.remotes).map(([name, decision]): [string, Switches['remotes'][string]] => {
    const entries = resolved.flatMap(({ registry, canaries }) => [registry.remotes[name], canaries[name]?.entry]);
    const releases = new Set(entries.flatMap((entry) => entry?.version ?? []));
    return [name, { state: switchStateOf(decision), releases: [...releases] }];
  });
  return { remotes: Object.fromEntries(switches) };
}
