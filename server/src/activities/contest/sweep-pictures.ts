import { and, asc, eq, inArray, lte, not, type SQL } from 'drizzle-orm';
import type { Queries } from '../../database/database.ts';
import { withinTime } from '../../bounds/within-time.ts';
import { describeFault } from '../../log/log.ts';
import type { ObjectStorage } from '../../storage/object-storage.ts';
import type { Services } from '../../program/services.ts';
import { inUse, removed } from './pictures.ts';
import { pictures } from './tables.ts';
import { removeInterruptedUploads } from '../../edge/incoming-files.ts';

const AT_ONCE = 20;
const RUN_LIMIT_MS = 30_000;
const REMOVE_LIMIT_MS = 10_000;
/** Delay before a failed removal is retried. */
const AGAIN_AFTER_MS = 10 * 60 * 1000;

export async function tidyUploads({ queries, storage, clock, environment, log, metrics }: Services): Promise<void> {
  await removeInterruptedUploads(environment, clock.real());
  const { failures } = await sweepPictures(queries, storage, clock.real());
  if (failures.length === 0) return;
  metrics.sweepFailures.inc(failures.length);
  log.warn({ event: 'pictureSweepFailed', pictures: failures.length, fault: describeFault(failures[0]) });
}

/**
 * Removes due unused pictures and files of deleted works. Each process claims its own. The row is marked first and
 * deleted last, so after a crash the picture is due again.
 * @param now real time, milliseconds
 * @returns the number removed, and the errors
 */
export async function sweepPictures(
  queries: Queries,
  storage: ObjectStorage,
  now: number,
  { runMs = RUN_LIMIT_MS, removeMs = REMOVE_LIMIT_MS } = {},
) {
  const swept = { removed: 0, failures: new Array<unknown>() };
  const removeOne = async (name: string) => {
    try {
      await withinTime(storage.remove(name), removeMs);
      await queries.delete(pictures).where(eq(pictures.name, name));
      swept.removed += 1;
    } catch (error) {
      swept.failures.push(error);
    }
  };
  const end = performance.now() + runMs;
  while (performance.now() < end) {
    const names = await claimDuePictures(queries, { now, again: now + AGAIN_AFTER_MS, most: AT_ONCE });
    if (names.length === 0) break;
    await Promise.all(names.map(removeOne));
  }
  return swept;
}

/**
 * Claims due pictures for this process and hides them. They are due again at `again` unless removed.
 * @returns names, the longest due first
 */
async function claimDuePictures(
  queries: Queries,
  { now, again, most }: { now: number; again: number; most: number },
): Promise<string[]> {
  return queries.transaction(async (transaction) => {
    const due = await transaction
      .select({ name: pictures.name })
      .from(pictures)
      .where(lte(pictures.dueAt, new Date(now)))
      .orderBy(asc(pictures.dueAt))
      .limit(most)
      .for('update', { skipLocked: true });
    const names = due.map(({ name }) => name);
    const changeLocked = (change: Partial<typeof pictures.$inferInsert>, which: SQL) =>
      transaction
        .update(pictures)
        .set(change)
        .where(and(inArray(pictures.name, names), which))
        .returning({ name: pictures.name });
    // A picture in use isn't due.
    await changeLocked({ dueAt: null }, inUse);
    return (await changeLocked(removed(now, again), not(inUse))).map(({ name }) => name);
  });
}
