import type { Client } from 'pg';
import { CHANCES } from './fill-database.ts';

/**
 * What the database holds after a number of answered calls, by queries for one number. `answered`: that number;
 * `agree`: pairs that are equal.
 */
export type Expected = {
  readonly answered: Readonly<Record<string, string>>;
  readonly agree?: Readonly<Record<string, readonly [one: string, other: string]>>;
};

export const drawsHold: Expected = {
  answered: {
    draws: 'select count(*) from draws',
    'audited draws': 'select count(*) from draw_audit',
    'chances used': `select sum(${CHANCES} - remaining) from draw_chances`,
  },
  agree: {
    'prizes and stock taken': [
      'select count(*) from draw_prizes',
      'select sum(issued) from draw_outcomes where level > 0',
    ],
    'prizes and draws that won': ['select count(*) from draw_prizes', 'select count(prize_id) from draws'],
    'codes given and virtual prizes': [
      'select count(prize_id) from prize_codes',
      'select count(*) from draw_prizes where is_virtual',
    ],
  },
};

export const grantsHold: Expected = {
  answered: {
    coupons: "select count(*) from grants where kind = 'coupon'",
    'coupons of the pool': "select issued from grant_pools where name = 'coupon'",
    'coupons of the days': "select sum(issued) from grant_days where pool = 'coupon'",
    allowances: "select count(*) from grants where kind = 'allowance'",
    'allowances of the pools': "select sum(issued) from grant_pools where name <> 'coupon'",
    'audited grants': 'select count(*) / 2 from grant_audit',
    'judged answers': "select count(*) from quiz_progress where (judged->>'correct')::boolean",
  },
};

/** @throws unless the rows are what was answered */
export async function checkRows(client: Client, { answered, agree = {} }: Expected, calls: number): Promise<void> {
  const found = async (query: string): Promise<number> => {
    const { rows } = await client.query<Record<string, unknown>>(query);
    return Number(Object.values(rows[0] ?? {})[0] ?? 0);
  };
  for (const [what, query] of Object.entries(answered))
    expectSame(`${what} and calls answered`, await found(query), calls);
  for (const [what, [one, other]] of Object.entries(agree)) expectSame(what, await found(one), await found(other));
}

function expectSame(what: string, one: number, other: number): void {
  if (one !== other) throw new Error(`Not exact under load: ${what}, ${one} and ${other}.`);
}
