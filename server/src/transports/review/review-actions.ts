import { drawTerms } from '@fridge/shared-contracts/activities/draw';
import * as v from 'valibot';
import type { ListedWork } from '../../activities/contest/listed-work.ts';
import { reasonForAuthor, UNDO_SECONDS } from '../../activities/contest/review-rules.ts';
import { Refused } from '../../commands/refused.ts';
import type { AnswerTo, CommandName, FieldsOf } from '../../commands/run.ts';
import { type ReviewMessage, titleOf } from './review-pages.ts';
import { words } from './review-words.ts';

/** Runs a command in the reviewer's name. @throws Refused */
export type Ask = <Name extends CommandName>(command: Name, fields: FieldsOf<Name>) => Promise<AnswerTo<Name>>;

/** Carries out a form. @returns `null` for a malformed form */
type Action = (form: unknown, ask: Ask) => Promise<{ message: ReviewMessage; next: string } | null>;

export const workIdSchema = v.pipe(v.string(), v.regex(/^[\da-z]{1,40}$/));
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

export const actions: Readonly<Record<string, Action>> = {
  '/decide': action(decisionSchema, {
    async work({ id, revision, decision, reason }, ask) {
      const approved = decision === 'approved';
      const fields = { id, revision };
      const work = await (approved ? ask('works approve', fields) : ask('works reject', { ...fields, reason }));
      const undo = { id, until: Date.now() + UNDO_SECONDS * 1_000 };
      return { tone: 'good', text: words.done[decision](titleOf(work)), undo, ...(approved && { award: id }) };
    },
    whyNot({ status, decisions: [last], revision: current }, { revision, reason }) {
      if (status !== 'pending' && last) return words.decidedBy(status, last.by, minuteOfDay(last.at));
      if (current !== revision) return words.changed;
      return v.is(reasonForAuthor, reason) ? words.failed : words.reasonUnclear;
    },
    address: ({ id }) => `/?work=${id}`,
    next: ({ next }) => (next === '' ? '/' : `/?work=${next}`),
  }),
  '/undo': action(undoSchema, {
    work: async ({ id }, ask) => ({ tone: 'good', text: words.undone(titleOf(await ask('works undo', { id }))) }),
    whyNot({ status, prize }) {
      if (status === 'pending') return words.undoPending;
      return status === 'approved' && prize > 0 ? words.undoPrize : words.undoLate;
    },
    address: ({ id }) => `/?work=${id}`,
  }),
  '/prize': action(prizeSchema, {
    async work({ id, level }, ask) {
      const work = await ask('works prize', { id, level });
      return { tone: 'good', text: words.awarded(titleOf(work), words.prizeLevel(String(level))) };
    },
    whyNot({ status, decisions }) {
      const given = decisions.find(({ decision }) => decision === 'prize');
      if (given !== undefined) return words.awardedBy(given.by, minuteOfDay(given.at));
      return status === 'approved' ? words.notAwarded : words.onlyApproved;
    },
    address: ({ id }) => `/work?id=${id}`,
  }),
};

type ActionParts<Form> = {
  work(form: Form, ask: Ask): Promise<ReviewMessage>;
  /** By the work's new state. */
  whyNot(work: ListedWork, form: Form): string;
  /** Of the work's page. */
  address(form: Form): string;
  /** Where to go after success; the work's page without it. */
  next?(form: Form): string;
};

function action<Form extends { id: string }>(schema: v.GenericSchema<unknown, Form>, parts: ActionParts<Form>): Action {
  return async (sent, ask) => {
    const parsed = v.safeParse(schema, sent);
    if (!parsed.success) return null;
    const form = parsed.output;
    try {
      return { message: await parts.work(form, ask), next: (parts.next ?? parts.address)(form) };
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      const work = await findWork(ask, form.id);
      const text = work === null ? words.gone : parts.whyNot(work, form);
      return { message: { tone: 'bad', text }, next: parts.address(form) };
    }
  };
}

export const findWork = (ask: Ask, id: string): Promise<ListedWork | null> =>
  ask('works show', { id }).catch(nullWhenRefused);

export const findPlace = (ask: Ask, id: string): Promise<AnswerTo<'works place'> | null> =>
  ask('works place', { id }).catch(nullWhenRefused);

function nullWhenRefused(error: unknown): null {
  if (error instanceof Refused) return null;
  throw error;
}
