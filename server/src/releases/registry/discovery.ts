import { movedAddress, type RegistryEntry } from '@fridge/shared-contracts/page';
import type { ResolvedRegistry } from './resolve-registry.ts';

/** Frontend Discovery, github.com/awslabs/frontend-discovery. */
const SCHEMA = 'https://github.com/awslabs/frontend-discovery/blob/main/schema/v1-pre.json';

type Deployment = { traffic: number; default: boolean };

/**
 * The registry for other programs: each remote's stable release and its canary. One that is off, or that no page can
 * open, isn't there. `traffic`: of the visitors whom the program knows again; all others get the default.
 */
export function discoveryOf({ registry, canaries }: Pick<ResolvedRegistry, 'registry' | 'canaries'>) {
  const microFrontends = Object.keys({ ...registry.remotes, ...canaries }).flatMap((name) => {
    const [stable, canary] = [registry.remotes[name], canaries[name]];
    if ((stable ?? canary?.entry)?.enabled !== true) return [];
    const traffic = canary?.percent ?? 0;
    const deployed = [
      stable && microFrontend(stable, { traffic: 100 - traffic, default: true }),
      canary && microFrontend(canary.entry, { traffic, default: false }),
    ];
    return [[name, deployed.filter((each) => each !== undefined)] as const];
  });
  return { schema: SCHEMA, microFrontends: Object.fromEntries(microFrontends) };
}

function microFrontend({ entry, version, contract, title, routes, scripts }: RegistryEntry, deployment: Deployment) {
  const own = scripts.find(({ file }) => new URL(file, new URL('.', entry)).href === entry);
  return {
    url: entry,
    fallbackUrl: movedAddress(entry, 1),
    metadata: { integrity: own?.integrity ?? '', version },
    deployment,
    extras: { contract, title, routes: routes.map(({ path }) => path) },
  };
}
