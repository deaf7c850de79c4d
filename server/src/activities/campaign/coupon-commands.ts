import { campaignTerms } from '@fridge/shared-contracts/activities/campaign';
import { shanghaiDay } from '@fridge/shared-contracts/page';
import { and, desc, eq, getTableColumns, sql } from 'drizzle-orm';
import * as v from 'valibot';
import { count, number, optionalNumber, text, told, warnings } from '../../commands/fields.ts';
import { partOf } from '../../commands/parts.ts';
import { Refused } from '../../commands/refused.ts';
import { command } from '../../commands/table.ts';
import { documentText } from '../../documents/documents.ts';
import { documentOf } from '../../documents/document-schema.ts';
import { auditFilter, auditOf, inPart } from '../../history/audits.ts';
import type { Services } from '../../program/services.ts';
import { grantNames, poolNames } from './grants.ts';
import { grantsDocumentSchema, poolOrder } from './grants-document.ts';
import { grantAudit, grantDays, grantPools } from './tables.ts';

/** `today`: cap and count; `null` without a daily cap. */
const listedCoupons = v.object({
  day: text,
  pools: v.array(
    v.object({
      name: text,
      cap: number,
      issued: number,
      dailyCap: optionalNumber,
      today: v.nullable(v.object({ cap: number, issued: number })),
      giftName: text,
    }),
  ),
  warnings,
});
type ListedPools = v.InferOutput<typeof listedCoupons>['pools'];

export async function listCoupons({ queries, clock }: Pick<Services, 'queries' | 'clock'>) {
  const day = shanghaiDay(clock.business());
  const stored = await queries
    .select({ ...getTableColumns(grantPools), today: grantDays })
    .from(grantPools)
    .leftJoin(grantDays, and(eq(grantDays.pool, grantPools.name), eq(grantDays.day, day)))
    .orderBy(sql`${grantPools.name} <> ${poolNames.coupon}`, grantPools.name);
  const pools = stored.map(({ today, ...pool }) => ({
    ...pool,
    giftName: grantNames[pool.name] ?? '',
    today: today ?? (pool.dailyCap === null ? null : { cap: pool.dailyCap, issued: 0 }),
  }));
  return { day, pools, warnings: warningsOf(pools) };
}

/** Caps that differ from those in the users' rules. */
function warningsOf(pools: ListedPools): string[] {
  const { couponsInTotal, couponsPerDay, allowancesPerKind } = campaignTerms;
  return pools.flatMap(({ name, giftName, cap, dailyCap }) => {
    const inAll = name === 'coupon' ? couponsInTotal : allowancesPerKind;
    const rules = `${giftName}: the rules that users read say`;
    return [
      ...(cap === inAll ? [] : [`${rules} ${inAll} in all, and its cap is ${cap}.`]),
      ...(name !== 'coupon' || dailyCap === couponsPerDay
        ? []
        : [`${rules} ${couponsPerDay} a day, and its daily cap is ${dailyCap ?? 'none'}.`]),
    ];
  });
}

export const couponCommands = {
  'coupons list': command({
    does: 'lists every pool: cap, issued, and of the coupon the cap and count of today',
    may: ['viewer'],
    kind: 'read',
    fields: {},
    answer: listedCoupons,
    run: (_fields, context) => listCoupons(context),
  }),
  'coupons set': command({
    does: 'sets what may be granted, in all and on each day of business time in China, while grants go on',
    may: ['operator'],
    kind: 'change',
    fields: {
      pool: v.picklist(poolOrder),
      cap: v.optional(told(count, 'in all')),
      dailyCap: v.optional(v.nullable(told(count, 'of the coupon, on each day; none: no daily cap'))),
    },
    answer: listedCoupons,
    async run({ pool, cap, dailyCap }, context) {
      if (cap === undefined && dailyCap === undefined) throw new Refused('Name a cap or a daily cap to set.');
      await context.configuration.change('grants', context, (current) => {
        const { pools } = documentOf(grantsDocumentSchema, current);
        const before = pools[pool];
        const changed = { cap: cap ?? before.cap, dailyCap: dailyCap === undefined ? before.dailyCap : dailyCap };
        return documentText({ pools: { ...pools, [pool]: changed } });
      });
      return listCoupons(context);
    },
  }),
  'coupons audit': command({
    does: 'lists every coupon and allowance granted: to whom, for what, and as which of its pool and day',
    may: ['viewer'],
    kind: 'read',
    fields: auditFilter,
    answer: auditOf({ pool: text, poolIssued: number, day: text, dayIssued: optionalNumber, cause: text }),
    async run(filter, { queries }) {
      const found = await queries
        .select({ ...getTableColumns(grantAudit), at: grantAudit.businessAt })
        .from(grantAudit)
        .where(inPart(grantAudit, filter))
        .orderBy(desc(grantAudit.id))
        .limit(filter.limit + 1);
      const { part: rows, next } = partOf(found, filter.limit, ({ id }) => id);
      return { rows, next };
    },
  }),
};
