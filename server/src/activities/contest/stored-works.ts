import { isDeepStrictEqual } from 'node:util';
import { type WorkStatus, workStatus } from '@fridge/shared-contracts/activities/contest';
import { desc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { Queries } from '../../database/database.ts';
import { workPrizes, works } from './tables.ts';

/** `prize`: its `drawId2`, 0 for none or one that was revoked. */
export type StoredWork = typeof works.$inferSelect & { prize: number };

export type WorkKind = StoredWork['kind'];

export const latestSubmission: readonly SQL[] = [desc(works.submittedAt), desc(works.id)];

export const workColumns = {
  ...getTableColumns(works),
  prize: sql<number>`coalesce((
    select max(won.id) from work_prizes as won join draw_prizes on draw_prizes.id = won.id::text
    where won.work_id = works.id and draw_prizes.revoked_at is null
  ), 0)`,
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

/** The work that won a prize, locked; `null`: no work did, or its author deleted it. */
export async function lockWinner(transaction: Queries, prizeId: string): Promise<StoredWork | null> {
  if (!/^\d{1,9}$/.test(prizeId)) return null; // other prizes have UUIDs
  const [won] = await transaction
    .select({ workId: workPrizes.workId })
    .from(workPrizes)
    .where(eq(workPrizes.id, Number(prizeId)));
  return won === undefined ? null : lockWork(transaction, won.workId);
}

/** Lets a locked work win a prize. @returns the prize's id */
export async function insertWorkPrize(transaction: Queries, workId: string): Promise<string> {
  const [prize] = await transaction.insert(workPrizes).values({ workId }).returning({ id: workPrizes.id });
  return String(prize?.id);
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
