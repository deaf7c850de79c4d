import { and, desc, eq, gt } from 'drizzle-orm';
import type { Version } from '../documents/documents.ts';
import { listVersions } from '../documents/versions.ts';
import type { Queries } from '../database/database.ts';
import { decidedOf, storedDocument } from './registry/registry-document.ts';
import { promotions } from './registry/tables.ts';
import { firstOfRun } from './first-of-run.ts';

/**
 * Since when these releases run beside each other: since the canary was started, whatever its share was meanwhile, or
 * since the stable release changed.
 * @param latest the version of the registry document in force, with the canary
 */
export async function runningSince(queries: Queries, name: string, latest: Version): Promise<Date> {
  const { decidedAt, promotedAt } = await readStart(queries, name, latest);
  return promotedAt ?? decidedAt;
}

/** `promotedAt`: of the last release that was promoted, or rolled back to, since the canary was decided. */
export async function readStart(
  queries: Queries,
  name: string,
  latest: Version,
): Promise<{ decidedAt: Date; promotedAt: Date | null }> {
  const releases = releasesIn(latest, name);
  const oldest = await firstOfRun(
    latest,
    (version) => releasesIn(version, name) === releases,
    (part) => listVersions(queries, 'registry', part),
  );
  const [promotion] = await queries
    .select({ changedAt: promotions.changedAt })
    .from(promotions)
    .where(and(eq(promotions.name, name), gt(promotions.changedAt, oldest.changedAt)))
    .orderBy(desc(promotions.id))
    .limit(1);
  return { decidedAt: oldest.changedAt, promotedAt: promotion?.changedAt ?? null };
}

function releasesIn(version: Version, name: string): string {
  const decision = decidedOf(name, storedDocument(version));
  return JSON.stringify([decision?.canary?.release, decision?.release]);
}
