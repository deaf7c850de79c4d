import hex from 'crypto-js/enc-hex';
import hmacSha256 from 'crypto-js/hmac-sha256';
import { signedText, type SignerName } from '@fridge/shared-contracts';
import { randomUuid } from '../../lib/random-uuid.ts';
import type { Credential } from '../session/credentials.ts';

export type Fields = Readonly<Record<string, string>>;

/** @returns the `token` of a call's fields (spec section 7; domain, "Signing") */
export type Sign = (fields: Fields) => Promise<string>;

/**
 * Signs calls the way the backend wants it. The key is public: the token tells that nothing was changed on the way,
 * not who sent it.
 */
export function createSigner({ signer, key }: { signer: SignerName; key: string }): Sign {
  if (signer === 'hmac-sha256') return async (fields) => hex.stringify(hmacSha256(signedText(fields), key));
  return async (fields) => {
    const { encryptAes } = await import('../../lib/aes.ts');
    return encryptAes(signedText(fields), key);
  };
}

export interface SigningDependencies {
  sign: Sign;
  /** Real time of the server, milliseconds. */
  now: () => number;
  random: Pick<Crypto, 'getRandomValues'>;
}

/** Completes a call's fields with `time_stamp`, `nonce` and `token`; `stamp` is the time as a number. */
export async function signFields(unsigned: Fields, { sign, now, random }: SigningDependencies): Promise<{ fields: Fields; stamp: number }> {
  const stamp = now();
  const complete = { ...unsigned, time_stamp: String(stamp), nonce: randomUuid(random) };
  return { fields: { ...complete, token: await sign(complete) }, stamp };
}

/** `Basic base64(userId:accessToken)` over UTF-8 bytes (architecture, "The wire"); `btoa` alone takes Latin-1 only. */
export function authorizationHeader({ userId, accessToken }: Credential): string {
  const bytes = new TextEncoder().encode(`${userId}:${accessToken}`);
  return `Basic ${btoa(String.fromCharCode(...bytes))}`;
}
