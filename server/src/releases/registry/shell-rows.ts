import { sql } from 'drizzle-orm';
import { askedTogether, preparedOnce } from '../../database/batches.ts';
import type { Queries } from '../../database/database.ts';
import { shellTexts } from '../tables.ts';

/** By integrity. Those that are there already stay. */
export async function insertShellTexts(transaction: Queries, texts: ReadonlyMap<string, string>): Promise<void> {
  if (texts.size === 0) return;
  const rows = [...texts].map(([integrity, content]) => ({ integrity, content }));
  await transaction.insert(shellTexts).values(rows).onConflictDoNothing();
}

/** @returns `null` when no release brought a text of this integrity */
export const readShellText = askedTogether('shellTexts', async (queries, hashes): Promise<(string | null)[]> => {
  const rows = await textRows(queries).execute({ hashes });
  const found = new Map(rows.map(({ integrity, content }) => [integrity, content]));
  return hashes.map((hash) => found.get(hash) ?? null);
});

const textRows = preparedOnce((queries) =>
  queries
    .select()
    .from(shellTexts)
    .where(sql`${shellTexts.integrity} = any(${sql.placeholder('hashes')}::text[])`)
    .prepare(''),
);
