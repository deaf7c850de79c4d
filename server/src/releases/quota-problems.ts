import { and, inArray, isNull } from 'drizzle-orm';
import type { Queries } from '../database/database.ts';
import { releases } from './registry/tables.ts';
import { countUploaded } from './file-store.ts';
import type { ReleaseProblem } from './release-refused.ts';

const GIB = 1024 ** 3;
/** `versions`: releases that weren't removed, wherever they are served. `bytes`: of uploaded ones, in the store. */
const quotas = {
  ofTeam: { versions: 2_000, bytes: 4 * GIB },
  ofAll: { versions: 20_000, bytes: 64 * GIB },
} as const;

type Quota = { versions: number; bytes: number };

/**
 * Whether there is room for one more release.
 * @param team with its remotes; `null`: an operator publishes under a name that no team holds
 * @param bytes of its files, if they are uploaded
 */
export async function quotaProblems(
  queries: Queries,
  { team, bytes }: { team: { name: string; remotes: readonly string[] } | null; bytes: number },
  { ofTeam, ofAll }: { ofTeam: Quota; ofAll: Quota } = quotas,
): Promise<ReleaseProblem[]> {
  const problemsOf = async (who: string, quota: Quota, remotes?: readonly string[]): Promise<ReleaseProblem[]> => {
    const named = remotes && inArray(releases.name, [...remotes]);
    const versions = await queries.$count(releases, and(isNull(releases.removedAt), named));
    const stored = bytes === 0 ? 0 : (await countUploaded(queries, remotes)).bytes;
    const todo = 'Ask operators to remove releases that nobody needs: ops releases remove NAME VERSION';
    return [
      ...(versions < quota.versions ? [] : [`${who} ${quota.versions} releases, as many as it may have. ${todo}`]),
      ...(stored + bytes <= quota.bytes
        ? []
        : [`${who} files of ${stored} bytes, and may have ${quota.bytes}. ${todo}`]),
    ].map((text) => ({ kind: 'size', text }));
  };
  const own = team === null ? [] : await problemsOf(`${team.name} has`, ofTeam, team.remotes);
  return [...own, ...(await problemsOf('this server has', ofAll))];
}
