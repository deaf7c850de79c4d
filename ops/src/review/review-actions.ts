import { type ListedWork, UNDO_SECONDS } from '@fridge/server/operator-protocol';
import { drawTerms } from '@fridge/shared-contracts/activities/draw';
import * as v from 'valibot';
import { type Ask, ServerRefused } from '../operator/ask-server.ts';
import type { ReviewMessage, ReviewSession } from './access.ts';
import { titleOf } from './page-shell.ts';
import { words } from './review-words.ts';

/** What a form does, and what the reviewer sees next. */
type Action = {
  work(): Promise<ReviewMessage>;
  /** By the work's new state. */
  whyNot(work: ListedWork): string;
  id: string;
  done: string;
  failed: string;
};

type ActionOf = (form: unknown, session: ReviewSession, ask: Ask) => Action | null;

export const workIdSchema = v.pipe(v.string(), v.regex(/^[\da-z]{1,40}$/));
const nameSchema = v.object({ name: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(40)) });
const undoSchema = v.object({ id: workIdSchema });
const decisionSchema = v.object({
  id: workIdSchema,
  revision: v.pipe(v.string(), v.regex(/^\d{1,9}$/), v.transform(Number)),
  decision: v.picklist(['approved', 'rejected']),
  reason: v.optional(v.string(), ''),
  next: v.optional(v.pipe(v.string(), v.regex(/^[\da-z]{0,40}$/)), ''),
});
const prizeSchema = v.object({
  id: workIdSchema,
  level: v.pipe(v.string(), v.regex(/^\d$/), v.transform(Number), v.picklist(drawTerms.prizeLevels)),
});

const minuteOfDay = (time: string): string => time.slice(11, 16);

const decide: ActionOf = (form, { name: by }, ask) => {
  const parsed = v.safeParse(decisionSchema, form);
  if (!parsed.success) return null;
  const { id, revision, decision, reason, next } = parsed.output;
  const request = { id, revision, by, holdSeconds: UNDO_SECONDS };
  return {
    id,
    async work() {
      const approved = decision === 'approved';
      const work = await (approved
        ? ask({ command: 'works.approve', ...request })
        : ask({ command: 'works.reject', ...request, reason }));
      const undo = { id, until: Date.now() + UNDO_SECONDS * 1_000 };
      return { tone: 'good', text: words.done[decision](titleOf(work)), undo, ...(approved && { award: id }) };
    },
    whyNot({ status, decisions: [last], revision: current }) {
      if (status !== 'pending' && last) return words.decidedBy(status, last.by, minuteOfDay(last.at));
      return current === revision ? words.failed : words.changed;
    },
    done: next === '' ? '/' : `/?work=${next}`,
    failed: `/?work=${id}`,
  };
};

const undo: ActionOf = (form, { name: by }, ask) => {
  const parsed = v.safeParse(undoSchema, form);
  if (!parsed.success) return null;
  const { id } = parsed.output;
  const address = `/?work=${id}`;
  return {
    id,
    work: async () => ({ tone: 'good', text: words.undone(titleOf(await ask({ command: 'works.undo', id, by }))) }),
    whyNot: ({ status, prize }) => {
      if (status === 'pending') return words.undoPending;
      return prize > 0 ? words.undoPrize : words.undoLate;
    },
    done: address,
    failed: address,
  };
};

const award: ActionOf = (form, { name: by }, ask) => {
  const parsed = v.safeParse(prizeSchema, form);
  if (!parsed.success) return null;
  const { id, level } = parsed.output;
  const address = `/work?id=${id}`;
  return {
    id,
    async work() {
      const work = await ask({ command: 'works.prize', id, level, by });
      return { tone: 'good', text: words.awarded(titleOf(work), words.prizeLevel(String(level))) };
    },
    whyNot({ status, decisions }) {
      const given = decisions.find(({ decision }) => decision === 'prize');
      if (given !== undefined) return words.awardedBy(given.by, minuteOfDay(given.at));
      return status === 'approved' ? words.notAwarded : words.onlyApproved;
    },
    done: address,
    failed: address,
  };
};

const actions = new Map<string, ActionOf>([
  ['/decide', decide],
  ['/undo', undo],
  ['/prize', award],
]);

export const isAction = (path: string): boolean => actions.has(path);

/** @returns where to go next, `null` for a malformed form */
export async function carryOut(path: string, form: unknown, session: ReviewSession, ask: Ask): Promise<string | null> {
  const action = actions.get(path)?.(form, session, ask);
  if (!action) return null;
  try {
    session.message = await action.work();
    return action.done;
  } catch (error) {
    if (!(error instanceof ServerRefused)) throw error;
    const work = await findWork(ask, action.id);
    session.message = { tone: 'bad', text: work === null ? words.gone : action.whyNot(work) };
    return action.failed;
  }
}

export function setName(session: ReviewSession, form: unknown): void {
  const parsed = v.safeParse(nameSchema, form);
  if (parsed.success) session.name = parsed.output.name;
}

export const findWork = (ask: Ask, id: string): Promise<ListedWork | null> =>
  ask({ command: 'works.show', id }).catch(nullWhenRefused);

export function nullWhenRefused(error: unknown): null {
  if (error instanceof ServerRefused) return null;
  throw error;
}
