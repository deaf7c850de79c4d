import { shanghaiDay } from '@fridge/shared-contracts';
import { sql } from 'drizzle-orm';
import type { Clock } from '../clock/clock.ts';
import type { Queries } from '../database/database.ts';
import { activityRecords } from '../database/schema.ts';

/** Counts what a user did on the Shanghai day of business time. @returns the how manieth time of the day it was */
export async function recordActivity(queries: Queries, clock: Clock, userId: string, kind: string): Promise<number> {
  const [record] = await queries
    .insert(activityRecords)
    .values({ userId, kind, day: shanghaiDay(clock.business()), firstAt: new Date(clock.business()) })
    .onConflictDoUpdate({
      target: [activityRecords.userId, activityRecords.kind, activityRecords.day],
      set: { times: sql`${activityRecords.times} + 1` },
    })
    .returning({ times: activityRecords.times });
  return record?.times ?? 0;
}
