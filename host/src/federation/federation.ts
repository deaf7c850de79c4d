import { createInstance, type ModuleFederationRuntimePlugin } from '@module-federation/runtime';
import injectExternalRuntimeCore from '@module-federation/vite/injectExternalRuntimeCorePlugin';
import * as React from 'react';
import * as jsxRuntime from 'react/jsx-runtime';

/** The host's only interface to federation. */
export type FederationPort = ReturnType<typeof createFederation>;

/**
 * Shares React by value (`lib`, no request) and its runtime core (docs/decisions/0002-federation.md). A remote's later
 * addresses are registered as `draw~1`, `draw~2`: replacing a registration (`force`) would destroy the runtime instance
 * of a mounted screen.
 */
export function createFederation(plugins: ModuleFederationRuntimePlugin[] = []) {
  const host = createInstance({
    name: 'host',
    remotes: [],
    shared: { react: shareByValue(React), 'react/jsx-runtime': shareByValue(jsxRuntime) },
    shareStrategy: 'loaded-first', // the default loads every registered remote before the first share
    plugins: [injectExternalRuntimeCore() as ModuleFederationRuntimePlugin, ...plugins], // its declared type is too narrow
  });
  const loads = new Map<string, Promise<unknown>>();
  const addresses = new Map<string, number>();
  return {
    /**
     * Once per address and page unless it fails, without a time limit (`load-screen.ts`).
     * @param remote.entry absolute address of the entry module
     */
    importActivity({ name, entry }: { name: string; entry: string }): Promise<unknown> {
      const earlier = loads.get(entry);
      if (earlier) return earlier;
      const count = addresses.get(name) ?? 0;
      addresses.set(name, count + 1);
      const registered = count === 0 ? name : `${name}~${count}`;
      host.registerRemotes([{ name: registered, entry, type: 'module' }]);
      const loading = host.loadRemote(`${registered}/activity`);
      loads.set(entry, loading);
      loading.catch(() => loads.delete(entry));
      return loading;
    },
  };
}

function shareByValue(library: object) {
  const shareConfig = { singleton: true, requiredVersion: `^${React.version}` };
  return { version: React.version, lib: () => library, shareConfig };
}
