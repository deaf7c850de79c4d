import * as v from 'valibot';
import { number, text } from '../contract/fields.ts';

/** Real backends send numbers as text and leave fields out: both are accepted. */
export const optionalText = v.nullish(text, '');
export const flag = v.pipe(
  v.nullish(v.union([v.boolean(), number, text]), 0),
  v.transform((value) => Number(value) === 1),
);
export const optionalNumber = v.nullish(v.pipe(v.union([number, text]), v.transform(Number)), null);
