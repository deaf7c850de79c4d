import { randomUUID } from 'node:crypto';
import {
  decodeProtectedHeader,
  errors,
  type JWTPayload,
  jwtVerify,
  type JWTVerifyGetKey,
  type JWTVerifyOptions,
  SignJWT,
} from 'jose';
import * as v from 'valibot';
import type { CloudKeys } from '../keys/cloud-keys.ts';
import { CloudUnavailable } from '../keys/remote-keys.ts';
import { refuse } from './refusal.ts';

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

const claimsSchema = v.object({ sub: v.pipe(v.string(), v.minLength(1)), scope: v.picklist(scopes) });

const bytes = (key: string) => new TextEncoder().encode(key);

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
    .sign(bytes(cloudKey));
}

/**
 * @param now real time, milliseconds
 * @returns `null` when forged, broken, expired or for another audience
 * @throws Refusal 500 when the cloud can't be asked for the token's key
 */
export async function readAccessToken(token: string, cloudKeys: CloudKeys, now: number): Promise<Identity | null> {
  try {
    const payload = await verify(token, cloudKeys, {
      issuer: ISSUER,
      audience: AUDIENCE,
      requiredClaims: ['exp', 'jti'],
      currentDate: new Date(now),
    });
    const claims = v.safeParse(claimsSchema, payload);
    return claims.success ? { userId: claims.output.sub, scope: claims.output.scope } : null;
  } catch (error) {
    if (error instanceof CloudUnavailable) throw refuse.cloudUnavailable();
    return null;
  }
}

/** @throws unless one of the keys of its algorithm verifies the token */
async function verify(token: string, { secrets, published }: CloudKeys, checks: JWTVerifyOptions): Promise<JWTPayload> {
  const { alg = '' } = decodeProtectedHeader(token);
  if (alg !== SECRET_ALGORITHM) {
    if (published === null) throw new errors.JOSEAlgNotAllowed();
    return verifyPublished(token, published, { ...checks, algorithms: PUBLISHED_ALGORITHMS });
  }
  return firstVerified(secrets.map(bytes), (key) =>
    jwtVerify(token, key, { ...checks, algorithms: [SECRET_ALGORITHM] }),
  );
}

async function verifyPublished(token: string, keyOf: JWTVerifyGetKey, checks: JWTVerifyOptions): Promise<JWTPayload> {
  try {
    return (await jwtVerify(token, keyOf, checks)).payload;
  } catch (error) {
    // A token that names no key, while the cloud publishes several.
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error;
    return firstVerified(error, (key) => jwtVerify(token, key, checks));
  }
}

/** A key that didn't sign the token gives way to the next; any other fault is the token's own. */
async function firstVerified<Key>(
  keys: Iterable<Key> | AsyncIterable<Key>,
  verifyBy: (key: Key) => Promise<{ payload: JWTPayload }>,
): Promise<JWTPayload> {
  for await (const key of keys) {
    try {
      return (await verifyBy(key)).payload;
    } catch (error) {
      if (!(error instanceof errors.JWSSignatureVerificationFailed)) throw error;
    }
  }
  throw new errors.JWSSignatureVerificationFailed();
}

/**
 * Reads `Basic base64(userId:accessToken)`.
 * @param now real time, milliseconds
 * @returns `null` when missing, malformed, or not that user's valid token
 * @throws Refusal 500 when the cloud can't be asked for the token's key
 */
export async function readAuthorization(
  header: string | undefined,
  { cloudKeys, now }: { cloudKeys: CloudKeys; now: number },
): Promise<Identity | null> {
  const encoded = /^Basic ([A-Za-z0-9+/]+={0,2})$/i.exec(header ?? '')?.[1] ?? '';
  const [userId = '', token = '', ...rest] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
  if (rest.length > 0 || userId === '') return null;
  const identity = await readAccessToken(token, cloudKeys, now);
  return identity?.userId === userId ? identity : null;
}
