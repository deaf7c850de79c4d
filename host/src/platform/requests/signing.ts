import { boundNonce, boundText, NONCE_DIGITS, signedText, type SignerName } from '@fridge/shared-contracts/host';
import { lateAes, lateHmac } from '../../lib/late-ciphers.ts';
import { randomUuid, toHex } from '../../lib/random-uuid.ts';
import type { Credential } from '../session/credentials.ts';

export type Fields = Readonly<Record<string, string>>;

/** @returns the `token` of a call's fields (spec section 7; domain, "Signing") */
export type Sign = (fields: Fields) => Promise<string>;

/**
 * Signs calls the way the backend wants it. The key is public: the token tells that nothing was changed on the way,
 * not who sent it.
 */
export function createSigner({ signer, key }: { signer: SignerName; key: string }): Sign {
  if (signer === 'hmac-sha256') return async (fields) => hmac(signedText(fields), key);
  return async (fields) => {
    const loaded = await lateAes.load();
    if (!loaded.ok) throw new Error("The signer's code didn't arrive.");
    return loaded.code.encryptAes(signedText(fields), key);
  };
}

/** Asks for the signer's code ahead of the first call. */
export function preloadSigner({ signer }: { signer: SignerName }): void {
  (signer === 'hmac-sha256' ? lateHmac : lateAes).preload();
}

async function hmac(text: string, key: string): Promise<string> {
  const loaded = await lateHmac.load();
  if (loaded.ok) return loaded.code.hmacHex(text, key);
  // The code didn't arrive: engines have an HMAC of their own, on https.
  const subtle: SubtleCrypto | undefined = globalThis.crypto.subtle;
  if (!subtle) throw new Error("The signer's code didn't arrive.");
  const utf8 = new TextEncoder();
  const imported = await subtle.importKey('raw', utf8.encode(key), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const bytes = new Uint8Array(await subtle.sign('HMAC', imported, utf8.encode(text)));
  return toHex(bytes);
}

/** @returns the nonce of a call with these fields */
export type DrawNonce = (fields: Fields) => Promise<string>;

/** Nonces that tell where each value ends, for texts may hold the names of fields (decision 6). */
export function createNonces({ signer, key }: { signer: SignerName; key: string }, random: Pick<Crypto, 'getRandomValues'>): DrawNonce {
  if (signer !== 'hmac-sha256') return async () => randomUuid(random);
  return async (fields) => {
    const salt = toHex(random.getRandomValues(new Uint8Array(8))).slice(0, NONCE_DIGITS);
    return boundNonce(salt, await hmac(boundText(fields, salt), key));
  };
}

export interface SigningDependencies {
  sign: Sign;
  drawNonce: DrawNonce;
  /** Real time of the server, milliseconds. */
  now: () => number;
}

/** Completes a call's fields with `time_stamp`, `nonce` and `token`; `stamp` is the time as a number. */
export async function signFields(unsigned: Fields, { sign, drawNonce, now }: SigningDependencies): Promise<{ fields: Fields; stamp: number }> {
  const stamp = now();
  const stamped = { ...unsigned, time_stamp: String(stamp) };
  const complete = { ...stamped, nonce: await drawNonce(stamped) };
  return { fields: { ...complete, token: await sign(complete) }, stamp };
}

/** `Basic base64(userId:accessToken)` over UTF-8 bytes (architecture, "The wire"); `btoa` alone takes Latin-1 only. */
export function authorizationHeader({ userId, accessToken }: Credential): string {
  const bytes = new TextEncoder().encode(`${userId}:${accessToken}`);
  return `Basic ${btoa(String.fromCharCode(...bytes))}`;
}
