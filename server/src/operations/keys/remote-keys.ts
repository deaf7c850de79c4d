import { createRemoteJWKSet, errors, type JWTVerifyGetKey } from 'jose';
import { describeFault, type Log } from '../../log/log.ts';

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
export type FollowedKeys = { keyOf: JWTVerifyGetKey; keySet: () => unknown; close(): void };

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
