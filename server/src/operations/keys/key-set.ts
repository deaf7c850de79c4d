import type { JSONWebKeySet } from 'jose';
import * as v from 'valibot';
import { UnusableFile } from './secret-files.ts';

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
