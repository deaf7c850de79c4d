import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readEnvironment, startServer } from '@fridge/server';
import { DEFAULT_DEMO_CLOCK } from '../../ops/src/product/start-product.ts';

/** So many copies of the demonstration's households a product has; each story takes one. */
export const HOUSEHOLD_COPIES = 250;

/** Names the folder to the workers. */
const VARIABLE = 'PREPARED_STATE';

/**
 * Prepares the state that every product of a run begins with: the server's first start is over, with the
 * demonstration's data, and its households stand there in copies. Works aren't copied.
 * @returns removes it after the run
 */
export default async function prepareState(): Promise<() => Promise<void>> {
  const state = await mkdtemp(join(tmpdir(), 'prepared-state-'));
  const server = await startServer(
    readEnvironment({
      PORT: '0',
      LISTENERS: 'api',
      DEMO: '1',
      DEMO_CLOCK: DEFAULT_DEMO_CLOCK,
      LOG_LEVEL: 'silent',
      STATE_DIR: state,
    }),
  );
  for (const statement of copyHouseholds) await server.queries.execute(statement);
  await server.close();
  process.env[VARIABLE] = state;
  return () => rm(state, { recursive: true, force: true });
}

/** Lays the prepared state into a product's folder. */
export async function layPreparedState(folder: string): Promise<void> {
  const prepared = process.env[VARIABLE];
  if (prepared === undefined)
    throw new Error(
      `No state is prepared: the Playwright configuration needs ${import.meta.filename} as its globalSetup.`,
    );
  for (const part of ['data', 'uploads']) await cp(join(prepared, part), join(folder, part), { recursive: true });
}

/** Every row of a table as often as there are copies, with these fields in place of its own. */
const copyRows = (table: string, fields: Record<string, string>) => `
  insert into ${table} select copied.* from ${table} original, generate_series(1, ${HOUSEHOLD_COPIES}) copy, jsonb_populate_record(
    original, jsonb_build_object(${Object.entries(fields)
      .map(([name, value]) => `'${name}', ${value}`)
      .join(', ')})) copied`;

/** The id that a copy's row has in place of the original's. `households.ts` names the copies by the same rule. */
const idOf = (column: string) => `original.${column} || 'x' || copy`;

/** In the order in which the tables refer to each other. */
const copyHouseholds = [
  copyRows('accounts', { user_id: idOf('user_id'), phone: '(original.phone::bigint + 10000 * copy)::text' }),
  copyRows('homes', { home_id: idOf('home_id'), user_id: idOf('user_id') }),
  copyRows('fridges', { fridge_id: idOf('fridge_id'), home_id: idOf('home_id') }),
  copyRows('reports', { fridge_id: idOf('fridge_id') }),
  copyRows('draw_chances', { user_id: idOf('user_id') }),
  copyRows('draw_prizes', { id: idOf('id'), user_id: idOf('user_id') }),
  copyRows('grants', { id: idOf('id'), user_id: idOf('user_id'), exchange_code: idOf('exchange_code') }),
  `insert into prize_codes (level, code, pwd, prize_id)
   select level, code || 'x' || copy, pwd, prize_id || 'x' || copy from prize_codes, generate_series(1, ${HOUSEHOLD_COPIES}) copy where prize_id is not null`,
];
