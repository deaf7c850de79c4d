/**
 * Breaks chips into rows that fit: as few rows as it takes, filled evenly, so that none stands alone below the others.
 * @param widths of the chips, in order
 * @returns the widths' places, row by row
 */
export function chipRows(widths: readonly number[], room: number, gap: number): number[][] {
  const fill = (most: number): number[][] => {
    const rows: number[][] = [];
    let used = Infinity;
    widths.forEach((width, at) => {
      const row = rows.at(-1);
      if (row !== undefined && row.length < most && used + gap + width <= room) {
        row.push(at);
        used += gap + width;
      } else {
        rows.push([at]);
        used = width;
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
