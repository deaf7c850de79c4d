import { buffer } from 'node:stream/consumers';
import * as v from 'valibot';
import { day, integer, limit, number, optionalText, text, told, userId, words } from '../../commands/fields.ts';
import { after } from '../../commands/parts.ts';
import { Refused } from '../../commands/refused.ts';
import { command } from '../../commands/table.ts';
import type { Services } from '../../program/services.ts';
import { prizeLevel } from '../../prizes/prize-levels.ts';
import { claimWork } from './claim-work.ts';
import { awardPrize, decideWork, decideWorks, undoDecision, undoStatus } from './decide-works.ts';
import { listWorks, workLists } from './list-works.ts';
import { PICTURE_NAME, pictureAccess } from './pictures.ts';
import { listedWork, placeWork, showWork, workKinds } from './listed-work.ts';
import { reasonForAuthor, UNDO_SECONDS } from './review-rules.ts';

const WORKS_AT_ONCE = 100;
const MOST_DECIDED = 50;
const MOST_SEARCH = 50;

const id = told(v.pipe(v.string(), v.regex(/^[\da-z]{1,40}$/, "a work's id, as works list shows it")), "the work's");
const reviewed = v.pipe(
  v.string(),
  v.regex(/^[\da-z]{1,40}(?:@\d{1,9})?$/, "a work's id, or its id and revision such as k3m9x2qv7t@2"),
);
const decision = {
  revision: v.optional(told(integer, 'refuses if its author changed it since')),
  holdSeconds: v.optional(
    told(
      v.pipe(integer, v.minValue(0, 'at least 0'), v.maxValue(60, 'at most 60')),
      'hidden from its author, and undone so long; 0: final at once',
    ),
    UNDO_SECONDS,
  ),
};

const statusChange = { may: ['reviewer'], kind: 'change', undo: undoStatus, answer: listedWork } as const;

