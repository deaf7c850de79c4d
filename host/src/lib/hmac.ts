import hex from 'crypto-js/enc-hex';
import hmacSha256 from 'crypto-js/hmac-sha256';

/** HMAC-SHA256 over UTF-8, lower-case hex. Import it lazily. */
export function hmacHex(text: string, key: string): string {
  return hex.stringify(hmacSha256(text, key));
}
