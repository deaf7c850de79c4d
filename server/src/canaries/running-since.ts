import { and, desc, eq, gt } from 'drizzle-orm';
import * as v from 'valibot';
import type { Version } from '../configuration/documents.ts';
import { listVersions } from '../configuration/versions.ts';
import type { Queries } from '../database/database.ts';
import { promotions } from '../registry/tables.ts';
import { decidedOf, registryDocumentSchema } from '../registry/registry-document.ts';

/** Versions of the document that are read at a time. */
const READ_AT_ONCE = 20;

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
  let oldest = latest;
  for (let isOver = false; !isOver;) {
    const before = await listVersions(queries, 'registry', { before: oldest.serial, limit: READ_AT_ONCE });
    const end = before.findIndex((version) => releasesIn(version, name) !== releases);
    oldest = (end === -1 ? before.at(-1) : before[end - 1]) ?? oldest;
    isOver = end !== -1 || before.length < READ_AT_ONCE;
  }
  const [promotion] = await queries
    .select({ changedAt: promotions.changedAt })
    .from(promotions)
    .where(and(eq(promotions.name, name), gt(promotions.changedAt, oldest.changedAt)))
    .orderBy(desc(promotions.id))
    .limit(1);
  return { decidedAt: oldest.changedAt, promotedAt: promotion?.changedAt ?? null };
}

const textSchema = v.pipe(v.string(), v.parseJson(), registryDocumentSchema);

/** None in what another program wrote and this one can't read. */
function releasesIn({ document }: Version, name: string): string {
  const parsed = v.safeParse(textSchema, document);
  const decision = parsed.success ? decidedOf(name, parsed.output) : null;
  return JSON.stringify([decision?.canary?.release, decision?.release]);
}
