import type { Client } from 'pg';
import { householdOf, rightAnswer } from './prepared-calls.ts';

/** Of each account. */
export const CHANCES = 1_000;
const CODES_PER_LEVEL = 100_000;
/** Of a hundred draws: thanks, goods, and cards with codes. */
const weights = { 0: 70, 1: 1, 2: 2, 3: 7, 4: 5, 5: 10, 6: 5 } as const;
/** Runs out at once, as the first prize does on a site. */
const FIRST_PRIZES = 3;

/** The ids of `householdOf`, in SQL. */
const id = (kind: keyof ReturnType<typeof householdOf>) => `'${householdOf(0)[kind].replace(/0$/, '')}' || n`;

/** Accounts of eligible households with a fridge, draws and a question; enough prizes, codes and coupons. */
export async function fillDatabase(client: Client, accounts: number): Promise<void> {
  await client.query(`
    insert into accounts (user_id, phone, nick_name, grid, supply, real_name_verified)
      select ${id('userId')}, 13900000000 + n, 'Lin', 'jiangsu', 'lowVoltageResidential', true from generate_series(1, ${accounts}) n;
    insert into homes (home_id, user_id) select ${id('homeId')}, ${id('userId')} from generate_series(1, ${accounts}) n;
    insert into fridges (fridge_id, home_id, sn8) select ${id('fridgeId')}, ${id('homeId')}, '0000A001' from generate_series(1, ${accounts}) n;
    insert into draw_chances (user_id, remaining) select ${id('userId')}, ${CHANCES} from generate_series(1, ${accounts}) n;
    insert into quiz_progress (user_id, question_id, asked_at) select ${id('userId')}, '${rightAnswer.questionId}', now() from generate_series(1, ${accounts}) n;
    update draw_outcomes set stock = ${CODES_PER_LEVEL} where level > 1;
    update draw_outcomes set stock = ${FIRST_PRIZES} where level = 1;
    insert into prize_codes (level, code, pwd)
      select level, level || '-' || n, 'pwd' from draw_outcomes, generate_series(1, ${CODES_PER_LEVEL}) n where is_virtual;
    update grant_pools set cap = 1000000, daily_cap = case when daily_cap is null then null else 1000000 end;
  `);
  for (const [level, weight] of Object.entries(weights))
    await client.query('update draw_outcomes set weight = $1 where level = $2', [weight, level]);
  await client.query('vacuum analyze');
  await client.query('checkpoint');
}