export const workCommands = {
  /** `pending`: length of the queue, in any list. `next`: cursor of the next part, also after a part without a work. */
  'works list': command({
    does: 'lists works waiting for review, the longest first; with a search or a user, those of every state',
    may: ['viewer'],
    kind: 'read',
    fields: {
      show: v.optional(told(v.picklist(workLists), 'all: the latest first; others: the latest decision first')),
      search: v.optional(
        told(
          words('a word', MOST_SEARCH),
          "a part of any text or of the author's name, or a whole phone, work or user id",
        ),
      ),
      kind: v.optional(told(v.picklist(workKinds), 'only of this kind')),
      user: v.optional(told(userId, 'only of this user')),
      since: v.optional(told(day, 'submitted on this day of business time or later, in China')),
      until: v.optional(told(day, 'submitted on this day or before')),
      limit: limit(WORKS_AT_ONCE),
      after,
    },
    answer: v.object({ pending: number, works: v.array(listedWork), next: optionalText }),
    run: (filter, { queries }) => listWorks(queries, filter),
  }),
  'works place': command({
    does: 'tells where a work stands in the queue, or among those decided',
    may: ['viewer'],
    kind: 'read',
    fields: { id },
    answer: v.object({ pending: number, index: number, count: number, before: optionalText, after: optionalText }),
    run: ({ id: work }, { queries }) => placeWork(queries, work),
  }),
  'works show': command({
    does: 'shows one work with its text, and every decision on it',
    may: ['viewer'],
    kind: 'read',
    fields: { id },
    answer: listedWork,
    run: ({ id: work }, { queries }) => showWork(queries, work),
  }),
  'works claim': command({
    does: 'takes a pending work to look at, one that no other reviewer looks at',
    may: ['reviewer'],
    kind: 'change',
    fields: { id: v.optional(told(id, 'this one')) },
    answer: v.object({ id: optionalText, pending: number }),
    run: ({ id: work }, context) => claimWork(work, context),
  }),
  'works approve': command({
    does: `approves a pending work; ${UNDO_SECONDS} s later anyone with its link sees it`,
    ...statusChange,
    fields: { id, ...decision },
    run: (asked, context) => decideWork({ ...asked, from: 'pending', to: 'approved', reason: context.why }, context),
  }),
  'works reject': command({
    does: `rejects a pending work with a reason that its author reads ${UNDO_SECONDS} s later`,
    ...statusChange,
    fields: { id, reason: told(reasonForAuthor, 'its author reads it; may be empty'), ...decision },
    run: (asked, context) => decideWork({ ...asked, from: 'pending', to: 'rejected' }, context),
  }),
  'works decide': command({
    does: `approves or rejects up to ${MOST_DECIDED} pending works at once: all of them, or none`,
    may: ['reviewer'],
    kind: 'change',
    undo: undoStatus,
    fields: {
      ids: told(
        v.pipe(v.array(reviewed), v.minLength(1, 'a work'), v.maxLength(MOST_DECIDED, `at most ${MOST_DECIDED} works`)),
        'their ids, with commas between them; ID@REVISION refuses all if its author changed it since',
      ),
      to: told(v.picklist(['approved', 'rejected']), 'what they become'),
      reason: v.optional(told(reasonForAuthor, 'of a rejection; each author reads it'), ''),
      holdSeconds: decision.holdSeconds,
    },
    answer: v.object({ decided: number }),
    run: ({ ids, ...asked }, context) => {
      const works = [...new Set(ids)].map((each) => {
        const [work = '', revision] = each.split('@');
        return { id: work, revision: revision === undefined ? undefined : Number(revision) };
      });
      return decideWorks({ ...asked, works }, context);
    },
  }),
  'works undo': command({
    does: `takes back a decision within ${UNDO_SECONDS} s, before anyone has seen it; the work is pending again`,
    may: ['reviewer'],
    kind: 'change',
    undo: 'The work is pending: decide on it.',
    fields: { id },
    answer: listedWork,
    run: ({ id: work }, context) => undoDecision(work, context),
  }),
  'works take-down': command({
    does: 'rejects an approved work, at once; its author reads the reason, and keeps a prize that it won',
    ...statusChange,
    needsReason: true,
    fields: { id },
    async run({ id: work }, context) {
      const reason = v.safeParse(reasonForAuthor, context.why);
      if (!reason.success) throw new Refused(reason.issues.map(({ message }) => ({ text: `why: ${message}` })));
      return decideWork({ id: work, from: 'approved', to: 'rejected', reason: context.why }, context);
    },
  }),
  'works restore': command({
    does: 'returns a rejected work to the queue, also one that was taken down',
    ...statusChange,
    needsReason: true,
    fields: { id },
    run: ({ id: work }, context) =>
      decideWork({ id: work, from: 'rejected', to: 'pending', reason: context.why }, context),
  }),
  'works prize': command({
    does: 'gives an approved work a prize, from the stock and codes of that level',
    may: ['operator', 'reviewer'],
    kind: 'change',
    undo: 'Its author may have the prize already. prizes revoke takes that away.',
    fields: { id, level: prizeLevel },
    answer: listedWork,
    run: ({ id: work, level }, context) => awardPrize(work, level, context),
  }),
  'works picture': command({
    does: 'reads a picture of a work',
    may: ['viewer'],
    kind: 'read',
    fields: { name: v.pipe(v.string(), v.regex(PICTURE_NAME, "a picture's name")) },
    answer: v.object({ base64: text }),
    async run({ name }, context) {
      const picture = await openPicture(name, context);
      if (picture === null) throw new Refused('There is no such picture; its work may have been deleted.');
      return { base64: (await buffer(picture.content)).toString('base64') };
    },
  }),
};

/** @returns `null` when there is no such picture (any more) */
export const openPicture = async (name: string, { queries, clock, storage }: Services) =>
  (await pictureAccess(queries, name, clock.real())) && storage.read(name);
