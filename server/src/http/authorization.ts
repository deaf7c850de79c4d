import { randomUUID } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import * as v from 'valibot';

/** `report` opens only the user's report. */
export const scopes = ['full', 'report'] as const;
export type Scope = (typeof scopes)[number];

export type Identity = { userId: string; scope: Scope };

/** Other issuers and audiences of the same key are refused. */
const ISSUER = 'companion-cloud';
const AUDIENCE = 'fridge-activities';
const ALGORITHM = 'HS256';

const claimsSchema = v.object({ sub: v.pipe(v.string(), v.minLength(1)), scope: v.picklist(scopes) });

const bytes = (key: string) => new TextEncoder().encode(key);

/**
 * Issues a token as the central cloud does: JWT, HS256.
 * @param expiresAt real time, milliseconds, cut to whole seconds
 */
export function issueAccessToken(
  { userId, scope, expiresAt }: Identity & { expiresAt: number },
  cloudKey: string,
): Promise<string> {
  return new SignJWT({ scope })
    .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
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
 */
export async function readAccessToken(token: string, cloudKey: string, now: number): Promise<Identity | null> {
  try {
    const { payload } = await jwtVerify(token, bytes(cloudKey), {
      algorithms: [ALGORITHM],
      issuer: ISSUER,
      audience: AUDIENCE,
      requiredClaims: ['exp', 'jti'],
      currentDate: new Date(now),
    });
    const claims = v.safeParse(claimsSchema, payload);
    return claims.success ? { userId: claims.output.sub, scope: claims.output.scope } : null;
  } catch {
    return null;
  }
}

/**
 * Reads `Basic base64(userId:accessToken)`.
 * @param now real time, milliseconds
 * @returns `null` when missing, malformed, or not that user's valid token
 */
export async function readAuthorization(
  header: string | undefined,
  { cloudKey, now }: { cloudKey: string; now: number },
): Promise<Identity | null> {
  const encoded = /^Basic ([A-Za-z0-9+/]+={0,2})$/i.exec(header ?? '')?.[1] ?? '';
  const [userId = '', token = '', ...rest] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
  if (rest.length > 0 || userId === '') return null;
  const identity = await readAccessToken(token, cloudKey, now);
  return identity?.userId === userId ? identity : null;
}
