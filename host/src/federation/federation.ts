import * as v from 'valibot';
import { hostModules, REACT_VERSION } from './host-modules.ts';

/** The host's only interface to federation. */
export type FederationPort = ReturnType<typeof createFederation>;

/** `entry`: absolute address of the entry module. `runtimeFree`: as in the registry. */
export type RemoteEntry = { name: string; entry: string; runtimeFree?: boolean | undefined };

const containerSchema = v.object({ init: v.function(), get: v.function() });

/** By module name and version, as every container of Module Federation takes it. */
const shareScope = Object.fromEntries(
  Object.entries(hostModules).map(([name, library]) => [
    name,
    { [REACT_VERSION]: { get: async () => () => library, loaded: 1, from: 'host', shareConfig: { singleton: true } } },
  ]),
);

/** Loads activities by the containers that need no federation runtime (docs/decisions/0002-federation.md). */
export function createFederation(importEntry = (entry: string): Promise<unknown> => import(/* @vite-ignore */ entry)) {
  const loads = new Map<string, Promise<unknown>>();
  const loadBare = async ({ entry }: RemoteEntry): Promise<unknown> => {
    const container = v.parse(containerSchema, await importEntry(entry));
    await container.init(shareScope);
    return v.parse(v.function(), await container.get('./activity'))();
  };
  return {
    /**
     * Once per address and page unless it fails, without a time limit (`load-screen.ts`).
     * @param load another way, for a container that needs more
     */
    importActivity(remote: RemoteEntry, load: (remote: RemoteEntry) => Promise<unknown> = loadBare): Promise<unknown> {
      const { entry } = remote;
      const earlier = loads.get(entry);
      if (earlier) return earlier;
      const loading = load(remote);
      loads.set(entry, loading);
      loading.catch(() => loads.delete(entry));
      return loading;
    },
  };
}
