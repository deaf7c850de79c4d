// Apart from page-id.ts, which remote-kit runs without a database.
import { randomBytes } from 'node:crypto';
import type { Queries } from '../database/database.ts';
import { pageIdKey } from './tables.ts';

const KEY_BYTES = 32;

/**
 * The secret by which page ids are made and read, the same in all processes: the first one on a database makes it. Not
 * a signing key: those stand in every page, and whoever has read one could make views of as many visitors as they like.
 */
export async function openPageIdKey(queries: Queries): Promise<string> {
  await queries
    .insert(pageIdKey)
    .values({ key: randomBytes(KEY_BYTES).toString('base64url') })
    .onConflictDoNothing();
  const [stored] = await queries.select().from(pageIdKey);
  if (stored === undefined) throw new Error('The row of page_id_key is missing right after it was written.');
  return stored.key;
}
