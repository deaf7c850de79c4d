import type { TeamKey } from '../../commands/actor.ts';
import type { Services } from '../../program/services.ts';
import { ReleaseRefused } from '../../releases/release-refused.ts';
import { countedAs } from './verify-team-request.ts';

const ALL_TEAMS = countedAs({ team: '' });

/** In each process, from the first byte of an upload on; each holds the files of its release in memory. */
const PUBLICATIONS_AT_ONCE = { ofTeam: 4, ofAll: 12 } as const;

/**
 * Counts a publication until its work ends.
 * @param work calls `begin` once it knows who publishes, before it reads a byte; that throws for one too many
 */
export async function countPublication<Result>(
  { userCounts: { uploadsUnderWay } }: Pick<Services, 'userCounts'>,
  work: (begin: (by: TeamKey) => void) => Promise<Result>,
): Promise<Result> {
  const begun: string[] = [];
  try {
    return await work((by) => {
      const team = countedAs(by);
      // One that is refused takes no place, however long the rest of its body lasts.
      if (
        uploadsUnderWay.of(team) >= PUBLICATIONS_AT_ONCE.ofTeam ||
        uploadsUnderWay.of(ALL_TEAMS) >= PUBLICATIONS_AT_ONCE.ofAll
      ) {
        const text = 'Too many releases are being published at the moment. Try again when one is done.';
        throw new ReleaseRefused([{ kind: 'tooMany', text }]);
      }
      begun.push(team, ALL_TEAMS);
      begun.forEach(uploadsUnderWay.add);
    });
  } finally {
    begun.forEach(uploadsUnderWay.remove);
  }
}
