/** Maximum lengths, characters. */
export const room = { keyword: 8, userName: 8, problem: 36, functionName: 12 } as const;

/** Maximum entries; sentences count all. */
export const shownAtMost = { keywords: 6, dietitians: 4 } as const;

/** Behind whole characters, with `…`. */
export function shorten(text: string, most: number): string {
  const characters = typeof Intl.Segmenter === 'function' ? Array.from(new Intl.Segmenter('zh').segment(text), ({ segment }) => segment) : [...text];
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join('').trimEnd()}…`;
}
