import type { Queries } from '../database/database.ts';
import type { ChangeOptions } from './actor.ts';

/** Rolls the transaction of a dry run back. */
class RolledBack extends Error {
  override name = 'RolledBack';
}

/** One transaction; a dry run gives its result and rolls it back. */
export async function transact<Result>(
  queries: Queries,
  { dryRun = false }: ChangeOptions,
  work: (transaction: Queries) => Promise<Result>,
): Promise<Result> {
  if (!dryRun) return queries.transaction(work);
  let done: { result: Result } | undefined;
  await queries
    .transaction(async (transaction) => {
      done = { result: await work(transaction) };
      throw new RolledBack();
    })
    .catch((error: unknown) => {
      if (!(error instanceof RolledBack)) throw error;
    });
  if (done === undefined) throw new Error('a transaction ended without a result');
  return done.result;
}
