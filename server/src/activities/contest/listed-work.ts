import { workStatus } from '@fridge/shared-contracts/activities/contest';
import { and, arrayOverlaps, desc, eq } from 'drizzle-orm';
import * as v from 'valibot';
import { number, optionalText, text, time } from '../../commands/fields.ts';
import { Refused } from '../../commands/refused.ts';
import type { Queries } from '../../database/database.ts';
import type { StoredEvent } from '../../history/events.ts';
import { events } from '../../history/tables.ts';
import { reviewOrders } from './review-order.ts';
import { findWork, selectWorks, type StoredWork } from './stored-works.ts';
import { works } from './tables.ts';

export const workKinds = ['recipe', 'photoShare'] as const;

export const workStates = ['pending', 'approved', 'rejected'] as const;
export const statusNames = {
  [workStatus.pending]: 'pending',
  [workStatus.approved]: 'approved',
  [workStatus.rejected]: 'rejected',
} as const;

/**
 * Without phones and device. Pictures are names for `works picture`; `prize`: its `drawId2`; `decisions`: newest first,
 * `reason` of a rejection or of a return to the queue, or the prize level.
 */
export const listedWork = v.object({
  id: text,
  kind: v.picklist(workKinds),
  status: v.picklist(workStates),
  submittedAt: time,
  cookName: text,
  prize: number,
  revision: number,
  userId: text,
  nickName: text,
  desc: text,
  cookTime: text,
  materials: text,
  tips: text,
  images: v.array(text),
  steps: v.array(v.object({ picture: optionalText, stepDesc: text })),
  mark: text,
  addedAt: time,
  decisions: v.array(
    v.object({
      at: time,
      decision: v.picklist(['approved', 'rejected', 'undone', 'prize']),
      by: text,
      reason: text,
    }),
  ),
});
export type ListedWork = v.InferOutput<typeof listedWork>;

/** @throws Refused */
export function requireFound<Work>(id: string, work: Work | null | undefined): Work {
  if (work === null || work === undefined)
    throw new Refused([{ kind: 'gone', text: `There is no work ${id}; its author may have deleted it.` }]);
  return work;
}

export async function withDecisions(queries: Queries, stored: readonly StoredWork[]) {
  const ids = stored.map(({ id }) => id);
  const found =
    ids.length === 0
      ? []
      : await queries.select().from(events).where(arrayOverlaps(events.about, ids)).orderBy(desc(events.id));
  return stored.map((work) => ({
    ...work,
    status: statusNames[work.status],
    decisions: found.filter(({ about }) => about.includes(work.id)).flatMap((event) => decisionIn(event) ?? []),
  }));
}

/** A work's events change its status, or give it a prize. */
type Decision = ListedWork['decisions'][number]['decision'];

function decisionIn({ changes: [change], why, by, businessAt: at }: StoredEvent) {
  if (change?.path === 'prize') return { decision: 'prize', reason: String(change.after), by, at } as const;
  if (change?.path !== 'status') return null;
  const decision: Decision = change.after === 'approved' || change.after === 'rejected' ? change.after : 'undone';
  return { decision, reason: why, by, at };
}

/** @throws Refused when it doesn't exist */
export async function showWork(queries: Queries, id: string) {
  const [listed] = await withDecisions(queries, await selectWorks(queries).where(eq(works.id, id)));
  return requireFound(id, listed);
}

export const countPending = (queries: Queries): Promise<number> => queries.$count(works, reviewOrders.pending.where);

/** Position in the queue if pending, else among decided works. */
export async function placeWork(queries: Queries, id: string) {
  const work = requireFound(id, await findWork(queries, id));
  const order = reviewOrders[work.status === workStatus.pending ? 'pending' : 'decided'];
  const cursor = order.cursorOf(work);
  const nextTo = async (side: 'after' | 'before') => {
    const [neighbour] = await queries
      .select({ id: works.id })
      .from(works)
      .where(and(order.where, order.beyond(cursor, side)))
      .orderBy(...(side === 'after' ? order.by : order.backwards))
      .limit(1);
    return neighbour?.id ?? null;
  };
  const [index, count, pending, before, after] = await Promise.all([
    queries.$count(works, and(order.where, order.beyond(cursor, 'before'))),
    queries.$count(works, order.where),
    countPending(queries),
    nextTo('before'),
    nextTo('after'),
  ]);
  return { index, count, pending, before, after };
}
