import aes from 'crypto-js/aes';
import utf8 from 'crypto-js/enc-utf8';
import ecb from 'crypto-js/mode-ecb';
import pkcs7 from 'crypto-js/pad-pkcs7';

/** AES-128 takes a key of 16 bytes; what a longer setting has behind them is not used. */
const KEY_BYTES = 16;

/** AES-128-ECB, PKCS7, base64. Large: import it lazily, where a setting or a link asks for it. */
export function encryptAes(text: string, key: string): string {
  return aes.encrypt(utf8.parse(text), keyBytes(key), { mode: ecb, padding: pkcs7 }).toString();
}

/**
 * The reverse, for base64 and base64url.
 * @returns `null` for anything that this key didn't encrypt
 */
export function decryptAes(ciphertext: string, key: string): string | null {
  const base64 = ciphertext.replace(/-/g, '+').replace(/_/g, '/').replace(/=+$/, '');
  const padded = base64.padEnd(Math.ceil(base64.length / 4) * 4, '=');
  try {
    const text = aes.decrypt(padded, keyBytes(key), { mode: ecb, padding: pkcs7 }).toString(utf8);
    // crypto-js takes any padding for good; only what encrypts back to the same was ours.
    return encryptAes(text, key) === padded ? text : null;
  } catch {
    return null; // no UTF-8
  }
}

/** The key goes in as bytes: as a text, crypto-js would derive a salted one from it. */
function keyBytes(key: string) {
  const bytes = utf8.parse(key);
  bytes.sigBytes = Math.min(bytes.sigBytes, KEY_BYTES);
  bytes.clamp();
  return bytes;
}
