import { isDeepStrictEqual } from 'node:util';
import { and, desc, eq, lt, sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { Queries } from '../database/database.ts';
import { configVersions } from '../configuration/tables.ts';
import { decidedOf, registryDocumentSchema, type RemoteDecision } from '../registry/registry-document.ts';

/** What is decided of a remote now. `serial`: of the version that it began with; `heldMs`: by the database's clock. */
export type HeldDecision = { decision: RemoteDecision; serial: number; heldMs: number; latest: number };

/** Versions that are read at a time. */
const READ_AT_ONCE = 20;

/** @returns `null` for a remote that the latest document doesn't list */
export async function readHeld(queries: Queries, name: string): Promise<HeldDecision | null> {
  const [latest] = await readVersions(queries, { limit: 1 });
  const decision = latest === undefined ? null : decisionIn(latest, name);
  if (latest === undefined || decision === null) return null;
  let first = latest;
  for (;;) {
    const before = await readVersions(queries, { before: first.serial, limit: READ_AT_ONCE });
    const end = before.findIndex((version) => !isDeepStrictEqual(decisionIn(version, name), decision));
    first = (end === -1 ? before.at(-1) : before[end - 1]) ?? first;
    if (end !== -1 || before.length < READ_AT_ONCE)
      return { decision, serial: first.serial, heldMs: first.heldMs, latest: latest.serial };
  }
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

const textSchema = v.pipe(v.string(), v.parseJson(), registryDocumentSchema);

/** None in what another program wrote and this one can't read. */
function decisionIn({ document }: Stored, name: string): RemoteDecision | null {
  const parsed = v.safeParse(textSchema, document);
  return parsed.success ? decidedOf(name, parsed.output) : null;
}
