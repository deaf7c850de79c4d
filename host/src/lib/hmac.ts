import hex from 'crypto-js/enc-hex';
import sha256 from 'crypto-js/hmac-sha256';

/** HMAC-SHA256 in hex where the browser's own is missing. Loaded on demand. */
export function hmacSha256(text: string, key: string): string {
  return hex.stringify(sha256(text, key));
}
