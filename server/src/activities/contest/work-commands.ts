import { buffer } from 'node:stream/consumers';
import { workStatus } from '@fridge/shared-contracts/activities/contest';
import { and, desc, eq, getTableColumns, inArray, isNull } from 'drizzle-orm';
import { isoInShanghai } from '../../clock.ts';
import type { Queries } from '../../database/database.ts';
import { recordAction } from '../../operator/actions.ts';
import { type CommandHandler, CommandRefused, type ParsedRequest } from '../../operator/protocol.ts';
import type { Services } from '../../services.ts';
import { giftName, givePrize, NoPrizeLeft } from '../draw/outcomes.ts';
import { reviewOrders } from './review-order.ts';
import { findWork, findWorks, lockWork, type StoredWork } from './stored-works.ts';
import { pictures, workDecisions, workPrizes, works } from './tables.ts';

type Decision = typeof workDecisions.$inferSelect;

/** Position in the queue if pending, else among decided works. */
export const placeWork: CommandHandler<'works.place'> = async ({ id }, { queries }) => {
  const work = found(id, await findWork(queries, id));
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
};

export const countPending = (queries: Queries): Promise<number> => queries.$count(works, reviewOrders.pending.where);

/** @throws CommandRefused when it doesn't exist */
export async function showWork(queries: Queries, id: string): Promise<ShownWork> {
  const [listed] = await withDecisions(queries, await findWorks(queries, eq(works.id, id)));
  return found(id, listed);
}

type DecisionAsked = ParsedRequest<'works.approve'> | ParsedRequest<'works.reject'>;

/**
 * Decides a pending work. Users see it after `holdSeconds`; until then it can be undone. Refused when already decided,
 * or changed by its author since the reviewed `revision`.
 */
export function decideWork(request: DecisionAsked, { queries, clock }: Services): Promise<ShownWork> {
  const { id, revision, holdSeconds, by } = request;
  const [decision, reason] =
    request.command === 'works.reject' ? (['rejected', request.reason] as const) : (['approved', ''] as const);
  return queries.transaction(async (transaction) => {
    const work = found(id, await lockWork(transaction, id));
    if (work.status !== workStatus.pending) {
      const before = work.status === workStatus.approved ? 'approved' : 'rejected';
      throw new CommandRefused(`Work ${id} is ${before} already.${await decidedBySuffix(transaction, id, before)}`);
    }
    if (revision !== undefined && revision !== work.revision) {
      throw new CommandRefused(`Work ${id} was changed by its author since you looked at it. Look at it again.`);
    }
    const heldUntil = holdSeconds === 0 ? null : new Date(clock.real() + holdSeconds * 1_000);
    const lastDecision = await record(transaction, work, { decision, reason, by }, clock);
    await transaction
      .update(works)
      .set({ status: workStatus[decision], mark: reason, heldUntil, lastDecision })
      .where(eq(works.id, id));
    return showWork(transaction, id);
  });
}

/**
 * Undoes a decision that users don't see yet; the work is pending again. Refused when they may have seen it, as they do
 * once a prize followed.
 */
export const undoDecision: CommandHandler<'works.undo'> = ({ id, by }, { queries, clock }) =>
  queries.transaction(async (transaction) => {
    const work = found(id, await lockWork(transaction, id));
    if (work.status === workStatus.pending)
      throw new CommandRefused(`Work ${id} is pending: there is no decision to undo.`);
    if ((work.heldUntil?.getTime() ?? 0) <= clock.real()) {
      const remedy = work.status === workStatus.approved ? 'works take-down' : 'works reopen';
      throw new CommandRefused(
        `The decision on work ${id} can't be undone any more: its author may have seen it. Use ${remedy} instead.`,
      );
    }
    const lastDecision = await record(transaction, work, { decision: 'undone', reason: '', by }, clock);
    await transaction
      .update(works)
      .set({ status: workStatus.pending, mark: '', heldUntil: null, lastDecision })
      .where(eq(works.id, id));
    return showWork(transaction, id);
  });

type Overruled = ParsedRequest<'works.takeDown'> | ParsedRequest<'works.reopen'>;

/** Of each command, the status that it overrules and what the work gets. */
const overruled = {
  'works.takeDown': { from: 'approved', to: 'rejected', decision: 'rejected', done: 'taken down' },
  'works.reopen': { from: 'rejected', to: 'pending', decision: 'undone', done: 'reopened' },
} as const;

/**
 * Overrules a decision that users may have seen, at once: takes an approved work down, or returns a rejected one to the
 * queue. A prize that the work won stays its author's. Refused for a work of any other status.
 */
