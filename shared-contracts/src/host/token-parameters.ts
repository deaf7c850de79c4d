/** Address parameters that let someone act: the host alone reads them, and no screen ever finds one in its query. */
export const tokenParameters = ['wxToken', 'at', 'accessToken', 'token'] as const;

const tokens: ReadonlySet<string> = new Set(tokenParameters);

/** Parts the tokens from the rest of a query. */
export function splitTokens(query: Readonly<Record<string, string>>): { tokens: Record<string, string>; rest: Record<string, string> } {
  const entries = Object.entries(query);
  return {
    tokens: Object.fromEntries(entries.filter(([name]) => tokens.has(name))),
    rest: Object.fromEntries(entries.filter(([name]) => !tokens.has(name))),
  };
}

const TOKEN_ANYWHERE = new RegExp(`[?&](?:${tokenParameters.join('|')})=`);

/** Whether an address may bring a token, on either side of `#`. */
export const mayBringToken = ({ search, hash }: { search: string; hash: string }): boolean => TOKEN_ANYWHERE.test(search + hash);
