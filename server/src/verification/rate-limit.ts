const MINUTE_MS = 60_000;

/**
 * Counts calls per key in steps of a minute.
 * @returns asks whether one more is allowed, counting it
 */
export function rateLimit(perMinute: number): (key: string, now: number) => boolean {
  let minute = -1;
  let counts = new Map<string, number>();
  return (key, now) => {
    const current = Math.floor(now / MINUTE_MS);
    if (current !== minute) {
      minute = current;
      counts = new Map();
    }
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return count <= perMinute;
  };
}
