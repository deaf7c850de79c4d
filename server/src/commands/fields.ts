import { parseInstant } from '@fridge/shared-contracts';
import { cleanField } from '@fridge/shared-contracts/page';
import * as v from 'valibot';
import { isoInShanghai } from '../program/clock.ts';

/** Of who does something, and of why. */
export const MOST_NAME = 40;
export const MOST_REASON = 400;

/** Existing day as `YYYY-MM-DD`. */
function isCalendarDay(day: string): boolean {
  const midnight = /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(day);
}

/** A field with what the command line says of it. */
export const told = <Schema extends v.GenericSchema>(schema: Schema, what: string) =>
  v.pipe(schema, v.description(what));

/** An event's, an import's or a serial: PostgreSQL's integer. */
const LARGEST = 2_147_483_647;
const COUNTED = 1_000_000_000;

export const integer = v.pipe(
  v.number('a whole number'),
  v.integer('a whole number'),
  v.maxValue(LARGEST, `at most ${LARGEST}`),
);
export const positive = v.pipe(integer, v.minValue(1, 'at least 1'));
export const count = v.pipe(integer, v.minValue(0, 'at least 0'), v.maxValue(COUNTED, `at most ${COUNTED}`));
export const upTo = (most: number) => v.pipe(positive, v.maxValue(most, `at most ${most}`));
export const limit = (most: number, initial = most) =>
  v.optional(told(v.pipe(upTo(most), v.metadata({ most })), `at most so many, up to ${most}`), initial);

export const day = told(v.pipe(v.string(), v.check(isCalendarDay, 'a day such as 2023-08-01')), 'YYYY-MM-DD');
export const line = v.pipe(
  v.string(),
  v.transform((sent) => cleanField(sent, 'one')),
);
/** Of at most so many characters. */
export const words = (what: string, most: number) =>
  v.pipe(line, v.minLength(1, what), v.maxLength(most, `at most ${most} characters`));

/** One line that users read: never markup, nothing invisible. */
export const plainText = (most: number) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.minLength(1, 'some words'),
    v.maxLength(most, `at most ${most} characters`),
    v.check(
      (sent) => !/[<>]/.test(sent) && cleanField(sent, 'one') === sent,
      'plain words in one line, without < and > and without invisible characters',
    ),
  );

/** Beyond it, clocks and databases write years in ways of their own. */
const LAST_MOMENT = Date.UTC(2100, 0);

export const moment = v.pipe(
  v.string(),
  v.check((sent) => parseInstant(sent) !== null, 'a time with its zone, such as 2023-08-04T18:00:00+08:00'),
  v.check((sent) => (parseInstant(sent) ?? 0) < LAST_MOMENT, 'a time before the year 2100'),
);

export const userId = v.pipe(v.string(), v.minLength(1, "a user's id"), v.maxLength(200));

export const by = words('a name', MOST_NAME);
export const why = v.pipe(line, v.maxLength(MOST_REASON, `at most ${MOST_REASON} characters`));

export const [text, number] = [v.string(), v.number()];
export const [optionalText, optionalNumber] = [v.nullable(text), v.nullable(number)];
const instant = v.union([text, v.pipe(v.date(), v.transform(isoInShanghai))]);
/** In Shanghai; a handler gives the `Date`. Of the business clock, or of the real one. */
export const time = v.pipe(instant, v.metadata({ clock: 'business' }));
export const realTime = v.pipe(instant, v.metadata({ clock: 'real' }));
/** Numbers that people read in a larger unit. */
export const seconds = v.pipe(number, v.metadata({ unit: 'seconds' }));
export const bytes = v.pipe(number, v.metadata({ unit: 'bytes' }));
/** What looks wrong, one sentence each. */
export const warnings = v.array(text);

/** An optional field that the command line takes by its place. */
export const inPlace = <Schema extends v.GenericSchema>(schema: Schema, what: string) =>
  v.optional(v.pipe(schema, v.metadata({ isArgument: true }), v.description(what)));

/** A file that the command line reads and sends. */
export const file = (what: string) =>
  v.pipe(
    v.object({ name: v.optional(words('a name', 200), 'a file'), text: v.string() }),
    v.metadata({ isFile: true }),
    v.description(what),
  );
