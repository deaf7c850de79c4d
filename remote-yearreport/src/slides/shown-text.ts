/** How much of a text from the data a slide has room for, in characters. */
export const room = { keyword: 8, userName: 8, problem: 36, functionName: 12 } as const;

/** How many entries of a list; the sentences count them all. */
export const shownAtMost = { keywords: 6, dietitians: 4 } as const;

/** A text that fits: cut behind whole characters, with the cut to be seen. */
export function shorten(text: string, most: number): string {
  const characters = typeof Intl.Segmenter === 'function' ? Array.from(new Intl.Segmenter('zh').segment(text), ({ segment }) => segment) : [...text];
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join('').trimEnd()}…`;
}
