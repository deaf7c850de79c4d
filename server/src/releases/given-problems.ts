import { contractText } from '@fridge/shared-contracts';
import { compatibility } from '@fridge/shared-contracts/page';
import { releaseSchema } from '@fridge/shared-contracts/team';
import * as v from 'valibot';
import type { TeamKey } from '../commands/actor.ts';
import type { Queries } from '../database/database.ts';
import { placeProblems } from './publish/place-problems.ts';
import type { ReleaseRow } from './registry/releases.ts';
import type { routedInAll } from './registry/resolve-registry.ts';
import type { Services } from '../program/services.ts';
import { ownershipProblems } from './teams/ownership-problems.ts';
import { lockTeams, teamOf } from './teams/read-teams.ts';
import type { ReleaseProblem } from './release-refused.ts';
import { removedText } from './removed-text.ts';

/**
 * Why a stored release can't be given to pages. Since it was published its files may have gone, the host may speak
 * another contract, others may have taken its routes, and operators its origin or the name's team.
 */
export async function givenProblems(
  { description, baseUrl, removedAt }: Pick<ReleaseRow, 'description' | 'baseUrl' | 'removedAt'>,
  { others, team: by }: { others: ReturnType<typeof routedInAll>; team?: TeamKey | undefined },
  transaction: Queries,
  { settings, environment }: Pick<Services, 'settings' | 'environment'>,
): Promise<ReleaseProblem[]> {
  const parsed = v.safeParse(releaseSchema, description);
  if (!parsed.success)
    return [{ kind: 'description', text: "this host can't read the description of that release. Publish a new one." }];
  const release = parsed.output;
  const team = by === undefined ? null : teamOf(await lockTeams(transaction), by.team);
  const isUploaded = new URL(baseUrl).origin === environment.PUBLIC_RELEASES_ORIGIN;
  const fit = compatibility(release.contract);
  const text = `it is built for contract ${release.contract}, and this host speaks ${contractText}. Publish a new release.`;
  return [
    ...(team === null ? [] : ownershipProblems({ release, baseUrl, isUploaded }, team, team)),
    ...(removedAt === null ? [] : [{ kind: 'noRelease' as const, text: `${removedText({ ...release, removedAt })}.` }]),
    ...(fit === 'fits' || fit === 'tooNew' ? [] : [{ kind: 'contract' as const, text }]),
    ...placeProblems(release, others, settings.current()),
  ];
}
