import { createHmac, createSecretKey, randomUUID, timingSafeEqual } from 'node:crypto';
import { compactVerify, decodeProtectedHeader, errors, type JWTVerifyGetKey, SignJWT } from 'jose';
import * as v from 'valibot';
import { type CloudKeys, CloudUnavailable } from '../operations/keys/cloud-keys.ts';
import { recentlyUsed } from '../bounds/recently-used.ts';
import { refuse } from '../edge/refusal.ts';
import { secretOf } from './signature.ts';

/** `report` opens only the user's report. */
export const scopes = ['full', 'report'] as const;
export type Scope = (typeof scopes)[number];

export type Identity = { userId: string; scope: Scope };

/** Other issuers and audiences of the same key are refused. */
const ISSUER = 'companion-cloud';
const AUDIENCE = 'fridge-activities';
/** A token's algorithm decides which keys may verify it: a published key is never taken for a secret. */
const SECRET_ALGORITHM = 'HS256';
const PUBLISHED_ALGORITHMS = ['RS256', 'ES256'];

const audiences = v.union([v.string(), v.array(v.string())]);
const claimsSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    iss: v.literal(ISSUER),
    aud: v.pipe(
      audiences,
      v.check((given) => [given].flat().includes(AUDIENCE)),
    ),
    sub: v.pipe(v.string(), v.minLength(1)),
    scope: v.picklist(scopes),
    jti: v.nonOptional(v.unknown()),
    exp: v.number(),
    nbf: v.optional(v.number(), -Infinity),
    iat: v.optional(v.number()),
  }),
);

/**
 * Issues a token as the central cloud does: JWT, HS256. For the demonstration and tests.
 * @param expiresAt real time, milliseconds, cut to whole seconds
 */
export function issueAccessToken(
  { userId, scope, expiresAt }: Identity & { expiresAt: number },
  cloudKey: string,
): Promise<string> {
  return new SignJWT({ scope })
    .setProtectedHeader({ alg: SECRET_ALGORITHM, typ: 'JWT' })
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setSubject(userId)
    .setExpirationTime(Math.floor(expiresAt / 1000))
    .setJti(randomUUID())
    .sign(createSecretKey(cloudKey, 'utf8'));
}

/** `expiresAt`: seconds. */
type VerifiedToken = { identity: Identity; expiresAt: number };

/** @returns `null` when forged, broken, expired or for another audience */
async function verifyToken(
  token: string,
  { secrets, published }: CloudKeys,
  now: number,
): Promise<VerifiedToken | null> {
  try {
    const { alg, crit } = decodeProtectedHeader(token);
    // A header with `crit` asks for what isn't understood here.
    if (crit !== undefined) return null;
    const payload =
      alg === SECRET_ALGORITHM ? verifySecret(token, secrets) : published && (await verifyPublished(token, published));
    const claims = v.safeParse(claimsSchema, payload);
    if (!claims.success) return null;
    const { sub, scope, exp, nbf } = claims.output;
    const seconds = Math.floor(now / 1_000);
    return exp > seconds && nbf <= seconds ? { identity: { userId: sub, scope }, expiresAt: exp } : null;
  } catch (error) {
    if (error instanceof CloudUnavailable) throw refuse.cloudUnavailable();
    return null;
  }
}

/**
 * @returns the payload; `null` unless one of the secrets signed it. Here and not by jose, whose every check is a turn
 * of another thread
 */
function verifySecret(token: string, secrets: readonly string[]): string | null {
  const [header = '', payload = '', signature = '', ...rest] = token.split('.');
  const given = Buffer.from(signature, 'base64url');
  const isSigned = secrets.some((secret) => {
    const expected = createHmac('sha256', secretOf(secret)).update(`${header}.${payload}`).digest();
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  const isWhole = rest.length === 0 && given.toString('base64url') === signature;
  return isSigned && isWhole ? Buffer.from(payload, 'base64url').toString('utf8') : null;
}

/** @returns the payload @throws unless one of the published keys signed it */
async function verifyPublished(token: string, keyOf: JWTVerifyGetKey): Promise<string> {
  const checks = { algorithms: PUBLISHED_ALGORITHMS };
  try {
    return textOf(await compactVerify(token, keyOf, checks));
  } catch (error) {
    // A token that names no key, while the cloud publishes several.
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error;
    return firstVerified(error, async (key) => textOf(await compactVerify(token, key, checks)));
  }
}

const textOf = ({ payload }: { payload: Uint8Array }): string => Buffer.from(payload).toString('utf8');

/** A key that didn't sign the token gives way to the next; any other fault is the token's own. */
async function firstVerified<Key>(
  keys: Iterable<Key> | AsyncIterable<Key>,
  verifyBy: (key: Key) => Promise<string>,
): Promise<string> {
  for await (const key of keys) {
    try {
      return await verifyBy(key);
    } catch (error) {
      if (!(error instanceof errors.JWSSignatureVerificationFailed)) throw error;
    }
  }
  throw new errors.JWSSignatureVerificationFailed();
}

/** Headers that were verified, of a few minutes of visits. */
const MOST_VERIFIED = 20_000;
type VerifiedHeader = VerifiedToken & { keySet: unknown };
const verifiedHeaders = new WeakMap<CloudKeys, ReturnType<typeof recentlyUsed<VerifiedHeader>>>();

/**
 * Reads `Basic base64(userId:accessToken)`. A visit sends the same header with each call: it is verified once, and
 * again when the cloud's keys were read anew.
 * @param now real time, milliseconds
 * @returns `null` when missing, malformed, or not that user's valid token
 * @throws Refusal 500 when the cloud can't be asked for the token's key
 */
export async function readAuthorization(
  header: string | undefined,
  { cloudKeys, now }: { cloudKeys: CloudKeys; now: number },
): Promise<Identity | null> {
  if (header === undefined) return null;
  const known = verifiedHeaders.get(cloudKeys) ?? recentlyUsed<VerifiedHeader>(MOST_VERIFIED);
  verifiedHeaders.set(cloudKeys, known);
  const before = known.get(header);
  const isFresh =
    before !== undefined && before.keySet === cloudKeys.keySet?.() && before.expiresAt > Math.floor(now / 1_000);
  if (isFresh) return before.identity;

  const encoded = /^Basic ([A-Za-z0-9+/]+={0,2})$/i.exec(header)?.[1] ?? '';
  const [userId = '', token = '', ...rest] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
  if (rest.length > 0 || userId === '') return null;
  const keySet = cloudKeys.keySet?.();
  const verified = await verifyToken(token, cloudKeys, now);
  if (verified === null || verified.identity.userId !== userId) return null;
  return known.set(header, { ...verified, keySet }).identity;
}
