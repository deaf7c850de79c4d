import { parseInstant } from '@fridge/shared-contracts';
import type { Queries } from '../database/database.ts';
import { businessClock } from '../database/schema.ts';

/**
 * How far business time is ahead of real time. Fixed at the very first start; later starts, whatever their
 * DEMO_CLOCK, read it back.
 * @param demoClock ISO time with offset that business time starts at; undefined: business time is real time
 */
export async function businessOffset(queries: Queries, demoClock: string | undefined): Promise<number> {
  const start = demoClock === undefined ? null : parseInstant(demoClock);
  await queries.insert(businessClock).values({ offsetMs: start === null ? 0 : start - Date.now() }).onConflictDoNothing();
  const [row] = await queries.select().from(businessClock);
  return row?.offsetMs ?? 0;
}
