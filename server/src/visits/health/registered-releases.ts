import { and, eq, or } from 'drizzle-orm';
import type { Queries } from '../../database/database.ts';
import { releases } from '../../releases/registry/tables.ts';

type Release = { remote: string; version: string };
const keyOf = ({ remote, version }: Release) => `${remote} ${version}`;

/** Releases that are registered, which they stay for ever. Only those not met before are looked up. */
export function createRegisteredReleases(queries: Queries) {
  const known = new Set<string>();
  return {
    async only<Named extends Release>(named: readonly Named[]): Promise<Named[]> {
      const unknown = new Map(named.filter((each) => !known.has(keyOf(each))).map((each) => [keyOf(each), each]));
      if (unknown.size > 0) {
        const { name: remote, version } = releases;
        const wanted = [...unknown.values()].map((each) => and(eq(remote, each.remote), eq(version, each.version)));
        const found = await queries
          .select({ remote, version })
          .from(releases)
          .where(or(...wanted));
        for (const each of found) known.add(keyOf(each));
      }
      return named.filter((each) => known.has(keyOf(each)));
    },
  };
}
