import { createInstance } from '@module-federation/runtime';
import * as runtimeCore from '@module-federation/runtime/core';
import * as React from 'react';
import * as jsxRuntime from 'react/jsx-runtime';

/** Loads what a remote exposes. The loader knows federation by this port alone. */
export interface FederationPort {
  /**
   * @param name a name no earlier load used: the runtime keeps what it knows by name, failures too
   * @param entry absolute address of the remote's entry module
   */
  loadActivity(name: string, entry: string): Promise<unknown>;
}

/**
 * The Module Federation host. It hands its own React to the remotes and its runtime core as well, so that a remote
 * carries neither (docs/decisions/0002-federation.md). `lib` and not `get`: nothing is loaded to share it.
 */
export function createFederation(): FederationPort {
  Object.assign(globalThis, { _FEDERATION_RUNTIME_CORE: runtimeCore });
  const instance = createInstance({
    name: 'host',
    remotes: [],
    shared: { react: provide(React), 'react/jsx-runtime': provide(jsxRuntime) },
    shareStrategy: 'loaded-first',
  });
  return {
    loadActivity(name, entry) {
      instance.registerRemotes([{ name, entry, type: 'module' }]);
      return instance.loadRemote(`${name}/activity`);
    },
  };
}

function provide(library: object) {
  return { version: React.version, lib: () => library, shareConfig: { singleton: true, requiredVersion: `^${React.version}` } };
}
