import { createInstance, type ModuleFederationRuntimePlugin } from '@module-federation/runtime';
import injectExternalRuntimeCore from '@module-federation/vite/injectExternalRuntimeCorePlugin';
import * as React from 'react';
import * as jsxRuntime from 'react/jsx-runtime';

/** A remote, and the absolute address of the entry module to load it from. */
export type RemoteAddress = { name: string; entry: string };

/** Loads what remotes expose. The rest of the host knows federation by this port alone. */
export interface FederationPort {
  /** Each entry address is loaded once in a page's life, with one outcome. Not bounded (`load-screen.ts`). */
  loadActivity(remote: RemoteAddress): Promise<unknown>;
}

/**
 * The Module Federation host. It shares its React by value (`lib`, so that nothing is loaded to share it) and hands its
 * runtime core to the remotes, which carry neither (docs/decisions/0002-federation.md).
 *
 * The first address of a remote is registered by the remote's name. A retry and a later release have other addresses;
 * those are registered as `draw~1`, `draw~2`: replacing a registration (`force`) would tear down the runtime instance
 * of a screen that is still mounted.
 * @param plugins runtime plugins; they see every load
 */
export function createFederation(plugins: ModuleFederationRuntimePlugin[] = []): FederationPort {
  const host = createInstance({
    name: 'host',
    remotes: [],
    shared: { react: shareByValue(React), 'react/jsx-runtime': shareByValue(jsxRuntime) },
    shareStrategy: 'loaded-first', // the default asks every registered remote before the first share is used
    plugins: [injectExternalRuntimeCore() as ModuleFederationRuntimePlugin, ...plugins], // it returns what it is given, which its own type narrows
  });
  const loads = new Map<string, Promise<unknown>>();
  const addresses = new Map<string, number>();
  const load = ({ name, entry }: RemoteAddress) => {
    const earlier = addresses.get(name) ?? 0;
    addresses.set(name, earlier + 1);
    const registered = earlier === 0 ? name : `${name}~${earlier}`;
    host.registerRemotes([{ name: registered, entry, type: 'module' }]);
    return host.loadRemote(`${registered}/activity`);
  };
  return {
    loadActivity(remote) {
      const loading = loads.get(remote.entry) ?? load(remote);
      loads.set(remote.entry, loading);
      return loading;
    },
  };
}

function shareByValue(library: object) {
  const shareConfig = { singleton: true, requiredVersion: `^${React.version}` };
  return { version: React.version, lib: () => library, shareConfig };
}
