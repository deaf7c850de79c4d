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

/** Of the small hex digits of a bound nonce so many are drawn at random, and so many bind it. */
export const NONCE_DIGITS = 15;

/**
 * What a bound nonce stands for: in a signed text names and values run into each other, here each keeps its ends.
 * @param salt the digits of the nonce that were drawn at random
 */
export function boundText(fields: Readonly<Record<string, string | undefined>>, salt: string): string {
  const entries = Object.keys(fields)
    .filter((name) => name !== 'token' && name !== 'nonce' && fields[name] !== undefined)
    .sort()
    .map((name) => [name, fields[name]]);
  return JSON.stringify([salt, ...entries]);
}

/**
 * A nonce that tells where each value of its call ends (decision 6): a UUID of version 8, half of it drawn at random
 * and half taken from a keyed hash of `boundText`. The signature covers it like any other nonce.
 * @param salt `NONCE_DIGITS` digits
 * @param hash at least as many
 */
export function boundNonce(salt: string, hash: string): string {
  return `${salt.slice(0, 8)}-${salt.slice(8, 12)}-8${salt.slice(12, NONCE_DIGITS)}-8${hash.slice(0, 3)}-${hash.slice(3, NONCE_DIGITS)}`;
}

/**
 * The salt of a bound nonce, or `null` for a nonce that binds nothing. Version and variant are the digits that
 * `boundNonce` writes, so that of the nonces that another client draws at random one in 256 at most is taken for bound.
 */
export function saltOf(nonce: string): string | null {
  const digits = nonce.replaceAll('-', '');
  const isBound = digits.charAt(12) === '8' && digits.charAt(16) === '8';
  return isBound ? digits.slice(0, 12) + digits.slice(13, NONCE_DIGITS + 1) : null;
}

/** How a backend wants its signatures: one setting chooses. */
export const signerNames = ['hmac-sha256', 'aes-128-ecb'] as const;
export type SignerName = (typeof signerNames)[number];
