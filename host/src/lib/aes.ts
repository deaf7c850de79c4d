import aes from 'crypto-js/aes';
import utf8 from 'crypto-js/enc-utf8';
import ecb from 'crypto-js/mode-ecb';
import pkcs7 from 'crypto-js/pad-pkcs7';

/** AES-128 takes a key of 16 bytes; what a longer setting has behind them is not used. */
const KEY_BYTES = 16;

/** AES-128-ECB, PKCS7, base64. The key goes in as bytes: as a text, crypto-js would derive a salted one from it. */
export function signWithAes(text: string, key: string): string {
  const bytes = utf8.parse(key);
  bytes.sigBytes = Math.min(bytes.sigBytes, KEY_BYTES);
  bytes.clamp();
  return aes.encrypt(utf8.parse(text), bytes, { mode: ecb, padding: pkcs7 }).toString();
}
