import { createHmac, randomBytes } from 'node:crypto';
import * as v from 'valibot';
import { equalInConstantTime } from './equal-in-constant-time.ts';

/** `full`: everything of its user. `report`: that user's report and nothing more. */
export const scopes = ['full', 'report'] as const;
export type Scope = (typeof scopes)[number];

const claimsSchema = v.object({ userId: v.string(), scope: v.picklist(scopes), expiresAt: v.number(), id: v.string() });
export type AccessClaims = Omit<v.InferOutput<typeof claimsSchema>, 'id'>;

/**
 * An access token as the central cloud signs it: `<claims, base64url JSON>.<HMAC-SHA256, base64url>`. Each has an
 * id of its own, so several of one user are valid at once.
 */
export function issueAccessToken(claims: AccessClaims, cloudKey: string): string {
  const payload = Buffer.from(JSON.stringify({ ...claims, id: randomBytes(9).toString('base64url') })).toString('base64url');
  return `${payload}.${mac(payload, cloudKey)}`;
}

/**
 * @param now real time, milliseconds
 * @returns the claims, or `null` when the token is forged, broken or expired
 */
export function readAccessToken(token: string, cloudKey: string, now: number): AccessClaims | null {
  const [payload = '', signature = '', ...rest] = token.split('.');
  if (rest.length > 0 || !equalInConstantTime(signature, mac(payload, cloudKey))) return null;
  const claims = v.safeParse(v.pipe(v.string(), v.parseJson(), claimsSchema), Buffer.from(payload, 'base64url').toString('utf8'));
  return claims.success && claims.output.expiresAt > now ? claims.output : null;
}

function mac(payload: string, cloudKey: string): string {
  return createHmac('sha256', cloudKey).update(`access-token.${payload}`).digest('base64url');
}
