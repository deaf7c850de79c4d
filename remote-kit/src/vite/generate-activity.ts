import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { type ReleaseDefinition, screenModule } from './release-definition.ts';

/** What a container exposes as `./activity`, from the remote's folder. */
export const ACTIVITY_MODULE = './src/activity.ts';

type DeclaredScreens = {
  contract: string;
  routes: readonly Pick<ReleaseDefinition['routes'][number], 'path' | 'screen'>[];
};

/**
 * Provides `src/activity.ts`, the `ActivityModule` of a release with one loader per route, unless the remote has a file
 * of this name.
 * @param release called whenever `release.config.ts` may have changed
 */
export function generateActivity(folder: string, release: () => DeclaredScreens | Promise<DeclaredScreens>): Plugin {
  const file = join(folder, ACTIVITY_MODULE);
  /** Named from the remote's folder, or by its path. */
  const isGenerated = (id: string) => (id === file || join(folder, id) === file) && !existsSync(file);
  return {
    name: 'generate-activity',
    enforce: 'pre',
    resolveId: (id) => (isGenerated(id) ? file : null),
    async load(id) {
      if (!isGenerated(id)) return null;
      this.addWatchFile(join(folder, 'release.config.ts'));
      return activityCode(await release());
    },
  };
}

function activityCode({ contract, routes }: DeclaredScreens): string {
  const screens = routes.map(({ path, screen }) => `${JSON.stringify(path)}: ${loaderOf(screen)}`);
  return `export default { contract: ${JSON.stringify(contract)}, screens: { ${screens.join(', ')} } };`;
}

function loaderOf(screen: string): string {
  const { file, name } = screenModule(screen);
  const load = `import(${JSON.stringify(`../${file}`)})`;
  return name === undefined ? `() => ${load}` : `() => ${load}.then((module) => module.${name})`;
}
