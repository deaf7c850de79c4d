import { boundNonce, boundText, NONCE_DIGITS, type RuntimeSettings, signedText } from '@fridge/shared-contracts/page';
import { createLateCode, newRequestId } from '@fridge/shared-ui';
import { toHex } from '@fridge/shared-ui/internal';

const lateAes = createLateCode(() => import('../../lib/aes.ts'));

export type Fields = Readonly<Record<string, string>>;
type Signing = RuntimeSettings['signing'];

/** @throws when it doesn't come */
export async function loadAes() {
  const loaded = await lateAes.load();
  if (!loaded.ok) throw new Error("The cipher's code could not be loaded.");
  return loaded.code;
}

/**
 * The key is public: a signature proves integrity, not the sender.
 * @returns signs a text (domain, "Signing")
 * @throws when its code doesn't come
 */
export async function loadSigner({ signer, key }: Signing): Promise<(text: string) => string | Promise<string>> {
  if (signer !== 'hmac-sha256') {
    const { encryptAes } = await loadAes();
    return (text) => encryptAes(text, key);
  }
  const subtle: SubtleCrypto | undefined = globalThis.crypto.subtle; // on https only
  if (!subtle) {
    const { hmacHex } = await import('../../lib/hmac.ts');
    return (text) => hmacHex(text, key);
  }
  const utf8 = new TextEncoder();
  const imported = await subtle.importKey('raw', utf8.encode(key), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  return async (text) => toHex(new Uint8Array(await subtle.sign('HMAC', imported, utf8.encode(text))));
}

/**
 * Adds time, nonce and `token` (spec section 7). The nonce encodes where each value ends: values may contain field
 * names (decision 6).
 * @param stamp the server's real time, milliseconds
 */
export async function signFields(signing: Signing, unsigned: Fields, stamp: number): Promise<Fields> {
  const sign = await loadSigner(signing);
  const stamped = { ...unsigned, time_stamp: String(stamp) };
  const salt = toHex(crypto.getRandomValues(new Uint8Array(8))).slice(0, NONCE_DIGITS);
  const isBound = signing.signer === 'hmac-sha256';
  const nonce = isBound ? boundNonce(salt, await sign(boundText(stamped, salt))) : newRequestId();
  const complete = { ...stamped, nonce };
  return { ...complete, token: await sign(signedText(complete)) };
}

/** Only requests see it, no remote or store. */
export type Credential = { userId: string; accessToken: string };

/** UTF-8 (architecture, "The wire"): `btoa` accepts only Latin-1. */
export function authorizationHeader({ userId, accessToken }: Credential): string {
  const bytes = new TextEncoder().encode(`${userId}:${accessToken}`);
  return `Basic ${btoa(String.fromCharCode(...bytes))}`;
}
