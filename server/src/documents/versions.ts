import { and, asc, desc, eq, getTableColumns, gt, lt, or } from 'drizzle-orm';
import type { Queries } from '../database/database.ts';
import { Refused } from '../commands/refused.ts';
import type { Scope } from '../commands/actor.ts';
import type { Clock } from '../program/clock.ts';
import { record } from '../history/events.ts';
import { events } from '../history/tables.ts';
import type { Difference } from './differences.ts';
import type { DocumentName, Version } from './documents.ts';
import { configVersions } from './tables.ts';

const ofDocument = (name: DocumentName) => eq(configVersions.name, name);

const select = (queries: Queries) =>
  queries
    .select({
      ...getTableColumns(configVersions),
      changedBy: events.by,
      why: events.why,
      way: events.way,
      changedAt: events.at,
    })
    .from(configVersions)
    .innerJoin(events, eq(events.id, configVersions.event));

/** Newest first. @param part.before an exclusive serial */
export function listVersions(
  queries: Queries,
  name: DocumentName,
  { before, limit }: { before?: number | undefined; limit: number },
): Promise<Version[]> {
  return select(queries)
    .where(and(ofDocument(name), before === undefined ? undefined : lt(configVersions.serial, before)))
    .orderBy(desc(configVersions.serial))
    .limit(limit);
}

/** @throws Refused if there is no such version */
export async function readVersion(queries: Queries, name: DocumentName, serial: number): Promise<Version> {
  const [version] = await select(queries).where(and(ofDocument(name), eq(configVersions.serial, serial)));
  if (version === undefined) throw new Refused(`${name} has no serial ${serial}. See history --about ${name}.`);
  return version;
}

/** Of all documents at once, in the order of their serials. @param known each document's latest known serial */
export function newerVersions(queries: Queries, known: ReadonlyMap<DocumentName, number>): Promise<Version[]> {
  const newer = [...known].map(([name, serial]) => and(ofDocument(name), gt(configVersions.serial, serial)));
  return select(queries)
    .where(or(...newer))
    .orderBy(asc(configVersions.serial));
}

/** Changes of a document come one after another; each starts with this. @returns the latest version */
export async function lockLatest(transaction: Queries, name: DocumentName): Promise<Version> {
  await transaction
    .select({ serial: configVersions.serial })
    .from(configVersions)
    .where(ofDocument(name))
    .orderBy(asc(configVersions.serial))
    .limit(1)
    .for('update');
  // A later statement: the one that waited for the lock doesn't see the rows that were added meanwhile.
  const [latest] = await listVersions(transaction, name, { limit: 1 });
  if (latest === undefined) throw new Error(`The document ${name} has no version.`);
  return latest;
}

/** Writes a version with its event, about the document and whatever remotes or teams it changes. */
export async function insertVersion(
  transaction: Queries,
  { name, serial, document }: Pick<Version, 'name' | 'serial' | 'document'>,
  changes: readonly Difference[],
  scope: Scope,
  clock: Clock,
): Promise<Version> {
  const parts = changes.flatMap(({ path }) => /^(?:remotes|teams)\.([^.]+)/.exec(path)?.[1] ?? []);
  const about = [...new Set([name, ...parts])];
  const event = await record(transaction, scope, clock, { about, changes, document: name });
  await transaction.insert(configVersions).values({ name, serial, document, event });
  return readVersion(transaction, name, serial);
}
