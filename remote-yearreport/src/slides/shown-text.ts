/** Maximum lengths of texts from the data, in characters. */
export const room = { keyword: 8, userName: 8, problem: 36, functionName: 12 } as const;

/** Maximum entries of a list; sentences count all of them. */
export const shownAtMost = { keywords: 6, dietitians: 4 } as const;

/** Cuts a text behind whole characters and adds `…`. */
export function shorten(text: string, most: number): string {
  const characters = typeof Intl.Segmenter === 'function' ? Array.from(new Intl.Segmenter('zh').segment(text), ({ segment }) => segment) : [...text];
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join('').trimEnd()}…`;
}
