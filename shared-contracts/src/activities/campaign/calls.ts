import * as v from 'valibot';
import { defineCall } from '../../contract/calls.ts';
import { boolean, idText, someText, text } from '../../contract/fields.ts';
import { optionLabels } from './terms.ts';

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
