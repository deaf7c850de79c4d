import { join } from 'node:path';
import { filesOf, readBuiltRelease, routeBytes } from '../../stage/built-release.ts';
import { buildRemote } from '../build-remote.ts';
import { DIST } from '../publishable-release.ts';
import { defineCommand } from '../command.ts';
import { loadRelease } from '../load-release.ts';
import { sizeText } from '../progress.ts';
import { readRemoteSettings } from '../remote-settings.ts';
import { untilAborted } from '../until-aborted.ts';

export const build = defineCommand({
  summary: `builds the release into ${DIST}/ and says what each route weighs`,
  options: {},
  async run({ folder, progress, signal }) {
    // Says what is wrong with the folder in words of its own.
    const { name } = await loadRelease(folder);
    const { sizeBudget: budget } = await readRemoteSettings(folder);
    progress.step(`Building ${name}`);
    await untilAborted(buildRemote(folder, join(folder, DIST)), signal);
    const built = await readBuiltRelease(join(folder, DIST));
    const { release } = built;
    const routes = release.routes.map(({ path }) => ({ path, bytes: routeBytes(built, path) }));
    const files = filesOf(release);
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
    return {
      lines: [
        `${release.name} ${release.version} is built: ${files.length} files, ${sizeText(bytes)}, in ${DIST}/.`,
        `Each route with what it needs, compressed; the budget is ${sizeText(budget)}:`,
        ...routes.map((route) => `  ${route.path}  ${sizeText(route.bytes)}${overBudget(route.bytes, budget)}`),
      ],
      data: { name: release.name, version: release.version, routes, budget },
    };
  },
});

const overBudget = (bytes: number, budget: number): string =>
  bytes > budget ? ', over the budget: check refuses it' : '';
