import { shanghaiDay } from '@fridge/shared-contracts/page';
import { and, desc, eq, sql } from 'drizzle-orm';
import * as v from 'valibot';
import { grantDays, grantPools } from './tables.ts';
import type { Clock } from '../../program/clock.ts';
import type { Queries } from '../../database/database.ts';
import { Refused } from '../../commands/refused.ts';
import type { DocumentKind } from '../../documents/documents.ts';
import { faultLines } from '../../documents/document-schema.ts';
import { grantsToConfirm } from './grants-to-confirm.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000_000));
const coupon = v.strictObject({ cap: count, dailyCap: v.nullable(count) });
const allowance = v.strictObject({
  cap: count,
  dailyCap: v.null('an allowance is granted with the coupon and has no daily cap of its own: null'),
});

/** Caps by pool. `dailyCap`: per day of business time in China; `null`: none. */
export const grantsDocumentSchema = v.strictObject({
  pools: v.strictObject({ coupon, 'allowance.1': allowance, 'allowance.2': allowance }),
});
type GrantsDocument = v.InferOutput<typeof grantsDocumentSchema>;
type PoolName = keyof GrantsDocument['pools'];

export const poolOrder = ['coupon', 'allowance.1', 'allowance.2'] as const satisfies PoolName[];

/** Its tables hold what was granted. */
export const grantsDocument: DocumentKind = {
  faultsOf: (document) => faultLines(grantsDocumentSchema, document),
  initial: {},
  async stored(queries) {
    const rows = await queries.select().from(grantPools).orderBy(desc(grantPools.name));
    return { pools: Object.fromEntries(rows.map(({ name, cap, dailyCap }) => [name, { cap, dailyCap }])) };
  },
  async toConfirm(_transaction, { before, after }) {
    const former = v.safeParse(grantsDocumentSchema, before);
    return grantsToConfirm(former.success ? former.output.pools : null, v.parse(grantsDocumentSchema, after).pools);
  },
  /**
   * A daily cap also applies to today, but not below today's count. The table lock waits for running grants and blocks
   * new ones. Lock order as in a grant: days, then pools.
   */
  async apply(transaction, { document }, clock) {
    const next = v.parse(grantsDocumentSchema, document);
    await transaction.execute(sql`lock table ${grantDays} in share row exclusive mode`);
    for (const name of poolOrder) await setPool(transaction, name, next.pools[name], clock);
  },
};

async function setPool(
  transaction: Queries,
  name: PoolName,
  { cap, dailyCap }: GrantsDocument['pools'][PoolName],
  clock: Clock,
): Promise<void> {
  const ofPool = eq(grantPools.name, name);
  const [present] = await transaction.select().from(grantPools).where(ofPool);
  if (present?.cap === cap && present.dailyCap === dailyCap) return;
  const [locked] = await transaction.select().from(grantPools).where(ofPool).for('no key update');
  const issued = locked?.issued ?? 0;
  if (cap < issued) throw new Refused(`${issued} of ${name} were granted already: its cap can't be ${cap}.`);
  await transaction.update(grantPools).set({ cap, dailyCap }).where(ofPool);
  await transaction
    .update(grantDays)
    .set({ cap: sql`greatest(${dailyCap ?? cap}, ${grantDays.issued})` })
    .where(and(eq(grantDays.pool, name), eq(grantDays.day, shanghaiDay(clock.business()))));
}
