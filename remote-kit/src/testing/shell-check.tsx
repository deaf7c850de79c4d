import type { ActivityModule, ActivityWindow, Screen, Shell, ShellProps, Skin } from '@fridge/shared-contracts';
import { routeName } from '@fridge/shared-contracts/team';
import { Window } from 'happy-dom';
import { join } from 'node:path';
import { renderToStaticMarkup } from 'react-dom/server';
import { createFakeHost, type FakeHostOptions } from './fake-host.ts';
import { sessions } from './fake-session.ts';
import { type ReleaseDefinition, screenModule } from '../vite/release-definition.ts';
import { drawMarkup } from '../vite/shells/draw-markup.ts';

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

/** Loads a release's screens from source. */
export function screensOf(folder: string, { routes }: ReleaseDefinition): Screens {
  return Object.fromEntries(
    routes.map(({ path, screen }) => {
      const { file, name } = screenModule(screen);
      const load = () => import(join(folder, file));
      return [path, name === undefined ? load : async () => (await load())[name]];
    }),
  );
}

/**
 * Checks the shell of each route in Node: in each period and skin it gives the same markup twice, its html ids begin
 * with the route, and the screen draws the same around its places for data, whoever visits.
 * @param windowName name of the activity's window
 * @returns one sentence for each problem
 */
export async function shellProblems(screens: Screens, windowName: string): Promise<string[]> {
  const problems = new Set<string>();
  for (const [path, load] of Object.entries(screens)) {
    const { default: Live, Shell: Drawn } = await load();
    if (Drawn === undefined) {
      problems.add(`${path} has no shell`);
      continue;
    }
    for (const skin of skins)
      for (const period of periods)
        for (const problem of problemsOf(path, { Live, Drawn }, { skin, period }, windowName)) problems.add(problem);
  }
  return [...problems];
}

function problemsOf(
  path: string,
  { Live, Drawn }: { Live: Screen; Drawn: Shell },
  props: ShellProps,
  windowName: string,
): string[] {
  const problems: string[] = [];
  const markup = drawMarkup(<Drawn {...props} />);
  if (drawMarkup(<Drawn {...props} />) !== markup) problems.push(`${path} has a shell that changes by itself`);
  const prefix = `${routeName(path)}-`;
  for (const [, id = ''] of markup.matchAll(/\sid="([^"]*)"/g))
    if (!id.startsWith(prefix)) problems.push(`${path} has a shell with the id ${id}, not ${prefix}…`);
  const frame = frameOf(markup);
  for (const visitor of visitors) {
    const { host } = createFakeHost({ ...visitor, skin: props.skin, windows: { [windowName]: props.period } });
    if (frameOf(renderToStaticMarkup(<Live host={host} />)) !== frame)
      problems.push(`${path} differs from its shell for ${JSON.stringify(visitor)}`);
  }
  return problems;
}

const { document } = new Window();

/** The markup without what a screen may draw otherwise. */
function frameOf(markup: string): string {
  document.body.innerHTML = markup;
  for (const preload of document.querySelectorAll('link')) preload.remove();
  for (const place of document.querySelectorAll('[data-live]')) place.replaceWith('…');
  return document.body.innerHTML;
}
