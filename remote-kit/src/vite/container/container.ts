type SharedModule = Readonly<Record<string, unknown>>;
type Factory = () => SharedModule | Promise<SharedModule>;

/**
 * Providers by module name and version, as the federation runtime and webpack register them. `import: false` marks
 * another remote's entry for a module that it takes from the host as well.
 */
export type ShareScope = Record<string, Record<string, Provider>>;
type Provider = { get: () => Factory | Promise<Factory>; loaded?: boolean | 1; shareConfig?: { import?: unknown } };

/** What the generated modules of shared names export. */
export const hostModules: Record<string, SharedModule> = {};

/**
 * The container of a remote that bundles none of the shared modules: `init` takes them from the host's share scope,
 * `get` loads what the remote exposes.
 */
export function createContainer(shared: readonly string[], exposes: Record<string, () => Promise<object>>) {
  let initialized: Promise<unknown> | undefined;
  return {
    /** @throws when the host lacks a shared module */
    init(scope: ShareScope = {}): Promise<unknown> {
      initialized = Promise.all(shared.map(async (name) => (hostModules[name] = await take(name, scope[name]))));
      return initialized;
    },
    /** @throws when nothing is exposed by this name */
    async get(name: string): Promise<() => unknown> {
      await initialized;
      const load = exposes[name];
      if (!load) throw new Error(`The remote does not expose ${name}.`);
      // Hosts of other bundlers tell a module with a default export by this name.
      const module = Object.defineProperty({ ...(await load()) }, '__esModule', { value: true });
      return () => module;
    },
  };
}

/** Prefers the loaded copy, which the page uses. With none loaded, takes the first: hosts register before remotes. */
async function take(name: string, versions: ShareScope[string] = {}): Promise<SharedModule> {
  const providers = Object.values(versions).filter(({ shareConfig }) => shareConfig?.import !== false);
  const provider = providers.find(({ loaded }) => loaded) ?? providers[0];
  if (!provider) throw new Error(`The host does not share ${name}: add it to the shared modules of the host.`);
  const factory = await provider.get();
  const module = await factory();
  // Some bundlers export a CommonJS module as `default` only.
  return Object.keys(module).join() === 'default' ? (module['default'] as SharedModule) : module;
}
