import * as v from 'valibot';
import { defineCall } from '../../contract/calls.ts';
import { idText } from '../wire-values.ts';
import { optionLabels } from './terms.ts';

export const questionSchema = v.object({
  questionId: idText,
  problem: v.pipe(v.string(), v.minLength(1)),
  options: v.pipe(v.array(v.string()), v.length(optionLabels.length)),
});
export type Question = v.InferOutput<typeof questionSchema>;

/** A judged answer: code 0 with whether it was right. */
export const judgementSchema = v.object({ correct: v.boolean() });
export type Judgement = v.InferOutput<typeof judgementSchema>;

/** `null` when no question is needed, otherwise an object (spec section 4, "Question flow"). */
export const directSchema = v.optional(v.nullable(v.looseObject({})), null);

/**
 * The three calls of the 2023 activity server under their names in the activity layer (spec section 7).
 *
 * `requestId` stands for one answer to one question: sent again by the same user, it has the same result and never
 * counts twice, so that an answer whose judgement was lost may be repeated. A right one, repeated, is right again.
 */
export const campaignCalls = {
  isDirect: defineCall({
    path: { setting: 'isDirect' }, required: ['userId', 'fridgeId'], optional: ['phone', 'homeId'], access: 'household', data: directSchema,
  }),
  getNewAnswer: defineCall({
    path: { setting: 'getNewAnswer' }, required: ['userId', 'fridgeId'], optional: ['phone', 'questionId', 'homeId'], access: 'household', data: questionSchema,
  }),
  answerQuestion: defineCall({
    path: { setting: 'AnswerQuestion' }, required: ['userId', 'fridgeId', 'questionId', 'correctAnswer'], optional: ['phone', 'requestId'], access: 'household', data: judgementSchema,
  }),
} as const;
