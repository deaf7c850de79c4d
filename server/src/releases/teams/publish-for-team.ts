import { teamAnswerSchemas } from '@fridge/shared-contracts/team';
import * as v from 'valibot';
import { publishRelease } from '../publish/publish.ts';
import { DESCRIPTION_BYTES, type ReleaseSource, servedSource } from '../publish/release-source.ts';
import { type ProblemKind, ReleaseRefused } from '../release-refused.ts';
import type { Services } from '../../program/services.ts';
import type { TeamDone } from './answer-team.ts';
import { addressProblem, originProblem } from './ownership-problems.ts';
import { teamOf, teamsInForce } from './read-teams.ts';
import { teamActor } from './release-requests.ts';
import type { TeamKey } from './team-key-problems.ts';
import { countedAs, type VerifiedRequest } from './verify-team-request.ts';

const ALL_TEAMS = countedAs({ team: '' });

/** In all processes, from the first byte of an upload on; each holds the files of its release in memory. */
const PUBLICATIONS_AT_ONCE = { ofTeam: 4, ofAll: 12 } as const;

/**
 * Counts a publication until its work ends.
 * @param work calls `begin` once it knows who publishes, before it reads a byte; that throws for one too many
 */
export async function countPublication<Result>(
  { userCounts }: Pick<Services, 'userCounts'>,
  work: (begin: (by: TeamKey) => void) => Promise<Result>,
): Promise<Result> {
  const begun: string[] = [];
  const hasRoom = (counted: string, most: number) => userCounts.uploadsUnderWay.of(counted) < most;
  try {
    return await work((by) => {
      const team = countedAs(by);
      // One that is refused takes no place, however long the rest of its body lasts.
      if (!hasRoom(team, PUBLICATIONS_AT_ONCE.ofTeam) || !hasRoom(ALL_TEAMS, PUBLICATIONS_AT_ONCE.ofAll))
        throw refused('tooMany', 'Too many releases are being published at the moment. Try again when one is done.');
      for (const counted of [team, ALL_TEAMS]) {
        begun.push(counted);
        userCounts.uploadsUnderWay.add(counted);
      }
    });
  } finally {
    for (const counted of begun) userCounts.uploadsUnderWay.remove(counted);
  }
}

const refused = (kind: ProblemKind, text: string) => new ReleaseRefused([{ kind, text }]);

/**
 * Publishes what a team's verified request names, from the files of `source`. Everything is checked before anything is
 * changed, and the same request again changes nothing.
 * @throws ReleaseRefused with every reason
 */
export async function publishForTeam(
  { by, request }: VerifiedRequest<'publish'>,
  source: ReleaseSource,
  services: Services,
): Promise<TeamDone> {
  const { promote, canary, dryRun, why } = request;
  if (Buffer.byteLength(request.release) > DESCRIPTION_BYTES)
    throw refused('tooLarge', `release.json has more than ${DESCRIPTION_BYTES} bytes.`);
  if (promote === true && canary !== null)
    throw refused('form', 'promote and canary: a release is given to all, or to a part of the visitors.');
  const publishing = { ...teamActor(by, why), dryRun, promote, canary, move: true };
  const { release, isNew, outcome, promoted, ...done } = await publishRelease(source, services, publishing);
  const { name, version } = release;
  return {
    outcome: isNew && !dryRun ? 'done' : 'unchanged',
    told: {
      name,
      version,
      ...(dryRun && { dryRun }),
      publication: outcome,
      promoted,
      ...(canary && { percent: canary.percent }),
    },
    data: v.parse(teamAnswerSchemas.publish, { ...done, outcome, promoted, name, version, baseUrl: source.baseUrl }),
  };
}

/** Files on an origin of the team, described by the request's `release.json`. No other origin is asked. */
export function teamSource(
  { by, request }: VerifiedRequest<'publish'>,
  baseUrl: string,
  { configuration, environment }: Pick<Services, 'configuration' | 'environment'>,
): ReleaseSource {
  const team = teamOf(teamsInForce(configuration), by.team);
  const wrong = addressProblem(baseUrl) ?? (team && originProblem(baseUrl, team));
  const served = servedSource(baseUrl, environment.PUBLIC_HOST_ORIGIN);
  const description = Buffer.from(request.release);
  return { ...served, baseUrl, sender: by.team, description, ...(wrong !== null && { refused: wrong }) };
}
