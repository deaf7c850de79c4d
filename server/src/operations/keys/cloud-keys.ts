import { unwatchFile, watchFile } from 'node:fs';
import { createLocalJWKSet, createRemoteJWKSet, errors, type JWTVerifyGetKey } from 'jose';
import type { Environment } from '../../program/environment.ts';
import { describeFault, type Log } from '../../log/log.ts';
import { isKeySetFile, readKeySet, readSecret } from './key-files.ts';

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

const FETCH_LIMIT_MS = 5_000;
/** A key that the cloud withdrew counts no longer than this. */
const REFRESH_MS = 10 * 60_000;
/** At most one request in this time, however many tokens name unknown keys. */
const COOLDOWN_MS = 10_000;

/** A token's key isn't known, and the cloud, which may have published it, doesn't answer. */
export class CloudUnavailable extends Error {
  override name = 'CloudUnavailable';
}

/** `keySet`: another one whenever the keys were read anew. */
type FollowedKeys = { keyOf: JWTVerifyGetKey; keySet: () => unknown; close(): void };

/**
 * Follows the keys that the cloud publishes at `url`. While it doesn't answer, the last keys count; a key that isn't
 * among them throws `CloudUnavailable`. A key that isn't known is looked for at once, within the cooldown.
 */
export async function followRemoteKeys(
  url: URL,
  log: Log,
  now: () => number = () => performance.now(),
): Promise<FollowedKeys> {
  // Fetched by `load` alone: jose itself would drop the keys with their age, and ask again for every unknown one.
  const remote = createRemoteJWKSet(url, {
    timeoutDuration: FETCH_LIMIT_MS,
    cooldownDuration: Infinity,
    cacheMaxAge: Infinity,
  });
  let answers = true;
  let loading: Promise<void> | null = null;
  let loadedAt = -Infinity;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;

  const load = async () => {
    clearTimeout(timer);
    try {
      await remote.reload();
      if (!answers) log.info({ event: 'cloudKeysBack' });
      answers = true;
    } catch (error) {
      if (answers) log.warn({ event: 'cloudKeysUnavailable', fault: describeFault(error) });
      answers = false;
    }
    loadedAt = now();
    if (!isClosed) timer = setTimeout(loadOnce, answers ? REFRESH_MS : COOLDOWN_MS).unref();
  };
  const loadOnce = () => (loading ??= load().finally(() => (loading = null)));

  const known: JWTVerifyGetKey = (header, token) => {
    if (remote.jwks() === undefined) throw new errors.JWKSNoMatchingKey();
    return remote(header, token);
  };

  await loadOnce();
  return {
    async keyOf(header, token) {
      try {
        return await known(header, token);
      } catch (error) {
        if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
        if (loading !== null || now() - loadedAt >= COOLDOWN_MS) await loadOnce();
        if (!answers) throw new CloudUnavailable();
        return known(header, token);
      }
    },
    keySet: () => remote.jwks(),
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