export function overruleDecision(
  { command, id, by, why }: Overruled,
  { queries, clock }: Services,
): Promise<ShownWork> {
  const { from, to, decision, done } = overruled[command];
  return queries.transaction(async (transaction) => {
    const work = found(id, await lockWork(transaction, id));
    if (work.status !== workStatus[from]) {
      const who = work.status === workStatus.rejected ? await decidedBySuffix(transaction, id, 'rejected') : '';
      throw new CommandRefused(`Work ${id} is ${statusNames[work.status]}: only ${from} works are ${done}.${who}`);
    }
    const lastDecision = await record(transaction, work, { decision, reason: why, by }, clock);
    const subject = `work ${id}, user ${work.userId}: ${from}`;
    await recordAction(transaction, { action: command, subject, by, why, way: 'command' }, clock.real());
    await transaction
      .update(works)
      .set({ status: workStatus[to], mark: to === 'rejected' ? why : '', heldUntil: null, lastDecision })
      .where(eq(works.id, id));
    return showWork(transaction, id);
  });
}

/**
 * Gives an approved work's author one prize from the wheel's stock and codes; `/prize` lists it. Refused unless the
 * work is approved and without a prize, and the prize has stock and a code.
 */
export const awardPrize: CommandHandler<'works.prize'> = ({ id, level, by }, { queries, clock }) =>
  queries.transaction(async (transaction) => {
    const work = found(id, await lockWork(transaction, id));
    if (work.status !== workStatus.approved)
      throw new CommandRefused(`Work ${id} isn't approved: only approved works win prizes.`);
    if (work.prize !== 0)
      throw new CommandRefused(
        `Work ${id} has won prize ${work.prize} already.${await decidedBySuffix(transaction, id, 'prize')}`,
      );

    const [prize] = await transaction.insert(workPrizes).values({ workId: id }).returning({ id: workPrizes.id });
    await givePrize(transaction, { id: String(prize?.id), userId: work.userId, level, now: clock.business() }).catch(
      (error: unknown) => {
        if (!(error instanceof NoPrizeLeft)) throw error;
        throw new CommandRefused(
          error.lacks === 'stock'
            ? `Level ${level} (${giftName(level)}) is sold out. Raise its stock first: draw set ${level} stock=<n>.`
            : `Level ${level} (${giftName(level)}) has no code left. Add some first: draw import-codes ${level} <file.csv>.`,
        );
      },
    );
    const lastDecision = await record(transaction, work, { decision: 'prize', reason: String(level), by }, clock);
    // The prize is visible at once, and reveals the approval.
    await transaction.update(works).set({ lastDecision, heldUntil: null }).where(eq(works.id, id));
    return showWork(transaction, id);
  });

/** @returns `null` when there is no such picture (any more) */
export async function openPicture(name: string, { queries, storage }: Services) {
  const known = await queries.$count(pictures, and(eq(pictures.name, name), isNull(pictures.removedAt)));
  return known === 0 ? null : storage.read(name);
}

export const readPicture: CommandHandler<'works.picture'> = async ({ name }, services) => {
  const file = await openPicture(name, services);
  if (file === null) throw new CommandRefused('There is no such picture; its work may have been deleted.');
  return { base64: (await buffer(file.content)).toString('base64') };
};

function found<Work>(id: string, work: Work | null | undefined): Work {
  if (work === null || work === undefined)
    throw new CommandRefused(`There is no work ${id}; its author may have deleted it.`);
  return work;
}

/** ` Decided by Lin at 2023-08-01T10:00:00+08:00.`, or empty. */
async function decidedBySuffix(transaction: Queries, id: string, decision: Decision['decision']): Promise<string> {
  const [last] = await transaction
    .select()
    .from(workDecisions)
    .where(and(eq(workDecisions.workId, id), eq(workDecisions.decision, decision)))
    .orderBy(desc(workDecisions.id))
    .limit(1);
  return last === undefined ? '' : ` Decided by ${last.decidedBy} at ${isoInShanghai(last.businessAt)}.`;
}

async function record(
  transaction: Queries,
  work: StoredWork,
  { decision, reason, by }: Pick<Decision, 'decision' | 'reason'> & { by: string },
  clock: Services['clock'],
): Promise<number> {
  const { id: workId, userId, cookName, revision } = work;
  const [row] = await transaction
    .insert(workDecisions)
    .values({
      workId,
      userId,
      cookName,
      revision,
      decision,
      reason,
      decidedBy: by,
      realAt: new Date(clock.real()),
      businessAt: new Date(clock.business()),
    })
    .returning({ id: workDecisions.id });
  if (row === undefined) throw new Error('a decision was not stored');
  return row.id;
}

export const statusNames = {
  [workStatus.pending]: 'pending',
  [workStatus.approved]: 'approved',
  [workStatus.rejected]: 'rejected',
} as const;

type ShownWork = Awaited<ReturnType<typeof withDecisions>>[number];

export async function withDecisions(queries: Queries, stored: readonly StoredWork[]) {
  const ids = stored.map(({ id }) => id);
  const decisions = await queries
    .select({ ...getTableColumns(workDecisions), by: workDecisions.decidedBy, at: workDecisions.businessAt })
    .from(workDecisions)
    .where(inArray(workDecisions.workId, ids))
    .orderBy(desc(workDecisions.id));
  return stored.map((work) => ({
    ...work,
    status: statusNames[work.status],
    decisions: decisions.filter(({ workId }) => workId === work.id),
  }));
}
