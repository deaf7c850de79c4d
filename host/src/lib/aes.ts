import aes from 'crypto-js/aes';
import utf8 from 'crypto-js/enc-utf8';
import ecb from 'crypto-js/mode-ecb';
import pkcs7 from 'crypto-js/pad-pkcs7';

/** AES-128 uses the first 16 bytes of a longer key. */
const KEY_BYTES = 16;

/** AES-128-ECB, PKCS7, base64. Large: import it lazily. */
export function encryptAes(text: string, key: string): string {
  return aes.encrypt(utf8.parse(text), keyBytes(key), { mode: ecb, padding: pkcs7 }).toString();
}

/**
 * Accepts base64 and base64url.
 * @returns `null` for a text not encrypted with this key
 */
export function decryptAes(ciphertext: string, key: string): string | null {
  const base64 = withoutPadding(ciphertext.replace(/-/g, '+').replace(/_/g, '/'));
  try {
    const text = aes.decrypt(base64, keyBytes(key), { mode: ecb, padding: pkcs7 }).toString(utf8);
    // crypto-js accepts any padding: valid only if it encrypts to the same ciphertext.
    return withoutPadding(encryptAes(text, key)) === base64 ? text : null;
  } catch {
    return null; // not UTF-8
  }
}

const withoutPadding = (base64: string) => base64.replace(/=+$/, '');

/** From a text, crypto-js would derive a salted key. */
function keyBytes(key: string) {
  const bytes = utf8.parse(key);
  bytes.sigBytes = Math.min(bytes.sigBytes, KEY_BYTES);
  bytes.clamp();
  return bytes;
}
