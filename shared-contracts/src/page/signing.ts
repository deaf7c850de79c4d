/**
 * The text that a signature covers (spec section 7; domain, "Signing"): each key, in code-unit order, then its raw
 * value, without separators; no `token`.
 */
export function signedText(fields: Fields): string {
  return signedNames(fields)
    .map((name) => name + fields[name])
    .join('');
}

type Fields = Readonly<Record<string, string | undefined>>;

const signedNames = (fields: Fields): string[] =>
  Object.keys(fields)
    .filter((name) => name !== 'token' && fields[name] !== undefined)
    .sort();

/** Random hex digits in a bound nonce, and binding ones. */
export const NONCE_DIGITS = 15;

/**
 * The text whose hash binds a nonce; unlike `signedText`, it separates names and values.
 * @param salt the nonce's random digits
 */
export function boundText(fields: Fields, salt: string): string {
  const names = signedNames(fields).filter((name) => name !== 'nonce');
  return JSON.stringify([salt, ...names.map((name) => [name, fields[name]])]);
}

/**
 * Binds a nonce to its call's fields (decision 6): a version 8 UUID, half random, half from a keyed hash of
 * `boundText`.
 * @param salt `NONCE_DIGITS` hex digits
 * @param hash at least as many
 */
export function boundNonce(salt: string, hash: string): string {
  return `${salt.slice(0, 8)}-${salt.slice(8, 12)}-8${salt.slice(12, NONCE_DIGITS)}-8${hash.slice(0, 3)}-${hash.slice(3, NONCE_DIGITS)}`;
}

/** `null` for an unbound nonce. At most one in 256 random nonces of other clients looks bound. */
export function saltOf(nonce: string): string | null {
  const digits = nonce.replaceAll('-', '');
  const isBound = digits.charAt(12) === '8' && digits.charAt(16) === '8';
  return isBound ? digits.slice(0, 12) + digits.slice(13, NONCE_DIGITS + 1) : null;
}

export const signerNames = ['hmac-sha256', 'aes-128-ecb'] as const;
export type SignerName = (typeof signerNames)[number];
