import { isDeepStrictEqual } from 'node:util';
import { type WorkStatus, workStatus } from '@fridge/shared-contracts/activities/contest';
import { and, desc, eq, getTableColumns, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import type { Queries } from '../../database/database.ts';
import { workImages, works, workSteps } from './tables.ts';

type StoredStep = { picture: string | null; stepDesc: string };

/** `prize`: its `drawId2`, 0 for none. */
export type StoredWork = typeof works.$inferSelect & { images: string[]; steps: StoredStep[]; prize: number };

export type WorkKind = StoredWork['kind'];

export const latestSubmission: readonly SQL[] = [desc(works.submittedAt), desc(works.id)];

/** Of a row of `works`, with its parts. */
export const workColumns = {
  ...getTableColumns(works),
  images: sql<string[]>`(
    select coalesce(jsonb_agg(picture order by position), '[]') from work_images where work_id = works.id)`,
  steps: sql<StoredStep[]>`(
    select coalesce(jsonb_agg(jsonb_build_object('picture', picture, 'stepDesc', step_desc) order by position), '[]')
    from work_steps where work_id = works.id)`,
  prize: sql<number>`coalesce((select id from work_prizes where work_id = works.id), 0)`,
};

export async function findWorks(
  queries: Queries,
  where: SQL | undefined,
  { order = [], limit }: { order?: readonly SQL[]; limit?: number } = {},
): Promise<StoredWork[]> {
  const asked = queries
    .select(workColumns)
    .from(works)
    .where(where)
    .orderBy(...order);
  return limit === undefined ? asked : asked.limit(limit);
}

export async function findWork(queries: Queries, id: string): Promise<StoredWork | null> {
  return (await findWorks(queries, eq(works.id, id)))[0] ?? null;
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

/** The same in SQL: publicly visible works. */
export function approvedFor(now: number): SQL | undefined {
  return and(eq(works.status, workStatus.approved), or(isNull(works.heldUntil), lte(works.heldUntil, new Date(now))));
}

type Parts = { images: readonly string[]; steps: readonly StoredStep[] };

export type WorkContent = Pick<StoredWork, 'cookName' | 'desc' | 'phone' | 'cookTime' | 'materials' | 'tips'> & Parts;

export const isSameContent = (content: WorkContent, work: StoredWork): boolean =>
  Object.entries(content).every(([field, value]) => isDeepStrictEqual(value, Reflect.get(work, field)));

export function picturesOf({ images, steps }: Parts): string[] {
  return [...images, ...steps.flatMap(({ picture }) => picture ?? [])];
}

/** Replaces a work's pictures and steps. */
export async function writeParts(transaction: Queries, workId: string, { images, steps }: Parts): Promise<void> {
  await transaction.delete(workImages).where(eq(workImages.workId, workId));
  await transaction.delete(workSteps).where(eq(workSteps.workId, workId));
  if (images.length > 0)
    await transaction.insert(workImages).values(images.map((picture, position) => ({ workId, position, picture })));
  if (steps.length > 0)
    await transaction.insert(workSteps).values(steps.map((step, position) => ({ workId, position, ...step })));
}
