import { unwatchFile, watchFile } from 'node:fs';
import { createLocalJWKSet, type JWTVerifyGetKey } from 'jose';
import type { Environment } from '../../program/environment.ts';
import type { Log } from '../../log/log.ts';
import { readKeySet } from './key-set.ts';
import { isKeySetFile } from './key-variables.ts';
import { type FollowedKeys, followRemoteKeys } from './remote-keys.ts';
import { readSecret } from './secret-files.ts';

/** What the central cloud signs access tokens with. */
export interface CloudKeys {
  /** Of HS256, the current one first. */
  readonly secrets: readonly string[];
  /** Of RS256 and ES256, by the set that the cloud publishes. It may throw `CloudUnavailable`. */
  readonly published: JWTVerifyGetKey | null;
  /** Another one whenever published keys were read anew: what the former ones verified has to be verified again. */
  readonly keySet?: () => unknown;
  close(): void;
}

const LOOK_MS = 1_000;

type KeyVariables = Pick<Environment, 'CLOUD_KEY' | 'CLOUD_KEYS_ACCEPTED' | 'CLOUD_JWKS'>;

/**
 * An address that doesn't answer doesn't stop the start; it is asked again.
 * @throws UnusableFile for a file that holds no public keys
 */
export async function openCloudKeys(
  { CLOUD_KEY, CLOUD_KEYS_ACCEPTED, CLOUD_JWKS }: KeyVariables,
  log: Log,
): Promise<CloudKeys> {
  const secrets = [CLOUD_KEY, ...CLOUD_KEYS_ACCEPTED].filter((key) => key !== '');
  if (CLOUD_JWKS === undefined) return { secrets, published: null, close: () => undefined };
  const { keyOf, keySet, close } = isKeySetFile(CLOUD_JWKS)
    ? followKeyFile(CLOUD_JWKS, log)
    : await followRemoteKeys(new URL(CLOUD_JWKS), log);
  return { secrets, published: keyOf, keySet, close };
}

/** The last good keys stay while an edited file is wrong. */
function followKeyFile(path: string, log: Log): FollowedKeys {
  let text = readSecret(path);
  let keys = createLocalJWKSet(readKeySet(text));
  const onChange = () => {
    try {
      const now = readSecret(path);
      if (now === text) return;
      text = now;
      keys = createLocalJWKSet(readKeySet(text));
      log.info({ event: 'cloudKeysRead' });
    } catch {
      log.warn({ event: 'cloudKeysRefused', problem: 'not a set of public keys' });
    }
  };
  watchFile(path, { interval: LOOK_MS, persistent: false }, onChange);
  return {
    keyOf: (header, token) => keys(header, token),
    keySet: () => keys,
    close: () => unwatchFile(path, onChange),
  };
}
