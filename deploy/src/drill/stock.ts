import { randomUUID } from 'node:crypto';
import type { SiteDatabase } from '@fridge/server/testing/site-database';
import * as v from 'valibot';

/** What is left for the users of one case: less than they would take. Level 3 has fewer codes than stock. */
const COUPONS_LEFT = 150;
const ALLOWANCES_LEFT = 40;
const STOCKS_LEFT: Readonly<Record<number, number>> = { 1: 1, 2: 5, 3: 40, 4: 60, 5: 40, 6: 60 };
const CODES_LEFT: Readonly<Record<number, number>> = { 3: 20, 5: 40, 6: 60 };

/** Limits what the next users can get, so that giving too much would show. */
export async function limitWhatIsGiven({ rows }: SiteDatabase): Promise<void> {
  const run = (statement: string) => rows(v.unknown(), statement);
  await run(`update grant_pools set cap = issued + ${COUPONS_LEFT}, daily_cap = null where name = 'coupon'`);
  await run(`update grant_days set cap = 1000000`);
  await run(`update grant_pools set cap = issued + ${ALLOWANCES_LEFT} where name like 'allowance.%'`);
  await run(`update draw_outcomes set weight = 20 where level = 0`);
  for (const [level, left] of Object.entries(STOCKS_LEFT))
    await run(`update draw_outcomes set weight = 10, stock = issued + ${left} where level = ${level}`);
  for (const [level, left] of Object.entries(CODES_LEFT)) {
    const codes = Array.from({ length: left }, () => `(${level}, '${randomUUID()}', 'p')`);
    await run(`insert into prize_codes (level, code, pwd) values ${codes.join()}`);
  }
}
