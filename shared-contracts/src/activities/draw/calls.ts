import * as v from 'valibot';
import { defineCall } from '../../contract/calls.ts';
import {
  anything,
  boolean,
  idText,
  looseFlag,
  looseNumber,
  looseText,
  optionalText,
  text,
  textOrNull,
  wholeNumber,
} from '../../contract/fields.ts';

/**
 * A prize (spec section 3). `wonAt` and `deadline` (address of a physical prize, else redemption) are ISO times of the
 * business clock, as is `shippedAt`: `null` until a physical prize is shipped. A revoked prize can't be taken or used
 * any more; a replaced one is revoked, too.
 */
export const prizeSchema = v.object({
  id: idText,
  kind: v.optional(v.picklist(['draw', 'coupon', 'allowance']), 'draw'),
  level: looseNumber,
  giftName: text,
  giftImage: looseText,
  isVirtual: looseFlag,
  exchangeCode: looseText,
  exchangePwd: looseText,
  userPhone: looseText,
  userName: looseText,
  userAddress: looseText,
  wonAt: textOrNull,
  deadline: textOrNull,
  shippedAt: textOrNull,
  carrier: looseText,
  trackingNumber: looseText,
  isRevoked: looseFlag,
  isReplaced: looseFlag,
});
export type Prize = v.InferOutput<typeof prizeSchema>;
export const prizesSchema = v.nullish(v.array(prizeSchema), []);

const count = wholeNumber(0);
const known = v.nullish(boolean, null);

/**
 * Remaining draws, a number or an object. `everHad`: the user has had one; `hasReport`: sharing a report adds one;
 * `null`: unknown.
 */
const surplusSchema = v.pipe(
  anything,
  v.transform((answer) => (typeof answer === 'number' ? { surplusNum: answer } : answer)),
  v.object({ surplusNum: count, everHad: known, hasReport: known }),
  v.transform(({ surplusNum, ...rest }) => ({ left: surplusNum, ...rest })),
);
export type Surplus = v.InferOutput<typeof surplusSchema>;

/** Without a prize, `level` and `id` are null or absent. */
export const drawResultSchema = v.object({
  requestId: optionalText,
  id: v.nullish(idText, null),
  level: looseNumber,
  giftName: looseText,
  isVirtual: looseFlag,
  surplusNum: v.optional(count),
});
export type DrawResult = v.InferOutput<typeof drawResultSchema>;

/** Wheel, prize list and address form (spec section 7). */
export const drawCalls = {
  getSurplusNum: defineCall({ path: '/fridge/AnnualDraw21/getSurplusNum', access: 'household', data: surplusSchema }),
  draw: defineCall({
    path: '/fridge/AnnualDraw21/draw',
    required: ['requestId'],
    access: 'household',
    data: drawResultSchema,
  }),
  getMyGiftList: defineCall({ path: '/fridge/AnnualDraw21/getMyGiftList', access: 'household', data: prizesSchema }),
  myGift: defineCall({ path: '/fridge/AnnualDraw22/myGift', access: 'household', data: prizesSchema }),
  getMyPrize: defineCall({
    path: '/activity/getMyPrize',
    required: ['userId'],
    optional: ['phone', 'fridgeId', 'homeId'],
    access: 'household',
    data: prizesSchema,
  }),
  saveAddress: defineCall({
    path: '/activity/saveAddress',
    required: ['id', 'name', 'phone', 'address'],
    access: 'household',
    data: anything,
  }),
} as const;
