import * as v from 'valibot';

/** Real backends send numbers as text and leave fields out: both are accepted. */
export const optionalText = v.nullish(v.string(), '');
export const flag = v.pipe(
  v.nullish(v.union([v.boolean(), v.number(), v.string()]), 0),
  v.transform((value) => Number(value) === 1),
);
export const optionalNumber = v.nullish(v.pipe(v.union([v.number(), v.string()]), v.transform(Number)), null);
