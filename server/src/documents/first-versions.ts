import type { Queries } from '../database/database.ts';
import type { Clock } from '../program/clock.ts';
import { differences } from './differences.ts';
import { documentKinds } from './document-kinds.ts';
import { documentNames, documentText } from './documents.ts';
import { insertVersion, listVersions } from './versions.ts';

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
