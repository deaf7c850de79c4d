import { createCipheriv, createHmac, timingSafeEqual } from 'node:crypto';
import {
  boundNonce,
  boundText,
  NONCE,
  saltOf,
  SIGNATURE_WINDOW_MS,
  signedFields,
  signedText,
  type SignerName,
} from '@fridge/shared-contracts/host';
import type { ServerSettings } from '../server-settings.ts';
import type { Form, NamedFields } from './form.ts';
import { refuse } from './refusal.ts';

type Signing = ServerSettings['signing'];

/** The two ways to turn the signed text into a token (domain, "Signing"). */
const signers: Record<SignerName, (text: string, key: string) => string> = {
  'hmac-sha256': (text, key) => createHmac('sha256', key).update(text, 'utf8').digest('hex'),
  /** PKCS7 is node:crypto's own padding. AES-128 takes the first 16 bytes of the key. */
  'aes-128-ecb': (text, key) => {
    const cipher = createCipheriv('aes-128-ecb', Buffer.from(key, 'utf8').subarray(0, 16), null);
    return Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]).toString('base64');
  },
};

export function sign(fields: Form, { signer, key }: Signing): string {
  return signers[signer](signedText(fields), key);
}

/**
 * Whether a form is one that its signer meant, and meant just now. The signed text is ambiguous, `{a:'1b2'}` reads
 * like `{a:'1', b:'2'}` (domain, "Signing"): so no field may come that isn't named, none may be missing that is
 * required, and the nonce tells where each value ends (decision 6). What a value says is never looked at for that.
 * @param now real time, milliseconds
 * @throws Refusal 400
 */
export function checkSignedForm(form: unknown, fields: NamedFields, { signing, now }: { signing: Signing; now: number }): asserts form is Form {
  checkNamedFields(form, fields);
  checkSignature(form, signing);
  checkTimeliness(form, now);
  checkNonce(form, signing);
}

/** @throws Refusal 400 for a nonce of another form than a UUID, or one that is bound to other values than these */
function checkNonce(form: Form, { signer, key }: Signing): void {
  const nonce = form['nonce'] ?? '';
  if (!NONCE.test(nonce)) throw refuse.badInput();
  const salt = signer === 'hmac-sha256' ? saltOf(nonce) : null;
  const holds = salt === null ? hasOneNonce(form) : boundNonce(salt, signers['hmac-sha256'](boundText(form, salt), key)) === nonce;
  if (!holds) throw refuse.badInput();
}

/** What reads as a nonce or a time with its name, wherever it stands in a signed text. */
const named = { nonce: new RegExp(`nonce${NONCE.source.replace(/^\^|\$$/g, '')}`, 'g'), time: /time_stamp\d{13}/g } as const;

/**
 * Whether the text has one nonce and one time however it is read. Of clients whose nonce isn't bound this alone is asked:
 * a text with a second one would count again, for this call or another, now or later.
 */
function hasOneNonce(form: Form): boolean {
  const text = signedText(form);
  return Object.values(named).every((pattern) => text.match(pattern)?.length === 1);
}

function checkNamedFields(form: unknown, { required, optional }: NamedFields): asserts form is Form {
  if (typeof form !== 'object' || form === null) throw refuse.badInput();
  const known: ReadonlySet<string> = new Set([...required, ...optional, ...signedFields]);
  const given = new Map(Object.entries(form));
  for (const [name, value] of given) if (!known.has(name) || typeof value !== 'string') throw refuse.badInput();
  if (required.some((name) => (given.get(name) ?? '') === '')) throw refuse.badInput();
}

/** @throws Refusal 400 when `token` isn't the signature of the other fields */
export function checkSignature(form: Form, signing: Signing): void {
  if (!equalInConstantTime(form['token'] ?? '', sign(form, signing))) throw refuse.badSignature();
}

/**
 * @param now real time, milliseconds
 * @throws Refusal 400 when `time_stamp` is more than five minutes off, either way
 */
export function checkTimeliness(form: Form, now: number): void {
  const stamp = form['time_stamp'] ?? '';
  if (!/^\d{13}$/.test(stamp) || Math.abs(now - Number(stamp)) > SIGNATURE_WINDOW_MS) throw refuse.badSignature();
}

/** Compares secrets without telling by its duration where they differ. */
function equalInConstantTime(left: string, right: string): boolean {
  const leftBytes = Buffer.from(left);
  const rightBytes = Buffer.from(right);
  return leftBytes.length === rightBytes.length && timingSafeEqual(leftBytes, rightBytes);
}
