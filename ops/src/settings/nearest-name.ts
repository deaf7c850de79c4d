/** A slip of the hand is at most so many letters added, lost, changed or swapped with their neighbour. */
const MOST_SLIPS = 2;

/** The name that somebody who wrote `name` most likely meant; `null` where none is near. */
export function nearestName(name: string, known: readonly string[]): string | null {
  const near = known.map((each) => ({ each, slips: slipsBetween(name.toLowerCase(), each.toLowerCase()) })).filter(({ each, slips }) => slips <= MOST_SLIPS && slips < each.length / 2 + 1);
  return near.toSorted((left, right) => left.slips - right.slips)[0]?.each ?? null;
}

/** The distance of Damerau and Levenshtein, neighbours swapped at most once. */
function slipsBetween(written: string, meant: string): number {
  const rows: number[][] = [Array.from({ length: meant.length + 1 }, (_, column) => column)];
  const at = (row: number, column: number) => rows[row]?.[column] ?? 0;
  for (let row = 1; row <= written.length; row += 1) {
    rows.push([row]);
    for (let column = 1; column <= meant.length; column += 1) {
      const same = written[row - 1] === meant[column - 1] ? 0 : 1;
      const ways = [at(row - 1, column) + 1, at(row, column - 1) + 1, at(row - 1, column - 1) + same];
      if (row > 1 && column > 1 && written[row - 1] === meant[column - 2] && written[row - 2] === meant[column - 1]) ways.push(at(row - 2, column - 2) + 1);
      rows[row]?.push(Math.min(...ways));
    }
  }
  return at(written.length, meant.length);
}
