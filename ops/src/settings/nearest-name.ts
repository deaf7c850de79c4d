const MOST_DISTANCE = 2;

/** @returns the likeliest correction, or `null` */
export function nearestName(name: string, known: readonly string[]): string | null {
  const near = known
    .map((each) => ({ each, distance: distanceBetween(name.toLowerCase(), each.toLowerCase()) }))
    .filter(({ each, distance }) => distance <= MOST_DISTANCE && distance < each.length / 2 + 1);
  return near.toSorted((left, right) => left.distance - right.distance)[0]?.each ?? null;
}

/** Damerau-Levenshtein distance (optimal string alignment). */
function distanceBetween(written: string, meant: string): number {
  const rows: number[][] = [Array.from({ length: meant.length + 1 }, (_, column) => column)];
  const at = (row: number, column: number) => rows[row]?.[column] ?? 0;
  for (let row = 1; row <= written.length; row += 1) {
    rows.push([row]);
    for (let column = 1; column <= meant.length; column += 1) {
      const same = written[row - 1] === meant[column - 1] ? 0 : 1;
      const ways = [at(row - 1, column) + 1, at(row, column - 1) + 1, at(row - 1, column - 1) + same];
      const swapped = written[row - 1] === meant[column - 2] && written[row - 2] === meant[column - 1];
      if (row > 1 && column > 1 && swapped) ways.push(at(row - 2, column - 2) + 1);
      rows[row]?.push(Math.min(...ways));
    }
  }
  return at(written.length, meant.length);
}
