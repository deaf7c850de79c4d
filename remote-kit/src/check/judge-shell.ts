import type { Fault } from './finding.ts';
import type { Place, Rectangle, ShellLook } from './page/look-at-shell.ts';

/** Of the shell's area in the first window: what changes where `data-live` marks it. */
export const MOST_CHANGED = 0.3;

/** CSS px. */
const MOVED_PX = 1;

const MOST_NAMED = 5;

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
  if (problems.length === 0) return [];
  return [
    {
      level: 'fault',
      rule: 'shell',
      what: `its shell isn't what users keep: ${problems.join('; ')}`,
      todo: "Draw in the shell what the screen draws for everybody, and mark by data-live, in the size that it will have, only what depends on user, device or data. A route that shows what is the user's own is named in `skeletons` of remote-kit.json.",
    },
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

/** @returns 0 to 1 */
export function changedShare({ window, shell, live, screen }: Omit<ShellLook, 'markup'>): number {
  const first = common(shell, { x: 0, y: 0, ...window });
  const whole = first.width * first.height;
  const changed = movedPlaces(live, screen).map(({ place }) => common(place, first));
  return whole === 0 ? 0 : areaOf(changed) / whole;
}

function common(one: Rectangle, other: Rectangle): Rectangle {
  const x = Math.max(one.x, other.x);
  const y = Math.max(one.y, other.y);
  const width = Math.max(0, Math.min(one.x + one.width, other.x + other.width) - x);
  const height = Math.max(0, Math.min(one.y + one.height, other.y + other.height) - y);
  return { x, y, width, height };
}

/** What several cover is counted once. */
function areaOf(all: readonly Rectangle[]): number {
  const edges = [...new Set(all.flatMap(({ x, width }) => [x, x + width]))].toSorted((one, other) => one - other);
  return edges.slice(1).reduce((area, right, index) => {
    const left = edges[index] ?? right;
    const inStrip = all.filter(({ x, width }) => x <= left && x + width >= right);
    return area + (right - left) * lengthOf(inStrip.map(({ y, height }) => [y, y + height]));
  }, 0);
}

function lengthOf(spans: readonly (readonly [from: number, to: number])[]): number {
  let end = -Infinity;
  return spans
    .toSorted(([one], [other]) => one - other)
    .reduce((length, [from, to]) => {
      const added = Math.max(0, to - Math.max(from, end));
      end = Math.max(end, to);
      return length + added;
    }, 0);
}

const percent = (share: number): string => `${Math.round(share * 100)} %`;

const sizeOf = ({ x, y, width, height }: Rectangle): string =>
  `${Math.round(x)},${Math.round(y)} (${Math.round(width)} by ${Math.round(height)})`;

const viewOf = ({ window, skin }: ShellLook & { skin: number }): string => `${window.width} px, skin ${skin}`;
