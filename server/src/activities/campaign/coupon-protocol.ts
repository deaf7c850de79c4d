import * as v from 'valibot';
import { campaignTerms } from '@fridge/shared-contracts/activities/campaign';
import { auditFilter, auditOf } from '../../operator/audit-protocol.ts';
import {
  type CommandTable,
  confirmed,
  count,
  doneBy,
  number,
  optionalNumber,
  text,
} from '../../operator/command-fields.ts';

/** Only the coupon's pool has a daily cap. */
export const couponPools = [
  'coupon',
  ...campaignTerms.allowanceKinds.map((kind) => `allowance.${kind}` as const),
] as const;
export type CouponPool = (typeof couponPools)[number];

/** `today`: cap and count; `null` without a daily cap. */
const listedCoupons = v.object({
  day: text,
  pools: v.array(
    v.object({
      name: text,
      giftName: text,
      cap: number,
      issued: number,
      dailyCap: optionalNumber,
      today: v.nullable(v.object({ cap: number, issued: number })),
    }),
  ),
});

export const couponCommands = {
  'coupons.list': { fields: v.object({}), answer: listedCoupons },
  /** `dailyCap`: per day of business time in China; `null`: none. */
  'coupons.set': {
    fields: v.object({
      pool: v.picklist(couponPools),
      cap: v.optional(count),
      dailyCap: v.optional(v.nullable(count)),
      confirmed,
      ...doneBy,
    }),
    answer: listedCoupons,
  },
  'coupons.audit': {
    fields: auditFilter,
    answer: auditOf({ pool: text, poolIssued: number, day: text, dayIssued: optionalNumber, cause: text }),
  },
} as const satisfies CommandTable;

export type ListedCoupons = v.InferOutput<typeof listedCoupons>;
