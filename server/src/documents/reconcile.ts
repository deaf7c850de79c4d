import type { Clock } from '../program/clock.ts';
import type { Queries } from '../database/database.ts';
import { differences } from './differences.ts';
import { documentKinds } from './document-kinds.ts';
import { type DocumentName, documentNames, documentText, type Version } from './documents.ts';
import { insertVersion, latestVersion, lockDocument } from './versions.ts';

/** Writes each document's first version, and what its tables hold besides. Starts run this one at a time. */
export async function reconcileDocuments(queries: Queries, clock: Clock): Promise<void> {
  for (const name of documentNames) await queries.transaction((transaction) => lockedLatest(transaction, name, clock));
}

/**
 * Locks the document until the transaction ends. The tables of a document decide: if they hold something else, since a
 * process of an earlier release knows no documents, that becomes a version of its own.
 * @returns the latest version
 */
export async function lockedLatest(transaction: Queries, name: DocumentName, clock: Clock): Promise<Version> {
  await lockDocument(transaction, name);
  // A later statement: the one that waited for the lock doesn't see the rows that were added meanwhile.
  const latest = await latestVersion(transaction, name);
  const kind = documentKinds[name];
  const present = latest === null ? null : parseDocument(latest.document);
  // A newer release's document may hold more than these tables.
  if (latest !== null && kind.faultsOf(present).length > 0) return latest;
  const stored = await kind.stored?.(transaction);
  if (latest !== null && (stored === undefined || differences(present, stored.document).length === 0)) return latest;

  const serial = Math.max((latest?.serial ?? 0) + 1, stored?.serial ?? 1);
  const document = stored?.document ?? kind.first();
  const why = latest === null ? '' : 'the tables held other values';
  const changes = differences(present ?? {}, document);
  const version = await insertVersion(
    transaction,
    { name, serial, document: documentText(document) },
    changes,
    { by: 'start', why, way: 'start' },
    clock,
  );
  if (latest !== null) await kind.apply?.(transaction, { document, serial }, clock);
  return version;
}

/** @returns `undefined` for broken text, which fits no document */
export function parseDocument(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
