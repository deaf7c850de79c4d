import * as v from 'valibot';
import { sha256, someText, uuid } from '../contract/fields.ts';
import { isProductCall } from '../contract/calls.ts';

/** The header by which a team's backend learns who calls: a compact JWS (EdDSA) of the API. */
export const teamIdentityHeader = 'team-identity';
/** Its `typ`: no other token of the same keys is taken for one. */
export const TEAM_IDENTITY_TYPE = 'team-identity+jwt';
export const TEAM_IDENTITY_LIFE_S = 60;

/** Where the API publishes the keys that verify it. */
export const TEAM_IDENTITY_KEYS_PATH = '/.well-known/jwks.json';

/** `aud`: worth nothing at another team's backend. */
export const teamAudience = (team: string): string => `team:${team}`;

/** Besides `iss` (the API's public origin), `aud`, `iat` and `exp`. */
export const teamIdentityClaimsSchema = v.object({
  jti: uuid,
  /** The user's id; none for a guest. */
  sub: v.optional(someText),
  /** `household`: a user of the app. `report`: who reads a report by its link. `none`: a guest. */
  scope: v.picklist(['household', 'report', 'none']),
  /** The user's first home, and all fridges; of scope `household` alone. */
  home: v.optional(someText),
  fridges: v.optional(v.array(someText), []),
  /** SHA-256 in hex of `requestStart` and the body: worth nothing with another request. */
  request: sha256,
});
export type TeamIdentityClaims = v.InferOutput<typeof teamIdentityClaimsSchema>;

/** What the hash of a request begins with; the body's bytes follow. @param path the call's, with `/team/<team>` */
export const requestStart = (path: string): string => `POST ${path}\n`;

/** @returns a call's team, and its path below `/team/<team>/`; `null` unless a release may list the path */
export function teamCallOf(path: string) {
  const [, team = '', rest = ''] = /^\/team\/([^/]+)\/(.+)$/.exec(path) ?? [];
  return team !== '' && isProductCall(path) ? { team, rest } : null;
}
