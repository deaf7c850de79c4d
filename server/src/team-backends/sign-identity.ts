import { randomUUID } from 'node:crypto';
import {
  TEAM_IDENTITY_LIFE_S,
  TEAM_IDENTITY_TYPE,
  type TeamIdentityClaims,
  teamAudience,
} from '@fridge/shared-contracts/team';
import { SignJWT } from 'jose';
import type { Identity } from '../admission/authorization.ts';
import type { OwnedHousehold } from '../admission/find-household.ts';
import type { Services } from '../program/services.ts';

/** A header has its limits; no household has as many. */
const MAX_FRIDGES = 50;

type Caller = { sub?: string; scope: TeamIdentityClaims['scope']; home?: string; fridges?: string[] };

/**
 * What a team's backend may know of a caller: ids, never a name, a phone or a token. A report's link tells whose it is
 * and nothing of the household.
 * @param household `null`: a guest's, or not stored yet
 */
export function callerOf(identity: Identity | null, household: OwnedHousehold | null): Caller {
  if (identity === null) return { scope: 'none' };
  if (identity.scope === 'report') return { sub: identity.userId, scope: 'report' };
  const [home] = household?.homeIds ?? [];
  return {
    sub: identity.userId,
    scope: 'household',
    ...(home !== undefined && { home }),
    fridges: (household?.fridges ?? []).slice(0, MAX_FRIDGES).map(({ fridgeId }) => fridgeId),
  };
}

/** @param request hash of the forwarded request, as `teamIdentityClaimsSchema` tells */
export function signIdentity(
  caller: Caller,
  { team, request }: { team: string; request: string },
  { identityKeys, environment, clock }: Pick<Services, 'identityKeys' | 'environment' | 'clock'>,
): Promise<string> {
  const now = Math.floor(clock.real() / 1000);
  const claims = new SignJWT({ ...caller, request })
    .setIssuer(environment.PUBLIC_API_ORIGIN)
    .setAudience(teamAudience(team))
    .setJti(randomUUID())
    .setIssuedAt(now)
    .setExpirationTime(now + TEAM_IDENTITY_LIFE_S);
  return identityKeys.sign(claims, TEAM_IDENTITY_TYPE);
}
