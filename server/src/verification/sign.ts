import { createCipheriv, createHmac } from 'node:crypto';
import { signedText, type SignerName } from '@fridge/shared-contracts';
import type { ServerSettings } from '../settings/server-settings.ts';
import type { Form } from '../wire/read-form.ts';

/** The two ways to turn the signed text into a token (domain, "Signing"). */
const signers: Record<SignerName, (text: string, key: string) => string> = {
  'hmac-sha256': (text, key) => createHmac('sha256', key).update(text, 'utf8').digest('hex'),
  /** PKCS7 is node:crypto's own padding. AES-128 takes the first 16 bytes of the key. */
  'aes-128-ecb': (text, key) => {
    const cipher = createCipheriv('aes-128-ecb', Buffer.from(key, 'utf8').subarray(0, 16), null);
    return Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]).toString('base64');
  },
};

export function sign(fields: Form, { signer, key }: ServerSettings['signing']): string {
  return signers[signer](signedText(fields), key);
}
