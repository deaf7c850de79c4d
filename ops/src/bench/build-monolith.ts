import { resolve } from 'node:path';
import { build, type Plugin } from 'vite';
import { inRepository, presentRemotes } from '../workspace.ts';

/** Exports `createFederation(): { loadActivity({ name }) }`; the host's only federation module. */
const LOADER_PORT = inRepository('host/src/federation/federation.ts');

/**
 * The baseline: one Vite build whose screens are lazy routes; only the module that loads remotes is replaced.
 * @returns the build's folder
 * @throws when the host has no such module
 */
export async function buildMonolith(): Promise<string> {
  const outDir = inRepository('node_modules/.cache/bench/monolith');
  const withoutFederation = replaceLoader();
  await build({
    root: inRepository('host'),
    configFile: inRepository('host/vite.config.ts'),
    configLoader: 'runner',
    logLevel: 'error',
    plugins: [withoutFederation.plugin],
    build: { outDir, emptyOutDir: true },
  });
  if (!withoutFederation.done()) throw new Error(`The host's build doesn't have ${LOADER_PORT}. Name its loader port in ops/src/bench/build-monolith.ts.`);
  return outDir;
}

function replaceLoader(): { plugin: Plugin; done: () => boolean } {
  const imports = presentRemotes().map(({ name, folder }) => ({ name, activity: inRepository(folder, 'src/activity.ts') }));
  const source = [
    ...imports.map(({ name, activity }) => `import ${name} from ${JSON.stringify(activity)};`),
    `const activities = { ${imports.map(({ name }) => name).join(', ')} };`,
    'export const createFederation = () => ({ loadActivity: async ({ name }) => ({ default: activities[name] }) });',
  ].join('\n');
  let done = false;
  const plugin: Plugin = {
    name: 'without-federation',
    enforce: 'pre',
    load(id) {
      if (resolve(id) !== LOADER_PORT) return null;
      done = true;
      return source;
    },
  };
  return { plugin, done: () => done };
}
