import { readFileSync, statSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import type { JSONWebKeySet } from 'jose';
import * as v from 'valibot';
import { codeOf } from '../../storage/text.ts';

type Variables = Readonly<Record<string, string | undefined>>;

/** Each may be in a file instead, named by `<variable>_FILE`. */
export const secretVariables = [
  'CLOUD_KEY',
  'CLOUD_KEYS_ACCEPTED',
  'SIGNING_KEY',
  'SIGNING_KEYS_ACCEPTED',
  'REPORT_LINK_KEY',
  'REPORT_LINK_KEYS_ACCEPTED',
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'OPERATIONS_TOKEN',
  'S3_SECRET_ACCESS_KEY',
] as const;

/** Of `CLOUD_JWKS`; else it is an address. */
export const isKeySetFile = (source: string): boolean => source.startsWith('/');

/** Far above any list of keys. */
const MOST_BYTES = 64 * 1024;

/**
 * Reads secrets from their files. The line break at the end isn't part of a secret; a list of keys keeps it, which
 * shows that it has one key a line (`key-variables.ts`).
 * @returns `faults`: by the secret's variable, with the file's path, never with content
 */
export function readSecretFiles(set: Variables): { secrets: Record<string, string>; faults: Map<string, string> } {
  const secrets: Record<string, string> = {};
  const faults = new Map<string, string>();
  for (const name of secretVariables) {
    const path = set[`${name}_FILE`];
    if (path === undefined) continue;
    try {
      if (set[name] !== undefined) throw new UnusableFile(`${name} is set too: set one of them`);
      const text = readSecret(path).replace(/\r?\n$/, '');
      secrets[name] = name.endsWith('S_ACCEPTED') && text !== '' ? `${text}\n` : text;
    } catch (error) {
      if (!(error instanceof UnusableFile)) throw error;
      faults.set(name, error.message);
    }
  }
  return { secrets, faults };
}

/** The message is printable. */
export class UnusableFile extends Error {
  override name = 'UnusableFile';
}

/** @throws UnusableFile. A relative path isn't printed: it may be the secret itself, put into the wrong variable. */
export function readSecret(path: string): string {
  if (!isAbsolute(path)) throw new UnusableFile('the absolute path of a file');
  const cant = (reason: string) => new UnusableFile(`${path} can't be read (${reason})`);
  try {
    const stat = statSync(path);
    if (!stat.isFile()) throw cant('not a file');
    if (stat.size > MOST_BYTES) throw cant(`more than ${MOST_BYTES} bytes`);
    const text = readFileSync(path, 'utf8');
    if (text.trim() === '') throw cant('empty');
    return text;
  } catch (error) {
    if (error instanceof UnusableFile) throw error;
    throw cant(codeOf(error) || 'unreadable');
  }
}

const publicKey = v.pipe(
  v.looseObject({ kty: v.picklist(['RSA', 'EC', 'OKP']) }),
  v.check((key) => !('d' in key), 'a private key'),
);
const publicKeys = v.looseObject({ keys: v.pipe(v.array(publicKey), v.minLength(1)) });

const keySetSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.custom<JSONWebKeySet>((input) => v.is(publicKeys, input)),
);

/**
 * Reads a JSON Web Key Set (RFC 7517). A private key or a secret has no place in it.
 * @throws UnusableFile
 */
export function readKeySet(text: string): JSONWebKeySet {
  const parsed = v.safeParse(keySetSchema, text);
  if (!parsed.success) throw new UnusableFile('its file is not a JSON Web Key Set of public keys');
  return parsed.output;
}
