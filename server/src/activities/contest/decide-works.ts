import { workStatus } from '@fridge/shared-contracts/activities/contest';
import { and, arrayContains, desc, eq, isNull, sql } from 'drizzle-orm';
import * as v from 'valibot';
import { isoInShanghai } from '../../program/clock.ts';
import { type Problem, Refused } from '../../commands/refused.ts';
import type { Context, Undo } from '../../commands/table.ts';
import type { Queries } from '../../database/database.ts';
import { record } from '../../history/events.ts';
import { events } from '../../history/tables.ts';
import { givePrize } from '../../prizes/give-prize.ts';
import { requireFound, showWork, statusNames, workStates } from './listed-work.ts';
import { insertWorkPrize, lockWork, type StoredWork } from './stored-works.ts';
import { works } from './tables.ts';

type Status = (typeof workStates)[number];
/** `mark`: what the author of a rejected work reads, the reason by default. */
type Decided = { to: Status; reason?: string; mark?: string; heldUntil?: Date | null; undoes?: number };

/** Gives a locked work its status; `lastDecision` is the event. */
async function setStatus(
  transaction: Queries,
  { id, userId, status }: StoredWork,
  { to, reason = '', mark = reason, heldUntil = null, undoes }: Decided,
  context: Context,
) {
  const scope = undoes === undefined ? context : { ...context, undoes };
  const lastDecision = await record(transaction, scope, context.clock, {
    about: [id, userId],
    changes: [{ path: 'status', before: statusNames[status], after: to }],
    why: reason,
  });
  await transaction
    .update(works)
    .set({ status: workStatus[to], mark: to === 'rejected' ? mark : '', heldUntil, lastDecision })
    .where(eq(works.id, id));
  return showWork(transaction, id);
}

/** Changes a work whose row is locked. */
const onWork = <Result>(
  id: string,
  { transact }: Context,
  change: (work: StoredWork, transaction: Queries) => Promise<Result>,
) => transact(async (transaction) => change(requireFound(id, await lockWork(transaction, id)), transaction));

/** Refuses a decision that comes after another. */
async function tooLate(transaction: Queries, id: string, text: string, kind: string): Promise<Refused> {
  const { status, decisions } = await showWork(transaction, id);
  const [last] = decisions;
  if (last === undefined || status === 'pending') return new Refused([{ text, kind }]);
  const about = { status, by: last.by, at: isoInShanghai(last.at) };
  return new Refused([{ text: `${text} Decided by ${about.by} at ${about.at}.`, kind, about }]);
}

/** `kind`: for the review page's own words. */
const refused = (kind: string, text: string) => new Refused([{ kind, text }]);

const otherwise = {
  pending: 'already.',
  approved: 'only approved works are taken down.',
  rejected: 'only rejected works are restored.',
} as const;

type Reviewed = { id: string; revision?: number | undefined };
type Decision = Reviewed & {
  from: Status;
  to: Status;
  reason: string;
  holdSeconds?: number;
};

/**
 * Decides a pending work, or overrules a decision that users may have seen; a prize that the work won stays its
 * author's. Users see it after `holdSeconds`; until then it can be undone. Refused when the work isn't `from`, or was
 * changed by its author since the reviewed `revision`.
 */
export const decideWork = ({ id, from, to, reason, revision, holdSeconds = 0 }: Decision, context: Context) =>
  onWork(id, context, async (work, transaction) => {
    const status = statusNames[work.status];
    const found = `Work ${id} is ${status}${from === 'pending' ? ' ' : ': '}${otherwise[from]}`;
    if (status !== from) throw await tooLate(transaction, id, found, 'decided');
    if (revision !== undefined && revision !== work.revision)
      throw refused('changed', `Work ${id} was changed by its author since you looked at it. Look at it again.`);
    const heldUntil = holdSeconds === 0 ? null : new Date(context.clock.real() + holdSeconds * 1_000);
    return setStatus(transaction, work, { to, reason, heldUntil }, context);
  });

/** `works`: each once; with a `revision`, refused if its author changed it since. */
type Decisions = { works: readonly Reviewed[]; to: 'approved' | 'rejected'; reason: string; holdSeconds: number };

