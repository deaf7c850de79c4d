import * as v from 'valibot';
import { defineCall } from '../../contract/calls.ts';
import { flag, idText, optionalNumber, optionalText } from '../wire-values.ts';

/**
 * One prize of any kind (spec section 3). `kind` tells the coupon and the allowance from draw prizes; a backend
 * that doesn't send it means a draw prize. `wonAt` and `deadline` are ISO times of the server's business clock:
 * the deadline is the address's for a physical prize, the redemption's for the others.
 */
export const prizeSchema = v.object({
  id: idText,
  kind: v.optional(v.picklist(['draw', 'coupon', 'allowance']), 'draw'),
  level: optionalNumber,
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

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const known = v.optional(v.nullable(v.boolean()), null);

/**
 * Remaining draws, as a bare number or in an object. `everHad` tells whether the user was ever given one, `hasReport`
 * whether there is a report whose sharing adds one; `null` where the backend doesn't say.
 */
export const surplusSchema = v.pipe(
  v.union([count, v.object({ surplusNum: count, everHad: known, hasReport: known })]),
  v.transform((answer) => {
    const { surplusNum, everHad, hasReport } = typeof answer === 'number' ? { surplusNum: answer, everHad: null, hasReport: null } : answer;
    return { left: surplusNum, everHad, hasReport };
  }),
);
export type Surplus = v.InferOutput<typeof surplusSchema>;

/** What a draw gave. No prize: `level` is null or absent, and so is `id`. */
export const drawResultSchema = v.object({
  requestId: v.optional(v.string(), ''),
  id: v.optional(v.nullable(idText), null),
  level: optionalNumber,
  giftName: optionalText,
  isVirtual: flag,
  surplusNum: v.optional(count),
});
export type DrawResult = v.InferOutput<typeof drawResultSchema>;

/** Calls of the wheel, the prize list and the address form (spec section 7). */
export const drawCalls = {
  getSurplusNum: defineCall({ path: '/fridge/AnnualDraw21/getSurplusNum', access: 'household', data: surplusSchema }),
  draw: defineCall({ path: '/fridge/AnnualDraw21/draw', required: ['requestId'], access: 'household', data: drawResultSchema }),
  getMyGiftList: defineCall({ path: '/fridge/AnnualDraw21/getMyGiftList', access: 'household', data: prizesSchema }),
  myGift: defineCall({ path: '/fridge/AnnualDraw22/myGift', access: 'household', data: prizesSchema }),
  getMyPrize: defineCall({
    path: '/activity/getMyPrize', required: ['userId'], optional: ['phone', 'fridgeId', 'homeId'], access: 'household', data: prizesSchema,
  }),
  saveAddress: defineCall({ path: '/activity/saveAddress', required: ['id', 'name', 'phone', 'address'], access: 'household', data: v.unknown() }),
} as const;
