import { build, type Plugin } from 'vite';
import { inRepository, presentRemotes } from '../workspace.ts';

/**
 * The baseline: host and remotes in one Vite build, screens as lazy routes. The same sources but for one module:
 * where the host would load a remote through federation, this build has it.
 * @returns the folder of the build
 */
export async function buildMonolith(): Promise<string> {
  const outDir = inRepository('node_modules/.cache/bench/monolith');
  const imports = presentRemotes().map(({ name, folder }) => ({ name, activity: inRepository(folder, 'src/activity.ts') }));
  const withoutFederation: Plugin = {
    name: 'without-federation',
    enforce: 'pre',
    load(id) {
      if (!id.endsWith('/host/src/remotes/federation.ts')) return null;
      return [
        ...imports.map(({ name, activity }) => `import ${name} from ${JSON.stringify(activity)};`),
        `const activities = { ${imports.map(({ name }) => name).join(', ')} };`,
        'export const createFederation = () => ({',
        "  loadActivity: (name) => Promise.resolve({ default: activities[Object.keys(activities).find((known) => name.startsWith(known))] }),",
        '});',
      ].join('\n');
    },
  };
  await build({
    root: inRepository('host'),
    configFile: inRepository('host/vite.config.ts'),
    configLoader: 'runner',
    logLevel: 'error',
    plugins: [withoutFederation],
    build: { outDir, emptyOutDir: true },
  });
  return outDir;
}
