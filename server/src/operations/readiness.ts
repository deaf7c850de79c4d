import { SIGNATURE_WINDOW_MS } from '@fridge/shared-contracts/page';
import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { Clock } from '../program/clock.ts';
import { type Queries, rowsOf } from '../database/database.ts';
import { accounts } from '../households/tables.ts';
import { nonces } from '../admission/tables.ts';
import type { Log } from '../log/log.ts';
import { joinedRun } from '../bounds/shared-run.ts';
import { withinTime } from '../bounds/within-time.ts';

/** A database silent this long delays calls too. */
export const READY_LIMIT_MS = 2_000;

/** Of this machine's clock and the database's; from here on a warning. */
const CLOCK_WARNING_MS = 60_000;

/**
 * Why calls shouldn't come here.
 * - `ending`: the process is asked to end
 * - `database`: it doesn't let calls read and write
 * - `clock`: this machine's is further from the database's than a signature is valid, so that pages which measured
 *   another process's clock are refused here, and windows and days begin at another time
 */
export const unreadyReasons = ['ending', 'database', 'clock'] as const;
export type Unready = (typeof unreadyReasons)[number];

export interface Readiness {
  /** `null`: ready. */
  reason(): Promise<Unready | null>;
  /** From now on not ready. */
  leave(): void;
  /** At the start and in upkeep. The database's clock is the one that all processes share. */
  compareClocks(): Promise<void>;
}

/** One for all listeners of a process. */
export function createReadiness({
  probes,
  clock,
  log,
  clockMeasured,
}: {
  probes: Queries;
  clock: Pick<Clock, 'real'>;
  log: Log;
  clockMeasured: (aheadMs: number) => void;
}): Readiness {
  const isDatabaseUsable = joinedRun(() =>
    withinTime(touchTables(probes), READY_LIMIT_MS).then(
      () => true,
      () => false,
    ),
  );
  let ending = false;
  let aheadMs = 0;
  let last: Unready | null = null;

  return {
    async reason() {
      if (ending) return 'ending';
      const unusable = !(await isDatabaseUsable());
      const reason = unusable ? 'database' : Math.abs(aheadMs) > SIGNATURE_WINDOW_MS ? 'clock' : null;
      if (reason !== last) log.warn(reason === null ? { event: 'readyAgain' } : { event: 'notReady', reason });
      return (last = reason);
    },
    leave() {
      ending = true;
    },
    async compareClocks() {
      const measured = await withinTime(clockAhead(probes, clock), READY_LIMIT_MS).catch(() => null);
      if (measured === null) return;
      aheadMs = measured;
      clockMeasured(aheadMs);
      if (Math.abs(aheadMs) > CLOCK_WARNING_MS) log.warn({ event: 'clockDiffers', aheadMs });
    },
  };
}

/** Reads accounts and prepares a nonce write, as signed calls do; writes nothing. */
async function touchTables(queries: Queries): Promise<void> {
  await queries.execute(
    sql`with written as (delete from ${nonces} where false returning 1) select exists (select 1 from ${accounts})`,
  );
}

const databaseTime = v.object({ ms: v.pipe(v.string(), v.transform(Number)) });

/** By how many ms this machine's clock is ahead of the database's, give or take half of the answer's time. */
export async function clockAhead(queries: Queries, clock: Pick<Clock, 'real'>): Promise<number> {
  const before = clock.real();
  const query = sql`select (extract(epoch from clock_timestamp()) * 1000)::bigint::text as ms`;
  const [there] = await rowsOf(queries, databaseTime, query);
  return Math.round((before + clock.real()) / 2) - (there?.ms ?? 0);
}
