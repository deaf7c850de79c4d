import { boundNonce, boundText, NONCE_DIGITS, signedText, type SignerName } from '@fridge/shared-contracts/host';
import { newRequestId, toHex } from '@fridge/shared-ui';
import { lateAes, lateHmac } from '../../lib/late-ciphers.ts';
import type { Credential } from '../session/credentials.ts';

export type Fields = Readonly<Record<string, string>>;
type Signing = { signer: SignerName; key: string };

/** @returns the `token` of a call's fields (spec section 7; domain, "Signing") */
export type Sign = (fields: Fields) => Promise<string>;

/** The key is public: a token proves integrity, not the sender. */
export function createSigner({ signer, key }: Signing): Sign {
  if (signer === 'hmac-sha256') return async (fields) => hmac(signedText(fields), key);
  return async (fields) => {
    const loaded = await lateAes.load();
    if (!loaded.ok) throw signerMissing();
    return loaded.code.encryptAes(signedText(fields), key);
  };
}

export function preloadSigner({ signer }: Pick<Signing, 'signer'>): void {
  (signer === 'hmac-sha256' ? lateHmac : lateAes).preload();
}

async function hmac(text: string, key: string): Promise<string> {
  const loaded = await lateHmac.load();
  if (loaded.ok) return loaded.code.hmacHex(text, key);
  // The browser has an HMAC too, on https only.
  const subtle: SubtleCrypto | undefined = globalThis.crypto.subtle;
  if (!subtle) throw signerMissing();
  const utf8 = new TextEncoder();
  const imported = await subtle.importKey('raw', utf8.encode(key), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  return toHex(new Uint8Array(await subtle.sign('HMAC', imported, utf8.encode(text))));
}

const signerMissing = () => new Error("The signer's code could not be loaded.");

export type CreateNonce = (fields: Fields) => Promise<string>;

/** Nonces encode where each value ends: values may contain field names (decision 6). */
export function createNonces({ signer, key }: Signing, random: Pick<Crypto, 'getRandomValues'>): CreateNonce {
  if (signer !== 'hmac-sha256') return async () => newRequestId(random);
  return async (fields) => {
    const salt = toHex(random.getRandomValues(new Uint8Array(8))).slice(0, NONCE_DIGITS);
    return boundNonce(salt, await hmac(boundText(fields, salt), key));
  };
}

export interface SigningDependencies {
  sign: Sign;
  createNonce: CreateNonce;
  /** Server's real time, milliseconds. */
  now: () => number;
}

/** `stamp` is the time as a number. */
export async function signFields(
  unsigned: Fields,
  { sign, createNonce, now }: SigningDependencies,
): Promise<{ fields: Fields; stamp: number }> {
  const stamp = now();
  const stamped = { ...unsigned, time_stamp: String(stamp) };
  const complete = { ...stamped, nonce: await createNonce(stamped) };
  return { fields: { ...complete, token: await sign(complete) }, stamp };
}

/** UTF-8 (architecture, "The wire"): `btoa` accepts only Latin-1. */
export function authorizationHeader({ userId, accessToken }: Credential): string {
  const bytes = new TextEncoder().encode(`${userId}:${accessToken}`);
  return `Basic ${btoa(String.fromCharCode(...bytes))}`;
}
