import { SIGNATURE_WINDOW_MS } from '@fridge/shared-contracts/page';
import { lt, sql } from 'drizzle-orm';
import * as v from 'valibot';
import { createBatches } from '../database/batches.ts';
import { type Queries, rowsOf } from '../database/database.ts';
import { nonces } from './tables.ts';

export type Nonces = ReturnType<typeof createNonces>;

type Used = { nonce: string; now: number };

const BATCHES = { queue: 'nonces', atOnce: 2, most: 500 };

const usedSchema = v.object({ nonce: v.string() });

export function createNonces(queries: Queries) {
  const batchesOf = (commit: 'on' | 'off') => {
    const batches = createBatches((asked: readonly Used[]) => useNonces(queries, asked, commit), BATCHES);
    return (nonce: string, now: number) => batches({ nonce, now });
  };
  return {
    /**
     * Uses a nonce up; its primary key decides across processes. The commit doesn't wait for the disk: whatever the
     * call commits afterwards does, and the log is written in order, so that no acknowledged write loses its nonce
     * (decision 9).
     * @param now real time, milliseconds
     * @returns whether it was unused
     */
    use: batchesOf('off'),
    /** The same, for calls whose effect is in no database of ours: a crash doesn't make them repeatable. */
    useDurably: batchesOf('on'),
  };
}

/** In the order of the nonces: two processes that use the same ones wait for each other in one direction. */
async function useNonces(queries: Queries, asked: readonly Used[], commit: 'on' | 'off'): Promise<boolean[]> {
  const first = new Map(asked.toReversed().map((each) => [each.nonce, each]));
  const sorted = [...first.values()].toSorted((one, other) => (one.nonce < other.nonce ? -1 : 1));
  // A nonce that another holds without committing mustn't hold up those of others: a batch gives up, and they come
  // again alone.
  const lockTimeout = sorted.length > 1 ? sql`'500ms'` : sql`current_setting('lock_timeout')`;
  const inserted = await rowsOf(
    queries,
    usedSchema,
    sql`
    insert into nonces (nonce, used_at)
    select given.nonce, to_timestamp(given.used_at / 1000.0)
    from unnest(${sql.param(sorted.map(({ nonce }) => nonce))}::text[], ${sql.param(sorted.map(({ now }) => now))}::float8[])
      as given (nonce, used_at),
      (select set_config('synchronous_commit', ${commit}, true), set_config('lock_timeout', ${lockTimeout}, true)) as terms
    on conflict do nothing
    returning nonce`,
  );
  const used = new Set(inserted.map(({ nonce }) => nonce));
  return asked.map((each) => used.has(each.nonce) && first.get(each.nonce) === each);
}

/** A time stamp may be one window ahead, and is valid until one window behind. */
const NONCE_LIFE_MS = 2 * SIGNATURE_WINDOW_MS;

/** Deletes nonces whose requests are too old anyway. */
export async function pruneNonces(queries: Queries, now: number): Promise<void> {
  await queries.delete(nonces).where(lt(nonces.usedAt, new Date(now - NONCE_LIFE_MS)));
}
