import { hkdfSync } from 'node:crypto';
import { compatibility, previewPaths } from '@fridge/shared-contracts/page';
import { type Release, releaseSchema } from '@fridge/shared-contracts/team';
import { jwtVerify, SignJWT } from 'jose';
import * as v from 'valibot';
import type { TeamKey } from '../../commands/actor.ts';
import { DAY_MS } from '../../program/clock.ts';
import type { Services } from '../../program/services.ts';
import { readStoredRelease } from '../registry/releases.ts';
import { holderOf, teamsInForce } from '../teams/read-teams.ts';
import { teamKeyProblems } from '../teams/team-key-problems.ts';

/** `team`: empty for a release of a name that no team holds. */
export type Preview = { team: string; release: Release; baseUrl: string; expiresAt: Date; isPublished: boolean };

/** For reviewers, who needn't be at it today. */
const LIFE_MS = DAY_MS;

const TYPE = 'release-preview+jwt';

/** `keyId`: of the team that gave the link; absent: operators did. */
const claimsSchema = v.object({
  sub: v.string(),
  version: v.string(),
  exp: v.number(),
  keyId: v.optional(v.string()),
});

type Signing = Pick<Services, 'pageIdKey' | 'clock' | 'environment'>;

const secretOf = ({ pageIdKey }: Pick<Signing, 'pageIdKey'>): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', pageIdKey, '', TYPE, 32));

/**
 * A link to a published release that pages don't get: whoever has it sees the release in the browser that opens it, for
 * a day. Nothing is stored of it.
 */
export async function releaseLink(
  { name, version }: { name: string; version: string },
  team: TeamKey | undefined,
  services: Signing,
): Promise<{ url: string; expiresAt: Date }> {
  const expiresAt = new Date(services.clock.real() + LIFE_MS);
  const token = await new SignJWT({ sub: name, version, ...(team && { keyId: team.keyId }) })
    .setProtectedHeader({ alg: 'HS256', typ: TYPE })
    .setExpirationTime(expiresAt)
    .sign(secretOf(services));
  return { url: `${services.environment.PUBLIC_HOST_ORIGIN}${previewPaths.below}${token}`, expiresAt };
}

export type PreviewServices = Pick<Services, 'queries' | 'configuration' | 'settings' | 'clock' | 'pageIdKey'>;

/**
 * What a link, and the cookie of who opened it, shows.
 * @returns `null`: forged, over, of a release that was removed or that this host can't show, or of a key or a name that
 * its team has no more
 */
export async function linkedRelease(token: string, services: PreviewServices): Promise<Preview | null> {
  const { queries, configuration, clock } = services;
  const options = { algorithms: ['HS256'], typ: TYPE, currentDate: new Date(clock.real()) };
  const verified = await jwtVerify(token, secretOf(services), options).catch(() => null);
  const claims = v.safeParse(claimsSchema, verified?.payload);
  if (!claims.success) return null;
  const { sub: name, version, exp, keyId } = claims.output;
  const stored = await readStoredRelease(queries, { name, version });
  const release = v.safeParse(releaseSchema, stored?.description);
  if (stored === null || stored.removedAt !== null || !release.success) return null;
  if (compatibility(release.output.contract) !== 'fits') return null;
  const holder = holderOf(teamsInForce(configuration), name);
  const key = { team: holder?.name ?? '', keyId: keyId ?? '' };
  if (keyId !== undefined && (await teamKeyProblems(queries, holder, key)).length > 0) return null;
  const expiresAt = new Date(exp * 1_000);
  return { team: key.team, release: release.output, baseUrl: stored.baseUrl, expiresAt, isPublished: true };
}
