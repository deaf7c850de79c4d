import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { ROUTE_BUDGET_BYTES, type RouteSize, routeSizes } from '../../route-sizes.ts';
import { DIST, filesOf, readBuiltRelease } from '../built-release.ts';
import { CommandFailed, messageOf } from '../command-failed.ts';
import { defineCommand } from '../command.ts';
import { loadRelease } from '../load-release.ts';
import { sizeText } from '../progress.ts';
import { untilAborted } from '../until-aborted.ts';

export const build = defineCommand({
  summary: `builds the release into ${DIST}/ and says what each route weighs`,
  usage: 'build',
  options: {},
  async run({ folder, progress, signal }) {
    // Says what is wrong with the folder in words of its own.
    const { name } = await loadRelease(folder);
    progress.step(`Building ${name}`);
    await untilAborted(buildRemote(folder), signal);
    const { release, dist } = await readBuiltRelease(folder);
    const routes = await routeSizes(dist, release);
    const bytes = filesOf(release).reduce((sum, file) => sum + file.bytes, 0);
    return {
      lines: [
        `${release.name} ${release.version} is built: ${filesOf(release).length} files, ${sizeText(bytes)}, in ${DIST}/.`,
        `Each route with what it needs, compressed; the budget is ${sizeText(ROUTE_BUDGET_BYTES)}:`,
        ...routes.map(routeLine),
      ],
      data: { name: release.name, version: release.version, routes, budget: ROUTE_BUDGET_BYTES },
    };
  },
});

/** @throws CommandFailed (1) with what the bundler says */
async function buildRemote(folder: string): Promise<void> {
  const configFile = join(folder, 'vite.config.ts');
  if (!existsSync(configFile))
    throw new CommandFailed(2, `${folder} has no vite.config.ts: remote-kit create NAME makes one to copy.`);
  const vite = await import('vite');
  try {
    await vite.build({
      root: folder,
      configFile,
      configLoader: 'runner',
      logLevel: 'error',
      mode: 'production',
    });
  } catch (error) {
    const message = stripVTControlCharacters(messageOf(error)).trim();
    throw new CommandFailed(1, `The build failed: ${message}`, { cause: error });
  }
}

const routeLine = ({ path, bytes }: RouteSize): string =>
  `  ${path}  ${sizeText(bytes)}${bytes > ROUTE_BUDGET_BYTES ? ', over the budget: check refuses it' : ''}`;
