import { and, asc, desc, eq, getTableColumns, gt, lt, or } from 'drizzle-orm';
import type { Queries } from '../database/database.ts';
import { Refused } from '../commands/refused.ts';
import type { FieldChange, Scope } from '../commands/actor.ts';
import type { Clock } from '../program/clock.ts';
import { eventLine, listEvents, record } from '../history/events.ts';
import { events } from '../history/tables.ts';
import { differences, type DocumentName, documentNames, documentText, StaleChange, type Version } from './documents.ts';
import { configVersions } from './tables.ts';
import { documentKinds } from './document-kinds.ts';

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
  changes: readonly FieldChange[],
  scope: Scope,
  clock: Clock,
): Promise<Version> {
  const parts = changes.flatMap(({ path }) => /^(?:remotes|teams)\.([^.]+)/.exec(path)?.[1] ?? []);
  const about = [...new Set([name, ...parts])];
  const event = await record(transaction, scope, clock, { about, changes, document: name });
  await transaction.insert(configVersions).values({ name, serial, document, event });
  return readVersion(transaction, name, serial);
}

const CHANGES_NAMED = 10;

/** Says what changed since: who, when, why, and the fields. */
export async function staleChange(queries: Queries, latest: Version, expected: number): Promise<StaleChange> {
  const { name, serial } = latest;
  if (expected > serial) return new StaleChange(`${name} has no serial ${expected} yet: the latest is ${serial}.`);
  const { event } = await readVersion(queries, name, expected);
  const since = await listEvents(queries, { document: name, after: event, limit: CHANGES_NAMED + 1 });
  const lines = since.slice(0, CHANGES_NAMED).map((each) => `  ${eventLine(each)}`);
  const first = `${name} is at serial ${serial}, not at ${expected}: nothing was changed. Since then:`;
  return new StaleChange([first, ...lines, ...(since.length > CHANGES_NAMED ? ['  and earlier ones'] : [])].join('\n'));
}

const BY_START = { by: 'start', why: '', way: 'start' } as const;

/** Writes the first version of each document that has none. Starts run this one at a time. */
export async function writeFirstVersions(queries: Queries, clock: Clock): Promise<void> {
  for (const name of documentNames) {
    if ((await listVersions(queries, name, { limit: 1 })).length > 0) continue;
    const { stored, initial } = documentKinds[name];
    const document = (await stored?.(queries)) ?? initial;
    const version = { name, serial: 1, document: documentText(document) };
    await queries.transaction((transaction) =>
      insertVersion(transaction, version, differences({}, document), BY_START, clock),
    );
  }
}
