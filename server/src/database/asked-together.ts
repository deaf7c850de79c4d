import { createBatches } from './batches.ts';
import type { Queries } from './database.ts';

/**
 * What calls of several users read alike, by one statement for those that come together.
 * @param queue its name in metrics
 * @param load answers each key in its place
 */
export function askedTogether<Answer>(
  queue: string,
  load: (queries: Queries, keys: readonly string[]) => Promise<readonly Answer[]>,
): (queries: Queries, key: string) => Promise<Answer> {
  const options = { queue, atOnce: 2, most: 500 };
  const known = new WeakMap<Queries, (key: string) => Promise<Answer>>();
  return (queries, key) => {
    const ask = known.get(queries) ?? createBatches((keys: readonly string[]) => load(queries, keys), options);
    known.set(queries, ask);
    return ask(key);
  };
}

/** @returns the rows of each key, in their order, for the keys in theirs */
export function rowsByKey<Row>(keys: readonly string[], rows: readonly Row[], keyOf: (row: Row) => string): Row[][] {
  const found = new Map<string, Row[]>(keys.map((key) => [key, []]));
  for (const row of rows) found.get(keyOf(row))?.push(row);
  return keys.map((key) => found.get(key) ?? []);
}
