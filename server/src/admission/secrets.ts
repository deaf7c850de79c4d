import { createSecretKey, type KeyObject } from 'node:crypto';

/** A site has one or two of each kind; tests have more. */
const MOST_SECRETS = 20;
const prepared = new Map<string, KeyObject>();

/** A secret as node:crypto keeps it, prepared once. */
export function secretOf(key: string): KeyObject {
  const known = prepared.get(key);
  if (known !== undefined) return known;
  const secret = createSecretKey(key, 'utf8');
  if (prepared.size < MOST_SECRETS) prepared.set(key, secret);
  return secret;
}
