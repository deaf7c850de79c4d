/**
 * Fills as few rows as possible, evenly: no chip is alone in the last row.
 * @returns the chips' indexes, row by row
 */
export function chipRows(widths: readonly number[], width: number, gap: number): number[][] {
  const fill = (most: number): number[][] => {
    const rows: number[][] = [];
    let used = Infinity;
    widths.forEach((chip, at) => {
      const row = rows.at(-1);
      if (row !== undefined && row.length < most && used + gap + chip <= width) {
        row.push(at);
        used += gap + chip;
      } else {
        rows.push([at]);
        used = chip;
      }
    });
    return rows;
  };
  const least = fill(Infinity).length;
  for (let most = Math.ceil(widths.length / Math.max(1, least)); most < widths.length; most += 1) {
    const rows = fill(most);
    if (rows.length === least) return rows;
  }
  return fill(Infinity);
}
