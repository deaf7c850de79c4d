/** Characters that terminals draw two columns wide. */
const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff01-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/gu;

/** Columns of a terminal. */
const widthOf = (text: string): number => [...text].length + (text.match(WIDE)?.length ?? 0);

/** One line per row below the names of the columns, for a terminal. */
export function table(rows: readonly Readonly<Record<string, unknown>>[]): string {
  const names = Object.keys(rows[0] ?? {});
  const cells = [names, ...rows.map((row) => names.map((name) => String(row[name])))];
  const widths = names.map((_, column) => Math.max(...cells.map((row) => widthOf(row[column] ?? ''))));
  const pad = (cell: string, column: number) => cell + ' '.repeat((widths[column] ?? 0) - widthOf(cell));
  return cells.map((row) => row.map(pad).join('  ').trimEnd()).join('\n');
}
