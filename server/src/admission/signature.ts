import { createCipheriv, createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';
import {
  boundNonce,
  boundText,
  NONCE,
  type RuntimeSettings,
  saltOf,
  SIGNATURE_WINDOW_MS,
  signatureFields,
  signedText,
  type SignerName,
} from '@fridge/shared-contracts/page';
import type { Services } from '../program/services.ts';
import { recentlyUsed } from '../bounds/recently-used.ts';
import { refuse } from '../edge/refusal.ts';

type Signing = RuntimeSettings['signing'];

/** A call may be signed with any of the keys: an open page keeps the one it was opened with. */
type AcceptedSigning = Pick<Signing, 'signer'> & { keys: readonly string[] };

function acceptedSigning({ settings, environment }: Pick<Services, 'settings' | 'environment'>): AcceptedSigning {
  const { signer, key } = settings.current().signing;
  return { signer, keys: [key, ...environment.SIGNING_KEYS_ACCEPTED] };
}

/** A site has one or two of each kind; tests have more. */
const preparedSecrets = recentlyUsed<KeyObject>(20);

/** A secret as node:crypto keeps it, prepared once. */
export const secretOf = (key: string): KeyObject => preparedSecrets.getOrMake(key, () => createSecretKey(key, 'utf8'));

/** Domain, "Signing". */
const signers: Record<SignerName, (text: string, key: string) => string> = {
  'hmac-sha256': (text, key) => createHmac('sha256', secretOf(key)).update(text, 'utf8').digest('hex'),
  /** node:crypto pads with PKCS7. AES-128 uses the key's first 16 bytes. */
  'aes-128-ecb': (text, key) => {
    const cipher = createCipheriv('aes-128-ecb', Buffer.from(key, 'utf8').subarray(0, 16), null);
    return Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]).toString('base64');
  },
};

export function sign(fields: Form, { signer, key }: Signing): string {
  return signers[signer](signedText(fields), key);
}

/**
 * Checks that the signer meant this form, now. The signed text is ambiguous: `{a:'1b2'}` reads like `{a:'1', b:'2'}`.
 * So unknown fields are refused, required ones must be present, and the nonce is bound to where each value ends
 * (decision 6).
 * @param fields `null`: any
 * @throws Refusal 400
 */
export function checkSignedForm(
  form: unknown,
  fields: NamedFields | null,
  services: Pick<Services, 'settings' | 'environment' | 'clock'>,
): asserts form is Form {
  checkNamedFields(form, fields);
  const signing = acceptedSigning(services);
  const key = checkSignature(form, signing);
  checkTimeliness(form, services.clock.real());
  checkNonce(form, { signer: signing.signer, key });
}

/** @throws Refusal 400 unless the nonce is a UUID bound to these values */
function checkNonce(form: Form, { signer, key }: Signing): void {
  const nonce = form['nonce'] ?? '';
  if (!NONCE.test(nonce)) throw refuse.badInput();
  const salt = signer === 'hmac-sha256' ? saltOf(nonce) : null;
  const holds =
    salt === null ? hasOneNonce(form) : boundNonce(salt, signers['hmac-sha256'](boundText(form, salt), key)) === nonce;
  if (!holds) throw refuse.badInput();
}

const named = {
  nonce: new RegExp(`nonce${NONCE.source.replace(/^\^|\$$/g, '')}`, 'g'),
  time: /time_stamp\d{13}/g,
} as const;

/**
 * Whether the text has only one nonce and one time stamp. The only check of clients without bound nonces: a second one
 * would let the text count again.
 */
function hasOneNonce(form: Form): boolean {
  const text = signedText(form);
  return Object.values(named).every((pattern) => text.match(pattern)?.length === 1);
}

function checkNamedFields(form: unknown, fields: NamedFields | null): asserts form is Form {
  if (typeof form !== 'object' || form === null) throw refuse.badInput();
  const known = fields && new Set<string>([...fields.required, ...fields.optional, ...signatureFields]);
  const given = new Map(Object.entries(form));
  for (const [name, value] of given)
    if (known?.has(name) === false || typeof value !== 'string') throw refuse.badInput();
  if (fields?.required.some((name) => (given.get(name) ?? '') === '')) throw refuse.badInput();
}

/**
 * @returns the key that `token` was made with
 * @throws Refusal 400 when `token` isn't the signature of the other fields
 */
export function checkSignature(form: Form, { signer, keys }: AcceptedSigning): string {
  const used = keys.find((key) => equalInConstantTime(form['token'] ?? '', sign(form, { signer, key })));
  if (used === undefined) throw refuse.badSignature();
  return used;
}

/**
 * @param now real time, milliseconds
 * @throws Refusal 400 when `time_stamp` is off by more than five minutes
 */
export function checkTimeliness(form: Form, now: number): void {
  const stamp = form['time_stamp'] ?? '';
  if (!/^\d{13}$/.test(stamp) || Math.abs(now - Number(stamp)) > SIGNATURE_WINDOW_MS) throw refuse.badSignature();
}

function equalInConstantTime(left: string, right: string): boolean {
  const leftBytes = Buffer.from(left);
  const rightBytes = Buffer.from(right);
  return leftBytes.length === rightBytes.length && timingSafeEqual(leftBytes, rightBytes);
}

/** Unique names, because a signature covers one value per name. */
export type Form = Readonly<Record<string, string>>;

/** `required` fields aren't empty. */
export type NamedFields = { required: readonly string[]; optional: readonly string[] };

/** Of a form, as of a call with files: far above any, and parsed before anything is known of its sender. */
export const MOST_FIELDS = 64;

/**
 * Reads `application/x-www-form-urlencoded`.
 * @throws Refusal 400 for too many fields, a repeated name, or NUL, which PostgreSQL can't store
 */
export function readForm(body: string): Form {
  if (body.split('&', MOST_FIELDS + 1).length > MOST_FIELDS) throw refuse.badInput();
  const form: Record<string, string> = Object.create(null) as Record<string, string>; // no prototype: `__proto__` is an ordinary name
  for (const [name, value] of new URLSearchParams(body)) {
    if (name in form || `${name}${value}`.includes('\0')) throw refuse.badInput();
    form[name] = value;
  }
  return form;
}

/** Whether a text may identify a repeatable draw or answer. Pages send UUIDs. */
export function mayBeRequestId(text: string): boolean {
  return /^[\w-]{8,64}$/.test(text);
}
