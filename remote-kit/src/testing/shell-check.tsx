import type { ActivityModule, ActivityWindow, Screen, Shell, ShellProps, Skin } from '@fridge/shared-contracts';
import { routeName } from '@fridge/shared-contracts/team';
import { join } from 'node:path';
import { renderToStaticMarkup } from 'react-dom/server';
import { createFakeHost, type FakeHostOptions } from './fake-host.ts';
import { sessions } from './fake-session.ts';
import { type ReleaseDefinition, screenModule } from '../vite/release-definition.ts';
import { drawMarkup, withoutPreloads } from '../vite/shells/draw-markup.ts';
import { drawRoute } from '../vite/shells/draw-route.ts';

type Screens = ActivityModule['screens'];

const skins: readonly Skin[] = [0, 1, 2];
const periods: readonly ActivityWindow[] = [
  { start: null, end: null },
  { start: '2023-07-17T09:00:00+08:00', end: '2023-08-31T23:59:59+08:00' },
  { start: '2030-01-01T00:00:00+08:00', end: null },
];
const visitors: readonly FakeHostOptions[] = [
  { session: sessions.user },
  { session: sessions.guest },
  { session: sessions.noFridge },
  { environment: { inApp: false } },
  { environment: { inWeChat: true } },
];

/**
 * Checks the shell of each route, from source (docs/contract.md, "Shells").
 * @param folder the remote's own
 * @returns one sentence for each problem
 */
export const shellProblems = (folder: string, release: ReleaseDefinition): Promise<string[]> =>
  shellProblemsOf(screensOf(folder, release), release.period);

function screensOf(folder: string, { routes }: ReleaseDefinition): Screens {
  return Object.fromEntries(
    routes.map(({ path, screen }) => {
      const { file, name } = screenModule(screen);
      const load = () => import(join(folder, file));
      return [path, name === undefined ? load : async () => (await load())[name]];
    }),
  );
}

/**
 * Checks shells in Node: in each period and skin one gives the same markup twice, its html ids begin with the route,
 * pages can fill in its period, and the screen draws the same around its places for data, whoever visits.
 * @param windowName name of the window whose period they show
 */
export async function shellProblemsOf(screens: Screens, windowName?: string): Promise<string[]> {
  const problems = new Set<string>();
  for (const [path, load] of Object.entries(screens)) {
    const { default: Live, Shell: Drawn } = await load();
    if (Drawn === undefined) {
      problems.add(`${path} has no shell`);
      continue;
    }
    for (const problem of drawRoute(Drawn, windowName).problems) problems.add(`${path}: ${problem}`);
    for (const skin of skins)
      for (const period of windowName === undefined ? periods.slice(0, 1) : periods)
        for (const visitor of visitors)
          for (const problem of problemsOf(path, { Live, Drawn }, { skin, period }, visitor, windowName))
            problems.add(problem);
  }
  return [...problems];
}

function problemsOf(
  path: string,
  { Live, Drawn }: { Live: Screen; Drawn: Shell },
  look: Pick<ShellProps, 'skin' | 'period'>,
  visitor: FakeHostOptions,
  windowName: string | undefined,
): string[] {
  const problems: string[] = [];
  const windows = windowName === undefined ? {} : { [windowName]: look.period };
  const { host } = createFakeHost({ ...visitor, skin: look.skin, windows });
  const props = { ...look, inApp: host.environment.inApp, isBare: true };
  const markup = drawMarkup(<Drawn {...props} />);
  if (drawMarkup(<Drawn {...props} />) !== markup) problems.push(`${path} has a shell that changes by itself`);
  const prefix = `${routeName(path)}-`;
  for (const [, id = ''] of markup.matchAll(/\sid="([^"]*)"/g))
    if (!id.startsWith(prefix)) problems.push(`${path} has a shell with the id ${id}, not ${prefix}…`);
  if (frameOf(renderToStaticMarkup(<Live host={host} />)) !== frameOf(markup))
    problems.push(`${path} differs from its shell for ${JSON.stringify(visitor)}`);
  return problems;
}

/** The markup without what a screen may draw otherwise. */
function frameOf(markup: string): string {
  let frame = '';
  /** Elements that are open from a live one on. */
  let open = 0;
  for (const [token] of withoutPreloads(markup).matchAll(/<[^>]*>|[^<]+/g)) {
    const isLive = /^<[^>]* data-live="/.test(token);
    if (open === 0) frame += isLive ? '…' : token;
    if (token.startsWith('</')) open = Math.max(0, open - 1);
    else if (token.startsWith('<') && !token.endsWith('/>') && (isLive || open > 0)) open += 1;
  }
  return frame;
}
