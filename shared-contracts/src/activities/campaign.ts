import * as v from 'valibot';
import { defineCall } from '../contract/calls.ts';
import { boolean, idText, someText, text } from '../contract/fields.ts';

/** Business terms of the 2023 electricity-saving campaign (spec section 9). */
export const campaignTerms = {
  /** Face value, yuan. */
  couponYuan: 10,
  /** Minimum payment, yuan. */
  couponMinimumPaymentYuan: 11,
  couponsInTotal: 100_000,
  /** Per Shanghai day. */
  couponsPerDay: 1_000,
  /** From the grant, for coupon and allowance. */
  validityDays: 7,
  /** One allowance of either kind per user. */
  allowancesPerKind: 1_000,
  allowanceKinds: ['1', '2'],
  /** Then a new question follows (spec section 4). */
  wrongAnswersPerQuestion: 2,
} as const;

/** Jiangsu's residential tariffs of 2023, yuan per kWh (spec section 9). */
export const tariffs = {
  peak: { price: 0.5583, fromHour: 8, toHour: 21 },
  valley: { price: 0.3583, fromHour: 21, toHour: 8 },
  flat: { price: 0.5283 },
} as const;

/** Also the wire values of `correctAnswer`. */
export const optionLabels = ['A', 'B', 'C'] as const;
export type OptionLabel = (typeof optionLabels)[number];

const questionSchema = v.object({
  questionId: idText,
  problem: someText,
  options: v.pipe(v.array(text), v.length(optionLabels.length)),
  /** Already answered wrong. */
  missed: v.optional(v.array(v.picklist(optionLabels))),
});
export type Question = v.InferOutput<typeof questionSchema>;

/**
 * Calls of the 2023 activity server (spec section 7). A retry with the same `requestId` by the same user gets the same
 * result and counts once.
 */
export const campaignCalls = {
  isDirect: defineCall({
    path: { setting: 'isDirect' },
    required: ['userId', 'fridgeId'],
    optional: ['phone', 'homeId'],
    access: 'household',
    /** `null`: no question needed (spec section 4, "Question flow"). */
    data: v.nullish(v.looseObject({}), null),
  }),
  getNewAnswer: defineCall({
    path: { setting: 'getNewAnswer' },
    required: ['userId', 'fridgeId'],
    optional: ['phone', 'questionId', 'homeId'],
    access: 'household',
    data: questionSchema,
  }),
  answerQuestion: defineCall({
    path: { setting: 'AnswerQuestion' },
    required: ['userId', 'fridgeId', 'questionId', 'correctAnswer'],
    optional: ['phone', 'requestId'],
    access: 'household',
    data: v.object({ correct: boolean }),
  }),
} as const;
