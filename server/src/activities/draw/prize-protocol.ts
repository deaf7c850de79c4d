import * as v from 'valibot';
import {
  type CommandTable,
  doneBy,
  doneForReason,
  limit,
  number,
  optionalText,
  positive,
  text,
  time,
  userId,
} from '../../operator/command-fields.ts';
import { prizeLevel } from './draw-protocol.ts';
import { prizeStates } from './prize-state.ts';

export const PRIZES_AT_ONCE = 1_000;
export const SHIPMENTS_AT_ONCE = 200;
/** Time and id of a part's last prize. */
export const PRIZE_CURSOR = /^\d{1,15}\.[\w-]{1,64}$/;

const prizeFilter = {
  state: v.optional(v.picklist(prizeStates)),
  user: v.optional(userId),
  level: v.optional(prizeLevel),
  limit: limit(PRIZES_AT_ONCE, 100),
  after: v.optional(v.pipe(v.string(), v.regex(PRIZE_CURSOR, 'the next of the part before'))),
};

/**
 * `state`: see `prizeState`; `work`: of a contest prize; `deadline`: of the address, or to redeem. `phone` is the
 * recipient's, masked.
 */
const listedPrizeEntries = {
  id: text,
  state: v.picklist(prizeStates),
  level: number,
  giftName: text,
  userId: text,
  work: optionalText,
  wonAt: time,
  deadline: time,
  phone: text,
  shippedAt: v.nullable(time),
  carrier: optionalText,
  trackingNumber: optionalText,
};

export const prizeCommands = {
  /** Wheel and contest, the latest first. `next`: cursor of the next part. */
  'prizes.list': {
    fields: v.object(prizeFilter),
    answer: v.object({ prizes: v.array(v.object(listedPrizeEntries)), next: optionalText }),
  },
  /**
   * The same with recipients, for shipping and questions. The first part writes down the look, and its `look` continues
   * it; `total` counts all parts, as the first one was read.
   */
  'prizes.recipients': {
    fields: v.object({
      ...prizeFilter,
      purpose: v.picklist(['list', 'export']),
      look: v.optional(positive),
      ...doneForReason,
    }),
    answer: v.object({
      look: number,
      total: number,
      prizes: v.array(v.object({ ...listedPrizeEntries, name: text, address: text })),
      next: optionalText,
    }),
  },
  /** Each row on its own: good ones count, others are rejected by number. */
  'prizes.ship': {
    fields: v.object({
      shipments: v.pipe(
        v.array(v.strictObject({ id: v.string(), carrier: v.string(), trackingNumber: v.string() })),
        v.minLength(1),
        v.maxLength(SHIPMENTS_AT_ONCE),
      ),
      /** Gives shipped prizes another carrier and number; with a reason. */
      correct: v.optional(v.boolean(), false),
      /** Returns the expected result; changes nothing. */
      dryRun: v.optional(v.boolean(), false),
      ...doneBy,
    }),
    /** Rows from 1. `unchanged`: shipped with the same number before. */
    answer: v.object({
      shipped: number,
      unchanged: number,
      rejected: v.array(v.object({ row: number, reason: text })),
    }),
  },
} as const satisfies CommandTable;

export type ListedPrizes = v.InferOutput<(typeof prizeCommands)['prizes.list']['answer']>;
