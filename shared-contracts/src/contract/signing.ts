/**
 * The text that a signature covers (spec section 7; domain, "Signing"): keys in ascending code-unit order, each
 * followed by its raw value, nothing in between; `token` and absent values left out.
 */
export function signedText(fields: Readonly<Record<string, string | undefined>>): string {
  return Object.keys(fields)
    .filter((name) => name !== 'token' && fields[name] !== undefined)
    .sort()
    .map((name) => name + fields[name])
    .join('');
}

/** How a backend wants its signatures: one setting chooses. */
export const signerNames = ['hmac-sha256', 'aes-128-ecb'] as const;
export type SignerName = (typeof signerNames)[number];
