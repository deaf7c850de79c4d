import { createInstance, type ModuleFederationRuntimePlugin } from '@module-federation/runtime';
import injectExternalRuntimeCore from '@module-federation/vite/injectExternalRuntimeCorePlugin';
import type { RemoteEntry } from './federation.ts';
import { hostModules, REACT_VERSION } from './host-modules.ts';

/**
 * For containers that the federation plugin generates: shares React by value (`lib`, no request), and the runtime's
 * core. A remote's later addresses are registered as `draw~1`, `draw~2`: replacing a registration (`force`) would
 * destroy the runtime instance of a mounted screen.
 */
export function createRuntime(plugins: ModuleFederationRuntimePlugin[] = []) {
  const host = createInstance({
    name: 'host',
    remotes: [],
    shared: Object.fromEntries(Object.entries(hostModules).map(([name, library]) => [name, shareByValue(library)])),
    shareStrategy: 'loaded-first', // the default loads every registered remote before the first share
    plugins: [injectExternalRuntimeCore() as ModuleFederationRuntimePlugin, ...plugins], // its declared type is too narrow
  });
  const addresses = new Map<string, number>();
  return {
    importActivity({ name, entry }: RemoteEntry): Promise<unknown> {
      const count = addresses.get(name) ?? 0;
      addresses.set(name, count + 1);
      const registered = count === 0 ? name : `${name}~${count}`;
      host.registerRemotes([{ name: registered, entry, type: 'module' }]);
      return host.loadRemote(`${registered}/activity`);
    },
  };
}

function shareByValue(library: object) {
  const shareConfig = { singleton: true, requiredVersion: `^${REACT_VERSION}` };
  return { version: REACT_VERSION, lib: () => library, shareConfig };
}
