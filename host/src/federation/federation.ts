import { createInstance } from '@module-federation/runtime';
import {
  CurrentGlobal, getGlobalFederationConstructor, getRegisteredShare, ModuleFederation, setGlobalFederationConstructor, setGlobalFederationInstance,
} from '@module-federation/runtime/core';
import * as React from 'react';
import * as jsxRuntime from 'react/jsx-runtime';

/** Loads what a remote exposes. The loader knows federation by this port alone. */
export interface FederationPort {
  /** @param entry absolute address of the remote's entry module; each address is loaded once in a page's life, with one outcome */
  loadActivity(entry: string): Promise<unknown>;
}

/** What the entry module of a Module Federation container exports. */
type Container = {
  init(shareScope: object, initScope: object[]): unknown;
  get(module: string): Promise<() => unknown>;
};

/** The part of the runtime's core that a container reaches for; of its helpers, one. */
const runtimeCore = {
  CurrentGlobal,
  ModuleFederation,
  getGlobalFederationConstructor,
  setGlobalFederationConstructor,
  setGlobalFederationInstance,
  helpers: { global: {}, share: { getRegisteredShare }, utils: {} },
};

/**
 * The Module Federation host. It hands its own React to the remotes and its runtime core as well, so that a remote
 * carries neither (docs/decisions/0002-federation.md). `lib` and not `get`: nothing is loaded to share it. The entry
 * is imported here and not by the runtime, whose loader of scripts, manifests and snapshots then stays out of the
 * build (`FEDERATION_OPTIMIZE_NO_REMOTE`).
 */
export function createFederation(importEntry: (entry: string) => Promise<unknown> = (entry) => import(/* @vite-ignore */ entry)): FederationPort {
  Object.assign(globalThis, { _FEDERATION_RUNTIME_CORE: runtimeCore });
  const host = createInstance({
    name: 'host',
    remotes: [],
    shared: { react: provide(React), 'react/jsx-runtime': provide(jsxRuntime) },
    shareStrategy: 'loaded-first',
  });
  const loads = new Map<string, Promise<unknown>>();
  const load = async (entry: string) => {
    const container = await importEntry(entry);
    if (!isContainer(container)) throw new TypeError(`${entry} is no container.`);
    await container.init(host.shareScopeMap['default'] ?? {}, []);
    const factory = await container.get('./activity');
    return factory();
  };
  return {
    loadActivity(entry) {
      const loading = loads.get(entry) ?? load(entry);
      loads.set(entry, loading);
      return loading;
    },
  };
}

function provide(library: object) {
  return { version: React.version, lib: () => library, shareConfig: { singleton: true, requiredVersion: `^${React.version}` } };
}

function isContainer(module: unknown): module is Container {
  if (typeof module !== 'object' || module === null || !('init' in module) || !('get' in module)) return false;
  return typeof module.init === 'function' && typeof module.get === 'function';
}
