import { cleanField } from '@fridge/shared-contracts/page';
import * as v from 'valibot';
import { isoInShanghai } from '../clock.ts';

/** Of each command its fields, and its answer: what a handler gives beside these fields isn't sent. */
export type CommandTable = Readonly<
  Record<string, { fields: v.ObjectSchema<v.ObjectEntries, undefined>; answer: v.GenericSchema }>
>;

/** Of who does something, and of why. */
export const MOST_NAME = 40;
export const MOST_REASON = 400;

/** Existing day as `YYYY-MM-DD`. */
export function isCalendarDay(day: string): boolean {
  const midnight = /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(day);
}

export const day = v.pipe(v.string(), v.check(isCalendarDay, 'a day such as 2023-08-01'));
export const integer = v.pipe(v.number(), v.integer());
export const positive = v.pipe(integer, v.minValue(1));
export const count = v.pipe(integer, v.minValue(0), v.maxValue(1_000_000_000));
export const limit = (most: number, initial = most) => v.optional(v.pipe(positive, v.maxValue(most)), initial);
export const line = v.pipe(
  v.string(),
  v.transform((sent) => cleanField(sent, 'one')),
);

export const userId = v.pipe(v.string(), v.minLength(1), v.maxLength(200));

export const by = v.pipe(line, v.minLength(1, 'a name'), v.maxLength(MOST_NAME, `at most ${MOST_NAME} characters`));
/** Whether a change is made that looks like a slip. */
export const confirmed = v.optional(v.boolean(), false);
/** Of every command that is written down: who, and why. */
export const doneBy = { by, why: v.optional(v.pipe(line, v.maxLength(MOST_REASON)), '') };
/** Where the reason can't be left out. */
export const doneForReason = { by, why: v.pipe(line, v.minLength(1, 'a reason'), v.maxLength(MOST_REASON)) };

export const [text, number] = [v.string(), v.number()];
export const [optionalText, optionalNumber] = [v.nullable(text), v.nullable(number)];
/** Shanghai time, of the business clock unless noted; a handler gives the `Date`. */
export const time = v.union([text, v.pipe(v.date(), v.transform(isoInShanghai))]);
