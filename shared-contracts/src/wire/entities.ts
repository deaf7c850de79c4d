import * as v from 'valibot';
import { optionLabels } from '../campaign/terms.ts';

/** Real backends send numbers as text and leave fields out; both are read, neither is guessed at. */
const idText = v.pipe(v.union([v.string(), v.number()]), v.transform(String));
const optionalText = v.pipe(v.optional(v.nullable(v.string()), ''), v.transform((text) => text ?? ''));
const flag = v.pipe(v.optional(v.nullable(v.union([v.boolean(), v.number(), v.string()])), 0), v.transform((value) => String(Number(value)) === '1'));

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
 * One prize of any kind (spec section 3). `kind` tells the coupon and the allowance from draw prizes; a backend
 * that doesn't send it means a draw prize. `wonAt` and `deadline` are ISO times of the server's business clock:
 * the deadline is the address's for a physical prize, the redemption's for the others.
 */
export const prizeSchema = v.object({
  id: idText,
  kind: v.optional(v.picklist(['draw', 'coupon', 'allowance']), 'draw'),
  level: v.optional(v.nullable(v.pipe(v.union([v.number(), v.string()]), v.transform(Number))), null),
  giftName: v.string(),
  giftImage: optionalText,
  isVirtual: flag,
  exchangeCode: optionalText,
  exchangePwd: optionalText,
  userPhone: optionalText,
  userName: optionalText,
  userAddress: optionalText,
  wonAt: v.optional(v.nullable(v.string()), null),
  deadline: v.optional(v.nullable(v.string()), null),
});
export type Prize = v.InferOutput<typeof prizeSchema>;
export const prizesSchema = v.pipe(v.optional(v.nullable(v.array(prizeSchema)), []), v.transform((prizes) => prizes ?? []));

/** Remaining draws, as a bare number or in an object. */
export const surplusSchema = v.pipe(
  v.union([v.number(), v.object({ surplusNum: v.number() })]),
  v.transform((answer) => (typeof answer === 'number' ? answer : answer.surplusNum)),
  v.integer(),
  v.minValue(0),
);

/** What a draw gave. No prize: `level` is null or absent, and so is `id`. */
export const drawResultSchema = v.object({
  requestId: v.optional(v.string(), ''),
  id: v.optional(v.nullable(idText), null),
  level: v.optional(v.nullable(v.pipe(v.union([v.number(), v.string()]), v.transform(Number))), null),
  giftName: optionalText,
  isVirtual: flag,
  surplusNum: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
});
export type DrawResult = v.InferOutput<typeof drawResultSchema>;

/** What a share recorded with `annualRecord` brought: draws added, and draws left. */
export const annualRecordSchema = v.pipe(
  v.optional(v.nullable(v.object({ added: v.optional(v.number(), 0), surplusNum: v.optional(v.number()) })), null),
  v.transform((record) => record ?? { added: 0 }),
);

export const deviceConfigSchema = v.object({
  highBrand: v.optional(v.nullable(v.union([v.number(), v.string()])), 0),
  devType: optionalText,
});
