import { and, asc, eq, inArray, lte } from 'drizzle-orm';
import * as v from 'valibot';
import type { Queries } from '../database/database.ts';
import type { ObjectStorage } from '../object-storage.ts';
import { withinTime } from '../within-time.ts';
import { unusedReleaseObjects } from './tables.ts';

/** Objects of the store that belong to no release. `id` is never used again, and so are its objects. */
export type UnusedObjects = { id: string; objects: readonly string[]; dueAt: Date };

export async function insertUnused(queries: Queries, { id, objects, dueAt }: UnusedObjects): Promise<void> {
  await queries.insert(unusedReleaseObjects).values({ id, keys: objects, dueAt });
}

/** They belong to a release from now on. @returns false if the sweep has begun to remove them */
export async function claimUnused(transaction: Queries, { id, dueAt }: UnusedObjects): Promise<boolean> {
  const claimed = await transaction
    .delete(unusedReleaseObjects)
    .where(and(eq(unusedReleaseObjects.id, id), eq(unusedReleaseObjects.dueAt, dueAt)))
    .returning({ id: unusedReleaseObjects.id });
  return claimed.length > 0;
}

/** The next sweep removes them. Nothing happens if they belong to a release meanwhile. */
export async function letGo(queries: Queries, { id }: UnusedObjects, now: number): Promise<void> {
  await queries
    .update(unusedReleaseObjects)
    .set({ dueAt: new Date(now) })
    .where(eq(unusedReleaseObjects.id, id));
}

const SETS_AT_ONCE = 4;
const RUN_LIMIT_MS = 30_000;
const REMOVE_LIMIT_MS = 10_000;
/** Delay before a failed removal is retried. */
const AGAIN_AFTER_MS = 10 * 60 * 1000;

const objectsSchema = v.array(v.string());

/** Each process claims its own sets. A row is deleted after its objects. @param now real time @returns the errors */
export async function removeUnused(queries: Queries, storage: ObjectStorage, now: number): Promise<unknown[]> {
  const failures: unknown[] = [];
  const end = performance.now() + RUN_LIMIT_MS;
  while (performance.now() < end) {
    const sets = await claimDue(queries, now);
    if (sets.length === 0) break;
    for (const { id, keys } of sets) {
      try {
        for (const name of v.parse(objectsSchema, keys)) await withinTime(storage.remove(name), REMOVE_LIMIT_MS);
        await queries.delete(unusedReleaseObjects).where(eq(unusedReleaseObjects.id, id));
      } catch (error) {
        failures.push(error);
      }
    }
  }
  return failures;
}

function claimDue(queries: Queries, now: number) {
  const { id, dueAt } = unusedReleaseObjects;
  return queries.transaction(async (transaction) => {
    const due = await transaction
      .select()
      .from(unusedReleaseObjects)
      .where(lte(dueAt, new Date(now)))
      .orderBy(asc(dueAt))
      .limit(SETS_AT_ONCE)
      .for('update', { skipLocked: true });
    const claimed = inArray(
      id,
      due.map((set) => set.id),
    );
    if (due.length > 0)
      await transaction
        .update(unusedReleaseObjects)
        .set({ dueAt: new Date(now + AGAIN_AFTER_MS) })
        .where(claimed);
    return due;
  });
}
