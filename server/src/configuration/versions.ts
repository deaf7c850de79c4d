import { and, asc, desc, eq, gt, lt, or } from 'drizzle-orm';
import type { Queries } from '../database/database.ts';
import { ChangeRefused, type DocumentName, type Version } from './documents.ts';
import { configVersions } from './tables.ts';

const ofDocument = (name: DocumentName) => eq(configVersions.name, name);

export async function latestVersion(queries: Queries, name: DocumentName): Promise<Version | null> {
  const [latest] = await listVersions(queries, name, { limit: 1 });
  return latest ?? null;
}

/** Newest first. `before`, `after`: exclusive serials. */
export function listVersions(
  queries: Queries,
  name: DocumentName,
  { before, after, limit }: { before?: number | undefined; after?: number | undefined; limit: number },
): Promise<Version[]> {
  return queries
    .select()
    .from(configVersions)
    .where(
      and(
        ofDocument(name),
        before === undefined ? undefined : lt(configVersions.serial, before),
        after === undefined ? undefined : gt(configVersions.serial, after),
      ),
    )
    .orderBy(desc(configVersions.serial))
    .limit(limit);
}

/** @throws ChangeRefused if there is no such version */
export async function readVersion(queries: Queries, name: DocumentName, serial: number): Promise<Version> {
  const [version] = await queries
    .select()
    .from(configVersions)
    .where(and(ofDocument(name), eq(configVersions.serial, serial)));
  if (version === undefined) throw new ChangeRefused(`${name} has no serial ${serial}. See config history ${name}.`);
  return version;
}

/** Of all documents at once, in the order of their serials. @param known each document's latest known serial */
export function newerVersions(queries: Queries, known: ReadonlyMap<DocumentName, number>): Promise<Version[]> {
  const newer = [...known].map(([name, serial]) => and(ofDocument(name), gt(configVersions.serial, serial)));
  return queries
    .select()
    .from(configVersions)
    .where(or(...newer))
    .orderBy(asc(configVersions.serial));
}

/** Changes of a document come one after another; each starts with this, and reads the latest version after it. */
export async function lockDocument(transaction: Queries, name: DocumentName): Promise<void> {
  await transaction
    .select({ serial: configVersions.serial })
    .from(configVersions)
    .where(ofDocument(name))
    .orderBy(asc(configVersions.serial))
    .limit(1)
    .for('update');
}

export async function insertVersion(transaction: Queries, version: Version): Promise<Version> {
  const [inserted] = await transaction.insert(configVersions).values(version).returning();
  if (inserted === undefined) throw new Error('A version is missing right after it was written.');
  return inserted;
}
