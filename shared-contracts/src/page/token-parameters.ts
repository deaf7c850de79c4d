/** Parameters that grant access. Only the host reads them; no screen's query has one. */
export const tokens: ReadonlySet<string> = new Set(['wxToken', 'at', 'accessToken', 'token']);

export function splitTokens(query: Readonly<Record<string, string>>): {
  tokens: Record<string, string>;
  rest: Record<string, string>;
} {
  const entries = Object.entries(query);
  return {
    tokens: Object.fromEntries(entries.filter(([name]) => tokens.has(name))),
    rest: Object.fromEntries(entries.filter(([name]) => !tokens.has(name))),
  };
}

/** Whether an address may carry a token, on either side of `#`. */
export function mayContainToken({ search, hash }: { search: string; hash: string }): boolean {
  const names = new URLSearchParams((search + hash).replace(/[?#]/g, '&')).keys();
  return [...names].some((name) => tokens.has(name));
}
