import aes from 'crypto-js/aes';
import utf8 from 'crypto-js/enc-utf8';
import ecb from 'crypto-js/mode-ecb';

/** The token has the scope `report`. */
type ReportLinkParts = { userId: string; sn8: string; fridgeId: string; token: string };

/**
 * The parameters of `source=meijuReport` (architecture, "The wire"): user and sn8 encrypted, the token not.
 * @param key 16 characters
 */
export function reportLinkParameters({ userId, sn8, fridgeId, token }: ReportLinkParts, key: string): Record<string, string> {
  return {
    source: 'meijuReport',
    ac: fridgeId,
    at: token,
    userId: encryptParameter(userId, key),
    sn8: encryptParameter(sn8, key),
  };
}

/** AES-128-ECB with PKCS7, base64url without padding. */
export function encryptParameter(text: string, key: string): string {
  const encrypted = aes.encrypt(text, utf8.parse(key), { mode: ecb }).toString();
  return encrypted.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}
