import type { Query } from '../contract/screen-values.ts';

/** Parameters that grant access. Only the host reads them; no screen's query has one. */
export const tokens: ReadonlySet<string> = new Set(['wxToken', 'at', 'accessToken', 'token']);

/** Parameters that are set, as far as they fit. */
export const pick = (query: Query, fits: (name: string, value: string) => boolean): Record<string, string> =>
  Object.fromEntries(
    Object.entries(query).filter((field): field is [string, string] => Boolean(field[1] && fits(field[0], field[1]))),
  );

export const splitTokens = (query: Query) => ({
  tokens: pick(query, (name) => tokens.has(name)),
  rest: pick(query, (name) => !tokens.has(name)),
});

/** Whether an address may carry a token, on either side of `#`. */
export function mayContainToken({ search, hash }: { search: string; hash: string }): boolean {
  const names = new URLSearchParams((search + hash).replace(/[?#]/g, '&')).keys();
  return [...names].some((name) => tokens.has(name));
}
