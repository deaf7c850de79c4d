import * as v from 'valibot';
import { cleanField } from '@fridge/shared-contracts/page';
import {
  type CommandTable,
  by,
  day,
  doneBy,
  doneForReason,
  integer,
  limit,
  line,
  number,
  optionalText,
  text,
  time,
  userId,
} from '../../operator/command-fields.ts';
import { prizeLevel } from '../draw/draw-protocol.ts';

export const WORKS_AT_ONCE = 100;
export const workLists = ['pending', 'approved', 'rejected', 'decided', 'all'] as const;
export const workKinds = ['recipe', 'photoShare'] as const;
export const MOST_SEARCH = 50;
/** Works that one request looks through. */
export const SEARCHED_AT_ONCE = 100_000;
/** Sort key and id of a part's last work. */
export const WORK_CURSOR = /^\d{1,15}\.[\da-z]{1,40}$/;
/** A decision may be undone, and is hidden from its author, this long. */
export const UNDO_SECONDS = 10;
export const REASON_CHARACTERS = 200;
/** Two different letters of any script: a digit or a key that was held tells an author nothing. */
export const REASON_WORDS = /^\P{L}*(\p{L})(?:\1|\P{L})*(?!\1)\p{L}/u;

const id = v.pipe(v.string(), v.regex(/^[\da-z]{1,40}$/, "a work's id, as works.list shows it"));
/** Why a work is rejected, for its author; if empty, the page asks to complete the work. */
export const reasonForAuthor = v.pipe(
  v.string(),
  v.check((sent) => sent === '' || REASON_WORDS.test(cleanField(sent)), 'words that its author understands'),
  v.transform((sent) => cleanField(sent)),
  v.maxLength(REASON_CHARACTERS, `at most ${REASON_CHARACTERS} characters`),
);
const decision = {
  id,
  revision: v.optional(integer),
  /** Hidden from its author and undone so long; 0: final at once. */
  holdSeconds: v.optional(v.pipe(integer, v.minValue(0), v.maxValue(60)), UNDO_SECONDS),
  by,
};

/**
 * Without phones and device. Pictures are names for `works.picture`; `prize`: its `drawId2`; `decisions`: newest first,
 * `reason` of a rejection or of reopening, or the prize level.
 */
const listedWork = v.object({
  id: text,
  kind: v.picklist(workKinds),
  status: v.picklist(['pending', 'approved', 'rejected']),
  revision: number,
  userId: text,
  nickName: text,
  cookName: text,
  desc: text,
  cookTime: text,
  materials: text,
  tips: text,
  images: v.array(text),
  steps: v.array(v.object({ picture: optionalText, stepDesc: text })),
  mark: text,
  prize: number,
  addedAt: time,
  submittedAt: time,
  decisions: v.array(
    v.object({
      decision: v.picklist(['approved', 'rejected', 'undone', 'prize']),
      reason: text,
      by: text,
      at: time,
      revision: number,
    }),
  ),
});

export const workCommands = {
  'works.list': {
    fields: v.object({
      /** `pending`: oldest first; `all`: latest submission first; others: latest decision first. */
      show: v.optional(v.picklist(workLists), 'pending'),
      /** A part of the title or of the author's name, in either case; or a whole work or user id. */
      search: v.optional(
        v.pipe(line, v.minLength(1, 'a word'), v.maxLength(MOST_SEARCH, `at most ${MOST_SEARCH} characters`)),
      ),
      kind: v.optional(v.picklist(workKinds)),
      user: v.optional(userId),
      /** Days of submission, both included, of business time in China. */
      since: v.optional(day),
      until: v.optional(day),
      limit: limit(WORKS_AT_ONCE),
      after: v.optional(v.pipe(v.string(), v.regex(WORK_CURSOR, 'the next of the part before'))),
    }),
    /**
     * `pending`: length of the queue, in any list. `next`: cursor of the next part, also after a part without a work.
     */
    answer: v.object({ pending: number, works: v.array(listedWork), next: optionalText }),
  },
  'works.place': {
    fields: v.object({ id }),
    answer: v.object({ pending: number, index: number, count: number, before: optionalText, after: optionalText }),
  },
  'works.show': { fields: v.object({ id }), answer: listedWork },
  'works.approve': { fields: v.object(decision), answer: listedWork },
  'works.reject': {
    fields: v.object({ ...decision, reason: reasonForAuthor }),
    answer: listedWork,
  },
  'works.undo': { fields: v.object({ id, by }), answer: listedWork },
  /** Rejects an approved work, at any time; its author reads `why`. */
  'works.takeDown': {
    fields: v.object({ id, by, why: v.pipe(reasonForAuthor, v.minLength(1, 'a reason')) }),
    answer: listedWork,
  },
  /** Returns a rejected work to the queue, at any time; its author doesn't read `why`. */
  'works.reopen': { fields: v.object({ id, ...doneForReason }), answer: listedWork },
  'works.prize': { fields: v.object({ id, level: prizeLevel, by }), answer: listedWork },
  /** A link that opens the review page once, within ten minutes, for this operator. */
  'works.review': { fields: v.object(doneBy), answer: v.object({ link: text }) },
  'works.picture': {
    fields: v.object({ name: v.pipe(v.string(), v.regex(/^[\da-f]{32}\.jpg$/)) }),
    answer: v.object({ base64: text }),
  },
} as const satisfies CommandTable;

export type ListedWork = v.InferOutput<typeof listedWork>;
export type ListedWorks = v.InferOutput<(typeof workCommands)['works.list']['answer']>;
export type WorkPlace = v.InferOutput<(typeof workCommands)['works.place']['answer']>;
