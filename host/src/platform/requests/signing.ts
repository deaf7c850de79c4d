import hex from 'crypto-js/enc-hex';
import hmacSha256 from 'crypto-js/hmac-sha256';
import { signedText, type SignerName } from '@fridge/shared-contracts';

export type Fields = Readonly<Record<string, string>>;

/** @returns the `token` of a call's fields (spec section 7; domain, "Signing") */
export type Sign = (fields: Fields) => Promise<string>;

/**
 * Signs calls the way the backend wants it. The key is public: the token tells that nothing was changed on the way,
 * not who sent it.
 */
export function createSigner({ signer, key }: { signer: SignerName; key: string }): Sign {
  if (signer === 'hmac-sha256') return async (fields) => hex.stringify(hmacSha256(signedText(fields), key));
  return async (fields) => {
    const { signWithAes } = await import('./sign-with-aes.ts');
    return signWithAes(signedText(fields), key);
  };
}
