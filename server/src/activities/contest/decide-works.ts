import { workStatus } from '@fridge/shared-contracts/activities/contest';
import { eq } from 'drizzle-orm';
import { isoInShanghai } from '../../program/clock.ts';
import { Refused } from '../../commands/refused.ts';
import type { Context, Undo } from '../../commands/table.ts';
import type { Queries } from '../../database/database.ts';
import { record } from '../../history/events.ts';
import { givePrize } from '../../prizes/give-prize.ts';
import { requireFound, showWork, statusNames } from './listed-work.ts';
import { lockWork, type StoredWork } from './stored-works.ts';
import { workPrizes, works } from './tables.ts';

type Status = keyof typeof workStatus;
type Decided = { to: Status; reason?: string; heldUntil?: Date | null; undoes?: number };

/** Gives a locked work its status; `lastDecision` is the event. */
async function setStatus(
  transaction: Queries,
  work: StoredWork,
  { to, reason = '', heldUntil = null, undoes }: Decided,
  context: Context,
) {
  const scope = undoes === undefined ? context : { ...context, undoes };
  const lastDecision = await record(transaction, scope, context.clock, {
    about: [work.id, work.userId],
    changes: [{ path: 'status', before: statusNames[work.status], after: to }],
    why: reason,
  });
  await transaction
    .update(works)
    .set({ status: workStatus[to], mark: to === 'rejected' ? reason : '', heldUntil, lastDecision })
    .where(eq(works.id, work.id));
  return showWork(transaction, work.id);
}

const lock = async (transaction: Queries, id: string): Promise<StoredWork> =>
  requireFound(id, await lockWork(transaction, id));

/** ` Decided by Lin at 2023-08-01T10:00:00+08:00.`, or empty. */
async function lastDecisionOn(transaction: Queries, id: string): Promise<string> {
  const { decisions } = await showWork(transaction, id);
  const [last] = decisions;
  return last === undefined ? '' : ` Decided by ${last.by} at ${isoInShanghai(last.at)}.`;
}

type Decision = { id: string; revision?: number | undefined; holdSeconds: number; to: Status; reason?: string };

/**
 * Decides a pending work. Users see it after `holdSeconds`; until then it can be undone. Refused when already decided,
 * or changed by its author since the reviewed `revision`.
 */
export const decideWork = ({ id, revision, holdSeconds, to, reason = '' }: Decision, context: Context) =>
  context.transact(async (transaction) => {
    const work = await lock(transaction, id);
    if (work.status !== workStatus.pending)
      throw new Refused(`Work ${id} is ${statusNames[work.status]} already.${await lastDecisionOn(transaction, id)}`);
    if (revision !== undefined && revision !== work.revision)
      throw new Refused(`Work ${id} was changed by its author since you looked at it. Look at it again.`);
    const heldUntil = holdSeconds === 0 ? null : new Date(context.clock.real() + holdSeconds * 1_000);
    return setStatus(transaction, work, { to, reason, heldUntil }, context);
  });

/** Takes back a decision that users don't see yet; once a prize followed, they do. */
export const undoDecision = (id: string, context: Context) =>
  context.transact(async (transaction) => {
    const work = await lock(transaction, id);
    if (work.status === workStatus.pending) throw new Refused(`Work ${id} is pending: there is no decision to undo.`);
    if ((work.heldUntil?.getTime() ?? 0) <= context.clock.real()) {
      const remedy = work.status === workStatus.approved ? 'works take-down' : 'works restore';
      throw new Refused(
        `The decision on work ${id} can't be undone any more: its author may have seen it. Use ${remedy} instead.`,
      );
    }
    return setStatus(transaction, work, { to: 'pending', undoes: work.lastDecision }, context);
  });

/**
 * Overrules a decision that users may have seen, at once: takes an approved work down, or returns a rejected one to the
 * queue. A prize that the work won stays its author's.
 */
export const overruleDecision = (
  { id, from, to, done }: { id: string; from: Status; to: Status; done: string },
  context: Context,
) =>
  context.transact(async (transaction) => {
    const work = await lock(transaction, id);
    if (work.status !== workStatus[from]) {
      const who = work.status === workStatus.rejected ? await lastDecisionOn(transaction, id) : '';
      throw new Refused(`Work ${id} is ${statusNames[work.status]}: only ${from} works are ${done}.${who}`);
    }
    return setStatus(transaction, work, { to, reason: context.why }, context);
  });

/** Gives a work the status that it had before the event, if that was its last. */
export const undoStatus: Undo = ({ id: event, about: [id = ''], changes: [change] }, context) =>
  context.transact(async (transaction) => {
    const work = await lock(transaction, id);
    if (work.lastDecision !== event)
      throw new Refused(`Work ${id} was decided on since.${await lastDecisionOn(transaction, id)}`);
    if (work.prize !== 0) throw new Refused(`Work ${id} has won prize ${work.prize}: its approval stays.`);
    // Its keys.
    const to = (Object.keys(workStatus) as Status[]).find((status) => status === change?.before) ?? 'pending';
    await setStatus(transaction, work, { to, reason: context.why, undoes: event }, context);
  });

/** Gives an approved work's author one prize from the wheel's stock and codes; `/prize` lists it. */
export const awardPrize = (id: string, level: number, context: Context) =>
  context.transact(async (transaction) => {
    const { clock } = context;
    const work = await lock(transaction, id);
    if (work.status !== workStatus.approved)
      throw new Refused(`Work ${id} isn't approved: only approved works win prizes.`);
    if (work.prize !== 0)
      throw new Refused(`Work ${id} has won prize ${work.prize} already.${await lastDecisionOn(transaction, id)}`);
    const [prize] = await transaction.insert(workPrizes).values({ workId: id }).returning({ id: workPrizes.id });
    await givePrize(transaction, { id: String(prize?.id), userId: work.userId, level, now: clock.business() });
    const lastDecision = await record(transaction, context, clock, {
      about: [id, work.userId, `prize ${prize?.id}`],
      changes: [{ path: 'prize', after: level }],
    });
    // The prize is visible at once, and reveals the approval.
    await transaction.update(works).set({ lastDecision, heldUntil: null }).where(eq(works.id, id));
    return showWork(transaction, id);
  });