/** Pending works in one transaction. @throws Refused with what is wrong with any of them */
export const decideWorks = ({ works: reviewed, to, reason, holdSeconds }: Decisions, context: Context) => {
  if (to === 'approved' && reason !== '') throw new Refused('reason: only a rejection has one that authors read.');
  return context.transact(async (transaction) => {
    const problems: Problem[] = [];
    const within: Context = { ...context, transact: (work) => work(transaction) };
    const sorted = reviewed.toSorted((one, other) => (one.id < other.id ? -1 : 1)); // one order of locks
    for (const work of sorted)
      await decideWork(
        { ...work, from: 'pending', to, reason: to === 'approved' ? context.why : reason, holdSeconds },
        within,
      ).catch((error: unknown) => {
        if (!(error instanceof Refused)) throw error;
        problems.push(...error.problems);
      });
    if (problems.length > 0) throw new Refused(problems, { lead: 'Nothing was decided. ' });
    return { decided: sorted.length };
  });
};

/** Takes back a decision that users don't see yet; once a prize followed, they do. */
export const undoDecision = (id: string, context: Context) =>
  onWork(id, context, async (work, transaction) => {
    if (work.status === workStatus.pending)
      throw refused('pending', `Work ${id} is pending: there is no decision to undo.`);
    if ((work.heldUntil?.getTime() ?? 0) <= context.clock.real()) {
      const remedy = work.status === workStatus.approved ? 'works take-down' : 'works restore';
      throw refused(
        work.prize === 0 ? 'seen' : 'seenPrize',
        `The decision on work ${id} can't be undone any more: its author may have seen it. Use ${remedy} instead.`,
      );
    }
    return setStatus(transaction, work, { to: 'pending', undoes: work.lastDecision }, context);
  });

/** What the author of a work read when it was rejected last. */
async function rejectionReason(transaction: Queries, id: string): Promise<string> {
  const [rejection] = await transaction
    .select({ why: events.why })
    .from(events)
    .where(
      and(
        arrayContains(events.about, [id]),
        sql`${events.changes} -> 0 ->> 'after' = 'rejected'`,
        isNull(events.undoes), // whose reason is the operator's own
      ),
    )
    .orderBy(desc(events.id))
    .limit(1);
  return rejection?.why ?? '';
}

/** Gives a work the status that it had before the event, if that was its last. */
export const undoStatus: Undo = ({ id: event, about: [id = ''], changes: [change] }, context) =>
  onWork(id, context, async (work, transaction) => {
    if (work.lastDecision !== event)
      throw await tooLate(transaction, id, `Work ${id} was decided on since.`, 'decided');
    if (work.prize !== 0 && change?.after === 'approved')
      throw new Refused(`Work ${id} has won prize ${work.prize}: its approval stays.`);
    const to = v.parse(v.picklist(workStates), change?.before);
    const mark = await rejectionReason(transaction, id);
    await setStatus(transaction, work, { to, reason: context.why, mark, undoes: event }, context);
  });

/** Gives an approved work's author one prize from the wheel's stock and codes; `/prize` lists it. */
export const awardPrize = (id: string, level: number, context: Context) =>
  onWork(id, context, async (work, transaction) => {
    const { clock } = context;
    if (work.status !== workStatus.approved)
      throw refused('notApproved', `Work ${id} isn't approved: only approved works win prizes.`);
    if (work.prize !== 0)
      throw await tooLate(transaction, id, `Work ${id} has won prize ${work.prize} already.`, 'won');
    const prize = await insertWorkPrize(transaction, id);
    await givePrize(transaction, { id: prize, userId: work.userId, level, now: clock.business() });
    const lastDecision = await record(transaction, context, clock, {
      about: [id, work.userId, `prize ${prize}`],
      changes: [{ path: 'prize', after: level }],
    });
    // The prize is visible at once, and reveals the approval.
    await transaction.update(works).set({ lastDecision, heldUntil: null }).where(eq(works.id, id));
    return showWork(transaction, id);
  });
