/** Counts by key. Keys at zero use no memory. */
export function createTally() {
  const counts = new Map<string, number>();
  const of = (key: string) => counts.get(key) ?? 0;
  return {
    of,
    add(key: string): number {
      const count = of(key) + 1;
      counts.set(key, count);
      return count;
    },
    remove(key: string): void {
      const left = of(key) - 1;
      if (left > 0) counts.set(key, left);
      else counts.delete(key);
    },
  };
}
