import { refuse } from '../wire/refusal.ts';
import { type AccessClaims, readAccessToken, type Scope } from './access-token.ts';

/**
 * Reads `Authorization: Basic base64(userId:accessToken)`.
 * @param now real time, milliseconds
 * @throws Refusal 401 when it's missing, malformed, forged, expired, another user's, or not of the scope asked for
 */
export function readAuthorization(header: string | undefined, { cloudKey, scope, now }: { cloudKey: string; scope: Scope; now: number }): AccessClaims {
  const encoded = /^Basic ([A-Za-z0-9+/]+={0,2})$/i.exec(header ?? '')?.[1] ?? '';
  const [userId = '', token = '', ...rest] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
  const claims = rest.length === 0 ? readAccessToken(token, cloudKey, now) : null;
  if (claims === null || claims.userId !== userId || claims.scope !== scope) throw refuse.notAuthorized();
  return claims;
}
