import { isDeepStrictEqual } from 'node:util';
import { and, desc, eq, lt, sql } from 'drizzle-orm';
import { configVersions } from '../../documents/tables.ts';
import type { Queries } from '../../database/database.ts';
import { decidedOf, type RemoteDecision, storedDocument } from '../registry/registry-document.ts';
import { firstOfRun } from '../first-of-run.ts';

/** What is decided of a remote now. `serial`: of the version that it began with; `heldMs`: by the database's clock. */
export type HeldDecision = { decision: RemoteDecision; serial: number; heldMs: number; latest: number };

/** @returns `null` for a remote that the latest document doesn't list */
export async function readHeld(queries: Queries, name: string): Promise<HeldDecision | null> {
  const [latest] = await readVersions(queries, { limit: 1 });
  const decision = latest === undefined ? null : decisionIn(latest, name);
  if (latest === undefined || decision === null) return null;
  const { serial, heldMs } = await firstOfRun(
    latest,
    (version) => isDeepStrictEqual(decisionIn(version, name), decision),
    (part) => readVersions(queries, part),
  );
  return { decision, serial, heldMs, latest: latest.serial };
}

type Stored = { serial: number; document: string; heldMs: number };

/** Newest first. */
function readVersions(queries: Queries, { before, limit }: { before?: number; limit: number }): Promise<Stored[]> {
  const { storedAt } = configVersions;
  const heldMs = sql<number>`(extract(epoch from clock_timestamp() - ${storedAt}) * 1000)::float8`;
  return queries
    .select({ serial: configVersions.serial, document: configVersions.document, heldMs })
    .from(configVersions)
    .where(
      and(eq(configVersions.name, 'registry'), before === undefined ? undefined : lt(configVersions.serial, before)),
    )
    .orderBy(desc(configVersions.serial))
    .limit(limit);
}

const decisionIn = (stored: Stored, name: string): RemoteDecision | null => decidedOf(name, storedDocument(stored));
