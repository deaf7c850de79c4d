import { join } from 'node:path';
import { sizeText } from '@fridge/shared-contracts/team';
import { judgeForSite } from '../../check/rules/site.ts';
import { filesOf, readBuiltRelease, routeSizesOf } from '../../stage/built-release.ts';
import { buildRemote } from '../build-remote.ts';
import { DIST } from '../publishable-release.ts';
import { defineCommand } from '../command.ts';
import { loadRelease } from '../load-release.ts';
import { readRemoteSettings } from '../remote-settings.ts';
import { untilAborted } from '../until-aborted.ts';

export const build = defineCommand({
  summary: `builds the release into ${DIST}/ and says what each route weighs`,
  options: {},
  async run({ folder, progress, signal }) {
    // Says what is wrong with the folder in words of its own.
    const { name } = await loadRelease(folder);
    const settings = await readRemoteSettings(folder);
    const { sizeBudget: budget } = settings;
    progress.step(`Building ${name}`);
    await untilAborted(buildRemote(folder, join(folder, DIST)), signal);
    const built = await readBuiltRelease(join(folder, DIST));
    const { release } = built;
    const routes = [...routeSizesOf(built)].map(([path, bytes]) => ({ path, bytes }));
    const faults = judgeForSite(built, settings);
    const files = filesOf(release);
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
    return {
      exitCode: faults.length === 0 ? 0 : 1,
      lines: [
        `${release.name} ${release.version} is built: ${files.length} files, ${sizeText(bytes)}, in ${DIST}/.`,
        `Each route with its scripts and styles, gzip; the budget is ${sizeText(budget)}:`,
        ...routes.map((route) => `  ${route.path}  ${sizeText(route.bytes)}`),
        ...faults.flatMap(({ route, what, todo }) => [`✗ ${route ?? release.name}: ${what}`, `    ${todo}`]),
      ],
      data: { name: release.name, version: release.version, routes, budget, faults },
    };
  },
});
