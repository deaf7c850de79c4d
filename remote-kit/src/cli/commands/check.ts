import { resolve } from 'node:path';
import { counted, type Finding, isFault } from '../../check/finding.ts';
import type { CheckResult } from '../../check/run-check.ts';
import { households } from '../../stage/households.ts';
import { defineCommand } from '../command.ts';
import { readRemoteSettings } from '../remote-settings.ts';

export const check = defineCommand({
  summary: 'opens every route of the build in a real browser on the real host, and says what of the contract is broken',
  details: [
    'Build first: it looks at dist/. Each route is opened as a user with a fridge, one without, a guest in the app and a plain browser; as a report link too where a call reads a report. Answers come from stand-alone/answers.ts.',
    'The browser is CHROMIUM_PATH, an installed Chromium or Chrome, or that of Playwright. README.md of the kit lists what is looked at.',
  ],
  options: {
    routes: { value: '/a,/b', summary: 'only these routes (default: all)' },
    screenshots: { value: 'FOLDER', summary: 'writes a picture of each route and household there' },
  },
  async run({ folder, options: { routes, screenshots }, workingDirectory, env, progress, signal }) {
    const { runCheck } = await import('../../check/run-check.ts');
    const settings = await readRemoteSettings(folder);
    progress.step('Opening the routes in the host');
    const result = await runCheck({
      ...settings,
      folder,
      env,
      signal,
      routes: routes?.split(',').map((each) => each.trim()),
      screenshots: screenshots === undefined ? undefined : resolve(workingDirectory, screenshots),
      onRoute(route, faults, ms) {
        const verdict = faults === 0 ? 'right' : counted(faults, 'fault');
        progress.note(`${route}: ${verdict} (${(ms / 1000).toFixed(1)} s)`);
      },
    });
    const faults = result.findings.filter(isFault).length;
    return { exitCode: faults > 0 ? 1 : 0, lines: reportLines(result), data: { ...result, faults } };
  },
});

/** For people: by route, faults first, each with what to do. */
function reportLines({ name, version, routes, households: names, findings }: CheckResult): string[] {
  const faults = findings.filter(isFault).length;
  const groups = [null, ...routes].flatMap((route) => {
    const own = findings.filter((finding) => finding.route === route);
    if (own.length === 0) return [];
    return ['', route ?? `${name} ${version}`, ...own.flatMap((finding) => linesOf(finding, names.length))];
  });
  const looked = `${counted(routes.length, 'route')} as ${names.length} households`;
  const verdict = faults === 0 ? 'nothing of the contract is broken' : counted(faults, 'fault');
  return [...groups, '', `${name} ${version}: ${looked}: ${verdict}.`];
}

function linesOf({ level, rule, what, todo, households: met }: Finding, all: number): string[] {
  const who =
    met.length === 0 || met.length === all ? '' : ` (as ${met.map((each) => households[each].title).join(', ')})`;
  return [`  ${level === 'fault' ? '✗' : '·'} ${rule}: ${what}${who}`, `      ${todo}`];
}
