import { parseInstant } from '@fridge/shared-contracts';
import type { Queries } from './database/database.ts';
import { businessClock } from './database/schema.ts';

/** Milliseconds since the epoch (architecture, "Time"). */
export interface Clock {
  /** For signatures, nonces and tokens. */
  real(): number;
  /** For windows, deadlines and daily counts. */
  business(): number;
  /** Business time of the first start; `null` if business time is real time. */
  readonly businessStart: number | null;
}

/**
 * The first start stores the offset of business time; later starts ignore DEMO_CLOCK.
 * @param demoClock ISO start of business time; undefined: real time
 * @param options.demonstration stored: only the demonstration uses this database
 */
export async function openClock(queries: Queries, demoClock: string | undefined, { demonstration = false } = {}): Promise<Clock> {
  const now = Date.now();
  const start = demoClock === undefined ? null : parseInstant(demoClock);
  await queries
    .insert(businessClock)
    .values({ offsetMs: start === null ? 0 : start - now, startedAt: new Date(now), demonstration })
    .onConflictDoNothing();
  const [stored] = await queries.select().from(businessClock);
  if (stored === undefined) throw new Error('The row of business_clock is missing right after it was written.');
  const { offsetMs, startedAt } = stored;
  if (stored.demonstration !== demonstration) await queries.update(businessClock).set({ demonstration });
  return {
    real: () => Date.now(),
    business: () => Date.now() + offsetMs,
    businessStart: offsetMs === 0 ? null : startedAt.getTime() + offsetMs,
  };
}

const SHANGHAI_OFFSET_MS = 8 * 60 * 60 * 1000;

/** `2023-08-01T10:00:00+08:00`. */
export function isoInShanghai(instant: Date): string {
  return `${new Date(instant.getTime() + SHANGHAI_OFFSET_MS).toISOString().slice(0, 19)}+08:00`;
}
