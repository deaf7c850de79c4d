import { isDeepStrictEqual } from 'node:util';
import { type WorkStatus, workStatus } from '@fridge/shared-contracts/activities/contest';
import { desc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { Queries } from '../../database/database.ts';
import { works } from './tables.ts';

/** `prize`: its `drawId2`, 0 for none. */
export type StoredWork = typeof works.$inferSelect & { prize: number };

export type WorkKind = StoredWork['kind'];

export const latestSubmission: readonly SQL[] = [desc(works.submittedAt), desc(works.id)];

export const workColumns = {
  ...getTableColumns(works),
  prize: sql<number>`coalesce((select id from work_prizes where work_id = works.id), 0)`,
};

export const selectWorks = (queries: Queries) => queries.select(workColumns).from(works);

export async function findWork(queries: Queries, id: string): Promise<StoredWork | null> {
  return (await selectWorks(queries).where(eq(works.id, id)))[0] ?? null;
}

/** Locked until the transaction ends: a second decision or change waits for the first. */
export async function lockWork(transaction: Queries, id: string): Promise<StoredWork | null> {
  await transaction.select({ id: works.id }).from(works).where(eq(works.id, id)).for('update');
  return findWork(transaction, id);
}

/**
 * Hides a decision while it may be undone.
 * @param now real time, milliseconds
 */
export function shownDecision(
  { status, mark, heldUntil }: Pick<StoredWork, 'status' | 'mark' | 'heldUntil'>,
  now: number,
): { status: WorkStatus; mark: string } {
  return heldUntil !== null && heldUntil.getTime() > now ? { status: workStatus.pending, mark: '' } : { status, mark };
}

export type WorkContent = Pick<
  StoredWork,
  'cookName' | 'desc' | 'phone' | 'cookTime' | 'materials' | 'tips' | 'images' | 'steps'
>;

export const isSameContent = (content: WorkContent, work: StoredWork): boolean =>
  Object.entries(content).every(([field, value]) => isDeepStrictEqual(value, Reflect.get(work, field)));
