import * as v from 'valibot';
import type { Rule } from '../check-config/problem.ts';
import { isKeySetFile, readKeySet, readSecret, UnusableFile } from './key-files.ts';

/** Shared by all demonstrations; other deployments need their own. The last two are in pages and links. */
export const demoKeys = {
  CLOUD_KEY: 'demonstration-cloud-key-for-access-tokens',
  SIGNING_KEY: 'fridge-demo-signing-key-2023',
  REPORT_LINK_KEY: 'fridge-report-16',
} as const;

const plain = v.pipe(
  v.string(),
  v.regex(/^[^\r\n]*$/, 'one line'),
  v.check((text) => text === text.trim(), 'no white space around it'),
);
const atLeast = (characters: number) => v.pipe(plain, v.minLength(characters, `at least ${characters} characters`));

/** HS256 needs 32 bytes (RFC 7518, section 3.2). */
const cloudKey = atLeast(32);
const signingKey = atLeast(16);
/** AES-128: a byte per character. */
const reportLinkKey = v.pipe(plain, v.regex(/^[\x21-\x7e]{16}$/, '16 characters of ASCII'));

const current = <Schema extends v.GenericSchema<string, string>>(key: Schema) =>
  v.pipe(v.optional(v.string(), ''), v.nonEmpty('required unless DEMO=1'), key);

/** A text with a line break has one key a line, any other is separated by commas. */
function entriesOf(text: string): string[] {
  if (text === '') return [];
  return text.includes('\n') ? text.replace(/\r?\n$/, '').split(/\r?\n/) : text.split(',').map((entry) => entry.trim());
}

const accepted = <Schema extends v.GenericSchema<string, string>>(key: Schema) =>
  v.pipe(
    v.optional(v.string(), ''),
    v.transform(entriesOf),
    v.array(v.pipe(v.string(), v.nonEmpty('empty'), key)),
    v.check((keys) => new Set(keys).size === keys.length, 'the same key twice'),
  );

/** The address or file of a JSON Web Key Set. Plain http only on this machine. */
function isKeySetSource(text: string): boolean {
  if (isKeySetFile(text)) return true;
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  return protocol === 'https:' || (protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname));
}

/** A current key signs and verifies; accepted ones only verify. See server/README.md. */
export const keyVariables = {
  /** Empty with `CLOUD_JWKS`. */
  CLOUD_KEY: v.pipe(v.optional(v.string(), ''), v.union([v.literal(''), cloudKey])),
  CLOUD_KEYS_ACCEPTED: accepted(cloudKey),
  CLOUD_JWKS: v.optional(
    v.pipe(v.string(), v.check(isKeySetSource, 'an https address, or the absolute path of a file')),
  ),
  SIGNING_KEY: current(signingKey),
  SIGNING_KEYS_ACCEPTED: accepted(signingKey),
  REPORT_LINK_KEY: current(reportLinkKey),
  REPORT_LINK_KEYS_ACCEPTED: accepted(reportLinkKey),
};

/** Faults between variables, and of the file with the cloud's keys. */
export function keyRules(given: Readonly<Record<string, string | undefined>>): Rule[] {
  const { CLOUD_KEY, CLOUD_JWKS, SIGNING_KEY } = given;
  const acceptedOf = (name: string) => entriesOf(given[`${name}S_ACCEPTED`] ?? '');
  const isInPages = (key: string | undefined) =>
    key !== undefined && [SIGNING_KEY, ...acceptedOf('SIGNING_KEY')].includes(key);
  const publicKey = 'a signing key, which every page shows';
  const keySetFault = CLOUD_JWKS === undefined || !isKeySetFile(CLOUD_JWKS) ? null : faultOfKeySet(CLOUD_JWKS);
  return [
    ...['CLOUD_KEY', 'SIGNING_KEY', 'REPORT_LINK_KEY'].map((name): Rule => [
      `${name}S_ACCEPTED`,
      acceptedOf(name).some((key) => key === given[name]),
      `holds ${name} itself`,
    ]),
    ['CLOUD_KEY', CLOUD_KEY === undefined && CLOUD_JWKS === undefined, 'required unless CLOUD_JWKS or DEMO=1'],
    ['CLOUD_JWKS', keySetFault !== null, keySetFault ?? ''],
    ['CLOUD_KEY', isInPages(CLOUD_KEY), `it is ${publicKey}`],
    ['CLOUD_KEYS_ACCEPTED', acceptedOf('CLOUD_KEY').some(isInPages), `holds ${publicKey}`],
  ];
}

function faultOfKeySet(path: string): string | null {
  try {
    readKeySet(readSecret(path));
    return null;
  } catch (error) {
    if (error instanceof UnusableFile) return error.message;
    throw error;
  }
}
