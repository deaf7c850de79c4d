/** Keys at zero use no memory. */
interface Tally {
  of(key: string): number;
  add(key: string): number;
  remove(key: string): void;
}

export function createTally(): Tally {
  const counts = new Map<string, number>();
  const of = (key: string) => counts.get(key) ?? 0;
  return {
    of,
    add(key) {
      const count = of(key) + 1;
      counts.set(key, count);
      return count;
    },
    remove(key) {
      const left = of(key) - 1;
      if (left > 0) counts.set(key, left);
      else counts.delete(key);
    },
  };
}
