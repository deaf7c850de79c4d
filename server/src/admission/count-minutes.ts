import { type Clock, MINUTE_MS } from '../program/clock.ts';

/** Keys of a minute; beyond it the minute ends early, so that a flood of addresses costs little memory. */
const MOST_KEYS = 50_000;

/**
 * Counts what happens in a minute, by key.
 * @returns counts `times` for a key, unless more than `limit` would be of the last minute; tells whether it counted
 */
export function countMinutes({ real }: Pick<Clock, 'real'>): (key: string, limit: number, times?: number) => boolean {
  let minute = 0;
  let before: ReadonlyMap<string, number> = new Map();
  let counts = new Map<string, number>();
  return (key, limit, times = 1) => {
    const now = real();
    const current = Math.floor(now / MINUTE_MS);
    if (current !== minute || counts.size >= MOST_KEYS) {
      before = current - minute <= 1 && current >= minute ? counts : new Map();
      counts = new Map();
      minute = current;
    }
    const count = (counts.get(key) ?? 0) + times;
    // As if those of the minute before were spread evenly: no burst of twice the limit where two minutes meet.
    if (count + (before.get(key) ?? 0) * (1 - (now % MINUTE_MS) / MINUTE_MS) > limit) return false;
    counts.set(key, count);
    return true;
  };
}
