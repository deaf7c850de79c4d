/** The tab that a key leads to from the selected one, round at both ends; `null` for keys that don't move. */
export function tabAfterKey(key: string, selected: number, count: number): number | null {
  if (count === 0) return null;
  if (key === 'ArrowRight') return (selected + 1) % count;
  if (key === 'ArrowLeft') return (selected + count - 1) % count;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  return null;
}
