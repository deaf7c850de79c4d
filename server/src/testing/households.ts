import { randomUUID } from 'node:crypto';
import { eligibleSupply } from '../activities/campaign/grants.ts';
import { drawChances } from '../activities/draw/tables.ts';
import type { ReportFields } from '../activities/report/report-fields.ts';
import { reports } from '../activities/report/tables.ts';
import type { Queries } from '../database/database.ts';
import { accounts, fridges, homes } from '../households/tables.ts';

/** A household of one test. */
export type TestHousehold = { userId: string; phone: string; homeId: string; fridgeId: string };

type Traits = {
  grid?: string;
  supply?: string;
  realNameVerified?: boolean;
  withoutFridge?: boolean;
  drawsLeft?: number;
  report?: ReportFields;
};

let phones = 0;

/** Adds an eligible household with one fridge, changed by `traits`. */
export async function addHousehold(queries: Queries, traits: Traits = {}): Promise<TestHousehold> {
  const [household] = await addHouseholds(queries, 1, traits);
  if (household === undefined) throw new Error('no household was added');
  return household;
}

export async function addHouseholds(
  queries: Queries,
  count: number,
  { withoutFridge = false, drawsLeft, report, ...traits }: Traits = {},
): Promise<TestHousehold[]> {
  const added = Array.from({ length: count }, () => {
    phones += 1;
    const id = randomUUID();
    return {
      userId: `user-${id}`,
      phone: `139${String(phones).padStart(8, '0')}`,
      homeId: `home-${id}`,
      fridgeId: withoutFridge ? '' : `fridge-${id}`,
    };
  });
  await queries
    .insert(accounts)
    .values(
      added.map(({ userId, phone }) => ({ userId, phone, ...eligibleSupply, realNameVerified: true, ...traits })),
    );
  await queries.insert(homes).values(added.map(({ homeId, userId }) => ({ homeId, userId })));
  if (!withoutFridge)
    await queries.insert(fridges).values(added.map(({ fridgeId, homeId }) => ({ fridgeId, homeId, sn8: '0000T001' })));
  if (drawsLeft !== undefined)
    await queries.insert(drawChances).values(added.map(({ userId }) => ({ userId, chancesLeft: drawsLeft })));
  if (report !== undefined)
    await queries
      .insert(reports)
      .values(added.map(({ fridgeId }) => ({ fridgeId, fields: report, importedAt: new Date() })));
  return added;
}
