import type { Client } from 'pg';
import { CHANCES } from './fill-database.ts';

/** Queries for what isn't as it has to be after a number of answered calls, $1: what, one count and the other. */
const differing = (pairs: string): string =>
  `select * from (values ${pairs}) pairs (what, one, other) where one is distinct from other`;

export const drawsHold = differing(`
  ('draws and calls', (select count(*) from draws), $1::bigint),
  ('audited draws and calls', (select count(*) from draw_audit), $1),
  ('chances used and calls', (select sum(${CHANCES} - remaining) from draw_chances), $1),
  ('prizes and draws that won', (select count(*) from draw_prizes), (select count(prize_id) from draws)),
  ('prizes and stock taken',
    (select count(*) from draw_prizes), (select sum(issued) from draw_outcomes where level > 0)),
  ('codes given and virtual prizes',
    (select count(prize_id) from prize_codes), (select count(*) from draw_prizes where is_virtual))`);

export const grantsHold = differing(`
  ('coupons and calls', (select count(*) from grants where kind = 'coupon'), $1::bigint),
  ('coupons of the pool and calls', (select issued from grant_pools where name = 'coupon'), $1),
  ('coupons of the days and calls', (select sum(issued) from grant_days where pool = 'coupon'), $1),
  ('allowances and calls', (select count(*) from grants where kind = 'allowance'), $1),
  ('allowances of the pools and calls', (select sum(issued) from grant_pools where name <> 'coupon'), $1),
  ('audited grants and calls', (select count(*) / 2 from grant_audit), $1),
  ('judged answers and calls', (select count(*) from quiz_progress where (judged->>'correct')::boolean), $1)`);

/** @throws unless the rows are what was answered */
export async function checkRows(client: Client, expected: string, answered: number): Promise<void> {
  const { rows } = await client.query(expected, [answered]);
  if (rows.length > 0) throw new Error(`Not exact under load: ${JSON.stringify(rows)}`);
}
