import { FIRST_SCREEN_ID, SHELL_ATTRIBUTE } from '@fridge/shared-contracts/page';
import type { VisitParts } from '../drive/visit.ts';
import { openPage } from '../drive/open-page.ts';
import { visitLimits } from '../limits.ts';
import { lookAtShell, type Place, type Rectangle, type ShellLook } from './look-at-shell.ts';
import { fault, type Fault } from '../rule.ts';

const SKINS = [0, 1, 2] as const;

/** Of small and of most phones, and of a desktop. */
const SIZES = [
  { width: 320, height: 568 },
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
] as const;

/** Of the shell's area in the first window: what changes where `data-live` marks it. */
export const MOST_CHANGED = 0.3;

/** CSS px. */
const MOVED_PX = 1;

const MOST_NAMED = 5;

/**
 * Compares a route's shell with the screen of a user with a fridge, in each skin and width.
 * @param isSkeleton whether it may be one for the most part
 * @returns none either where the screen doesn't open or the page hangs, which visits tell
 */
export async function shell(route: string, { stage }: VisitParts, isSkeleton: boolean): Promise<Fault[]> {
  stage.begin('user');
  const page = await openPage(stage.browser, stage, { viewport: SIZES[0] }, stage.nativeAnswers('user'));
  const { seen } = page;
  const looks: (ShellLook & { skin: number })[] = [];
  try {
    for (const skin of SKINS) {
      const url = new URL(stage.addressOf(route, 'user'));
      url.searchParams.set('brand', String(skin));
      const before = seen.opens;
      await page.goto(url.href);
      await page.waitFor(() => seen.opens > before, visitLimits.open);
      await page.settle();
      if (seen.opens === before || seen.path !== route) return [];
      for (const size of SIZES) {
        await page.page.setViewportSize(size);
        const look = await page.look(lookAtShell, [url.href, FIRST_SCREEN_ID, SHELL_ATTRIBUTE] as const);
        if (look === null) return [lacking];
        if (look !== undefined) looks.push({ ...look, skin });
      }
    }
    return judgeShell(looks, isSkeleton ? 1 : MOST_CHANGED);
  } finally {
    await page.close();
  }
}

const lacking = fault(
  'shell',
  "the page doesn't bring its shell",
  'Build again: its files have to be those that release.json names.',
);

/**
 * @param looks with the skin, in the order in which people should read of them
 * @param mostChanged share of the shell's area in the first window
 */
export function judgeShell(looks: readonly (ShellLook & { skin: number })[], mostChanged = MOST_CHANGED): Fault[] {
  const problems: string[] = [];
  const moved = new Map<string, string>();
  for (const look of looks)
    for (const { place, now } of movedPlaces(look.markup, look.screen))
      if (!moved.has(place.name)) {
        const becomes = now === null ? 'goes' : `moves to ${sizeOf(now)}`;
        moved.set(place.name, `${place.name} at ${sizeOf(place)} ${becomes} (${viewOf(look)})`);
      }
  if (moved.size > 0) {
    const named = [...moved.values()].slice(0, MOST_NAMED).join('; ');
    const more = moved.size > MOST_NAMED ? `; and ${moved.size - MOST_NAMED} more` : '';
    problems.push(`when the screen takes its place, ${named}${more}`);
  }
  const [most] = looks.toSorted((one, other) => changedShare(other) - changedShare(one));
  if (most !== undefined && changedShare(most) > mostChanged) {
    const share = `${percent(changedShare(most))} of its first window changes where data-live marks it`;
    problems.push(`${share} (${viewOf(most)}), and at most ${percent(mostChanged)} may`);
  }
  return problems.length === 0
    ? []
    : [
        fault(
          'shell',
          `its shell isn't what users keep: ${problems.join('; ')}`,
          "Draw in the shell what the screen draws for everybody, and mark by data-live, in the size that it will have, only what depends on user, device or data. A route that shows what is the user's own is named in `skeletons` of remote-kit.json.",
        ),
      ];
}

/** What of a shell isn't where it was. `now`: the nearest of its kind; `null`: there is none. */
export function movedPlaces(drawn: readonly Place[], screen: readonly Place[]) {
  return drawn.flatMap((place) => {
    const candidates = screen.filter(({ key }) => key === place.key);
    if (candidates.some((each) => stays(place, each))) return [];
    const [now = null] = candidates.toSorted((one, other) => distance(place, one) - distance(place, other));
    return [{ place, now }];
  });
}

/** Around something live an element may have another size. */
function stays(place: Place, now: Rectangle): boolean {
  const isNear = (side: keyof Rectangle) => Math.abs(place[side] - now[side]) <= MOVED_PX;
  return isNear('x') && isNear('y') && (place.holdsLive || (isNear('width') && isNear('height')));
}

const distance = (one: Rectangle, other: Rectangle): number => Math.hypot(one.x - other.x, one.y - other.y);

/** CSS px between the places that are looked at. */
const GRID_PX = 5;

/** @returns 0 to 1 */
export function changedShare({ window, shell: whole, live, screen }: Omit<ShellLook, 'markup'>): number {
  const changed = movedPlaces(live, screen).map(({ place }) => place);
  let all = 0;
  let differing = 0;
  for (let x = GRID_PX / 2; x < window.width; x += GRID_PX)
    for (let y = GRID_PX / 2; y < window.height; y += GRID_PX) {
      if (!covers(whole, x, y)) continue;
      all += 1;
      if (changed.some((place) => covers(place, x, y))) differing += 1;
    }
  return all === 0 ? 0 : differing / all;
}

const covers = (place: Rectangle, x: number, y: number): boolean =>
  x >= place.x && x < place.x + place.width && y >= place.y && y < place.y + place.height;

const percent = (share: number): string => `${Math.round(share * 100)} %`;

const sizeOf = ({ x, y, width, height }: Rectangle): string =>
  `${Math.round(x)},${Math.round(y)} (${Math.round(width)} by ${Math.round(height)})`;

const viewOf = ({ window, skin }: ShellLook & { skin: number }): string => `${window.width} px, skin ${skin}`;
