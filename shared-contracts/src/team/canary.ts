import * as v from 'valibot';
import { wholeNumber } from '../contract/fields.ts';

/** A week: longer than that is no timetable. */
export const MOST_STEP_MINUTES = 10_080;

/** Of the visitors who keep their cookie. */
export const canaryPercentSchema = wholeNumber(0, 100);

/** By how much a canary grows by itself, and how often. */
export const canaryStepsSchema = v.strictObject({
  percent: wholeNumber(1, 100),
  minutes: wholeNumber(1, MOST_STEP_MINUTES),
});

/** How many get a canary; without steps it stays as it is. */
export const canaryShareEntries = { percent: canaryPercentSchema, steps: v.optional(canaryStepsSchema) } as const;
export type CanaryShare = v.InferOutput<v.ObjectSchema<typeof canaryShareEntries, undefined>>;
