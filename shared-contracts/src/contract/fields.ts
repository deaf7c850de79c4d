import * as v from 'valibot';

// Forms that fields of several schemas have. Bundles leave out unused schemas only where these calls are pure.

export const text = v.string();
export const number = v.number();
export const boolean = v.boolean();
export const anything = v.unknown();

/** @param message what would fit */
// @__NO_SIDE_EFFECTS__
export const matching = (pattern: RegExp, message?: string) => v.pipe(text, v.regex(pattern, message));

// @__NO_SIDE_EFFECTS__
export const textUpTo = (characters: number) => v.pipe(text, v.maxLength(characters));

/** Absent: empty. */
export const optionalText = v.optional(text, '');

/** Absent: `null`. */
export const textOrNull = v.nullish(text, null);

export const someText = v.pipe(text, v.minLength(1));

export const uuid = v.pipe(text, v.uuid());

/** A SHA-256 in hex. */
export const sha256 = v.pipe(text, v.hash(['sha256']));

/** An id that some programs send as a number. */
export const idText = v.pipe(v.union([text, number]), v.transform(String));

// Real backends send numbers as text and leave fields out: both are accepted.
export const looseText = v.nullish(text, '');
export const looseNumber = v.nullish(v.pipe(v.union([number, text]), v.transform(Number)), null);
export const looseFlag = v.pipe(
  v.nullish(v.union([boolean, number, text]), 0),
  v.transform((value) => Number(value) === 1),
);

// @__NO_SIDE_EFFECTS__
export const wholeNumber = (least: number, most = Number.MAX_SAFE_INTEGER) => {
  const message = `a whole number from ${least} to ${most}`;
  return v.pipe(v.number(message), v.integer(message), v.minValue(least, message), v.maxValue(most, message));
};

/** Before `v.record`, which takes a list for an object without names. */
export const noList = v.check((input: unknown) => !Array.isArray(input), 'an object, not a list');

// @__NO_SIDE_EFFECTS__
export const objectOf = <Value extends v.GenericSchema>(value: Value, name: v.GenericSchema<string> = text) =>
  v.pipe(anything, noList, v.record(name, value));

/** @returns `null` for text that is no JSON */
export function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
