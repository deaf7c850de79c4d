import { setTimeout as delay } from 'node:timers/promises';
import {
  TEAM_IDENTITY_KEYS_PATH,
  TEAM_IDENTITY_LIFE_S,
  TEAM_IDENTITY_TYPE,
  type TeamIdentityClaims,
  teamAudience,
  teamIdentityClaimsSchema,
} from '@fridge/shared-contracts/team';
import { createRemoteJWKSet, errors, type JWTVerifyGetKey, jwtVerify } from 'jose';
import * as v from 'valibot';

/** Who calls, as the product's server knows it. */
export type CallIdentity =
  /** A user of the app: `home` is the first one, `null` without any; `fridges` are all of the user's. */
  | {
      readonly scope: 'household';
      readonly userId: string;
      readonly home: string | null;
      readonly fridges: readonly string[];
    }
  /** Who opened a user's report by its link: may read that report. */
  | { readonly scope: 'report'; readonly userId: string; readonly home: null; readonly fridges: readonly [] }
  /** A guest. */
  | { readonly scope: 'none'; readonly userId: null; readonly home: null; readonly fridges: readonly [] };

export const guest: CallIdentity = { scope: 'none', userId: null, home: null, fridges: [] };

export interface VerifierOptions {
  /** The team's name, as the operators registered it. */
  team: string;
  /** The API's public origin, such as `https://api.activities.example`. */
  api: string;
  /** Where this server reaches the API's keys. Default: `/.well-known/jwks.json` of `api`. */
  keys?: string;
  /**
   * Remembers an id until a time (milliseconds since the epoch). Default: in this process; give one that all processes
   * of the backend share, such as a table with the id as its key.
   * @returns whether it is new
   */
  remember?: (id: string, until: number) => boolean | Promise<boolean>;
}

/** Milliseconds. A new process of the API has a new key: it is asked for at once, though not more often than this. */
const COOLDOWN_MS = 1_000;
const FETCH_LIMIT_MS = 3_000;
const REFRESH_MS = 10 * 60_000;
/** By how much the clocks of API and backend may differ. */
const CLOCK_TOLERANCE_S = 30;

/** The request isn't the API's. The reason is for the log: a caller learns nothing of it. */
export class IdentityRefused extends Error {
  override name = 'IdentityRefused';
  readonly reason: string;

  constructor(reason: string) {
    super(`The identity is refused: ${reason}.`);
    this.reason = reason;
  }
}

/** The API's keys can't be read. */
export class KeysUnavailable extends Error {
  override name = 'KeysUnavailable';
}

/** An identity, for one request. */
export type VerifiedIdentity = Awaited<ReturnType<ReturnType<typeof createVerifier>>>;

/** @returns checks signature, issuer, audience, type and time of a header. @throws IdentityRefused, KeysUnavailable */
export function createVerifier({ team, api, keys, remember = createMemory() }: VerifierOptions) {
  const keyOf = followKeys(new URL(keys ?? TEAM_IDENTITY_KEYS_PATH, api));
  const claimsOf = async (header: string): Promise<TeamIdentityClaims> => {
    try {
      const { payload } = await jwtVerify(header, keyOf, {
        issuer: new URL(api).origin,
        audience: teamAudience(team),
        typ: TEAM_IDENTITY_TYPE,
        algorithms: ['EdDSA'],
        requiredClaims: ['exp', 'iat', 'jti'],
        maxTokenAge: TEAM_IDENTITY_LIFE_S,
        clockTolerance: CLOCK_TOLERANCE_S,
      });
      return v.parse(teamIdentityClaimsSchema, payload);
    } catch (error) {
      if (error instanceof KeysUnavailable) throw error;
      throw new IdentityRefused(error instanceof errors.JOSEError ? error.code : 'it has no such claims');
    }
  };
  return async (header: string | undefined) => {
    if (header === undefined) throw new IdentityRefused('none was sent');
    const claims = await claimsOf(header);
    return {
      identity: identityOf(claims),
      /**
       * @param request hash of the request that came with it. @throws IdentityRefused for another one, or a second one
       */
      async accept(request: string): Promise<void> {
        if (claims.request !== request) throw new IdentityRefused('it belongs to another request');
        const until = Date.now() + (TEAM_IDENTITY_LIFE_S + 2 * CLOCK_TOLERANCE_S) * 1_000;
        if (!(await remember(claims.jti, until))) throw new IdentityRefused('it was used before');
      },
    };
  };
}

/** @throws IdentityRefused for claims that contradict each other */
function identityOf({ sub, scope, home, fridges }: TeamIdentityClaims): CallIdentity {
  if ((scope === 'none') !== (sub === undefined)) throw new IdentityRefused('a user and a guest at once');
  if (scope === 'none' || sub === undefined) return guest;
  return scope === 'household'
    ? { scope, userId: sub, home: home ?? null, fridges }
    : { scope, userId: sub, home: null, fridges: [] };
}

/** An unknown key is looked for at once or, within the cooldown, at its end. */
function followKeys(url: URL): JWTVerifyGetKey {
  const remote = createRemoteJWKSet(url, {
    timeoutDuration: FETCH_LIMIT_MS,
    cooldownDuration: COOLDOWN_MS,
    cacheMaxAge: REFRESH_MS,
    headers: { 'cache-control': 'no-cache' },
  });
  const find = async (isLast: boolean, ...asked: Parameters<JWTVerifyGetKey>): ReturnType<typeof remote> => {
    try {
      return await remote(...asked);
    } catch (error) {
      if (error instanceof errors.JWKSMultipleMatchingKeys) throw error;
      if (!(error instanceof errors.JWKSNoMatchingKey))
        throw new KeysUnavailable(`${url.href} doesn't give the API's keys.`, { cause: error });
      if (isLast || !remote.coolingDown) throw error;
      await delay(COOLDOWN_MS);
      return find(true, ...asked);
    }
  };
  return (...asked) => find(false, ...asked);
}

/** What was used lately, in this process. */
function createMemory() {
  const used = new Map<string, number>();
  return (id: string, until: number): boolean => {
    const now = Date.now();
    for (const [old, end] of used) {
      if (end > now) break; // the oldest come first
      used.delete(old);
    }
    if (used.has(id)) return false;
    used.set(id, until);
    return true;
  };
}
