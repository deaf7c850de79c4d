import * as v from 'valibot';

/** Real backends send numbers as text and leave fields out: both are accepted. */
export const idText = v.pipe(v.union([v.string(), v.number()]), v.transform(String));
export const optionalText = v.pipe(
  v.optional(v.nullable(v.string()), ''),
  v.transform((text) => text ?? ''),
);
export const flag = v.pipe(
  v.optional(v.nullable(v.union([v.boolean(), v.number(), v.string()])), 0),
  v.transform((value) => String(Number(value)) === '1'),
);
export const optionalNumber = v.optional(
  v.nullable(v.pipe(v.union([v.number(), v.string()]), v.transform(Number))),
  null,
);
