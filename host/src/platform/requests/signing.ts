import { boundNonce, boundText, NONCE_DIGITS, type RuntimeSettings, signedText } from '@fridge/shared-contracts/page';
import { createLateCode, newRequestId } from '@fridge/shared-ui';
import { toHex } from '@fridge/shared-ui/internal';

export const lateAes = createLateCode(() => import('../../lib/aes.ts'));
const lateHmac = createLateCode(() => import('../../lib/hmac.ts'));

export type Fields = Readonly<Record<string, string>>;
type Signing = RuntimeSettings['signing'];

/**
 * The key is public: a token proves integrity, not the sender.
 * @returns the `token` of a call's fields (spec section 7; domain, "Signing")
 */
export async function tokenOf({ signer, key }: Signing, fields: Fields): Promise<string> {
  if (signer === 'hmac-sha256') return hmac(signedText(fields), key);
  const loaded = await lateAes.load();
  if (!loaded.ok) throw signerMissing();
  return loaded.code.encryptAes(signedText(fields), key);
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

/** Encodes where each value ends: values may contain field names (decision 6). */
export async function nonceOf({ signer, key }: Signing, fields: Fields): Promise<string> {
  if (signer !== 'hmac-sha256') return newRequestId();
  const salt = toHex(crypto.getRandomValues(new Uint8Array(8))).slice(0, NONCE_DIGITS);
  return boundNonce(salt, await hmac(boundText(fields, salt), key));
}

/** @param stamp the server's real time, milliseconds */
export async function signFields(signing: Signing, unsigned: Fields, stamp: number): Promise<Fields> {
  const stamped = { ...unsigned, time_stamp: String(stamp) };
  const complete = { ...stamped, nonce: await nonceOf(signing, stamped) };
  return { ...complete, token: await tokenOf(signing, complete) };
}

/** Only requests see it, no remote or store. */
export type Credential = { userId: string; accessToken: string };

/** UTF-8 (architecture, "The wire"): `btoa` accepts only Latin-1. */
export function authorizationHeader({ userId, accessToken }: Credential): string {
  const bytes = new TextEncoder().encode(`${userId}:${accessToken}`);
  return `Basic ${btoa(String.fromCharCode(...bytes))}`;
}
