/** @returns the candidate that a misspelt name most likely means; `undefined` when none is near */
export function nearestName(name: string, candidates: readonly string[]): string | undefined {
  const mostEdits = Math.max(1, Math.floor(name.length / 3));
  let nearest: string | undefined;
  let fewest = mostEdits + 1;
  for (const candidate of candidates) {
    const edits = candidate.startsWith(name) && name.length > 2 ? 1 : editsBetween(name, candidate);
    if (edits < fewest) [nearest, fewest] = [candidate, edits];
  }
  return nearest;
}

/** Insertions, deletions, substitutions and exchanges of neighbours that turn one text into the other. */
function editsBetween(from: string, to: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const isSame = from[row - 1] === to[column - 1];
      const isExchange = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      current.push(
        Math.min(
          (last[column] ?? 0) + 1,
          (current[column - 1] ?? 0) + 1,
          (last[column - 1] ?? 0) + (isSame ? 0 : 1),
          isExchange ? (beforeLast[column - 2] ?? 0) + 1 : Infinity,
        ),
      );
    }
    [beforeLast, last] = [last, current];
  }
  return last[to.length] ?? 0;
}
