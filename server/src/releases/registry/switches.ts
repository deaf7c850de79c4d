import { type Registry, switchStateOf, type Switches } from '@fridge/shared-contracts/page';
import { type Content, contentOf } from '../../host-origin/content.ts';
import type { RegistryDocument } from './registry-document.ts';
import type { ResolvedRegistry } from './resolve-registry.ts';

/**
 * @param remotes with their switches
 * @param resolved for each host whose pages may be open: their stable releases and canaries are in force
 */
export function switchesOf(
  remotes: (RegistryDocument | Registry)['remotes'],
  resolved: readonly Pick<ResolvedRegistry, 'registry' | 'canaries'>[],
): Content {
  const switches = Object.entries(remotes).map(([name, decision]): [string, Switches['remotes'][string]] => {
    const entries = resolved.flatMap(({ registry, canaries }) => [registry.remotes[name], canaries[name]?.entry]);
    const releases = new Set(entries.flatMap((entry) => entry?.version ?? []));
    return [name, { state: switchStateOf(decision), releases: [...releases] }];
  });
  return contentOf(JSON.stringify({ remotes: Object.fromEntries(switches) } satisfies Switches));
}
