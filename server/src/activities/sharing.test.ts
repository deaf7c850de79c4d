import { drawCalls } from '@fridge/shared-contracts/activities/draw';
import { recordType, sharingCalls } from '@fridge/shared-contracts/activities/sharing';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callAs } from '../testing/client.ts';
import { addHousehold, type TestHousehold } from '../testing/households.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { activityRecords } from './campaign/tables.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const surplus = async (household: TestHousehold) => (await callAs(household, server.url, drawCalls.getSurplusNum)).data;

describe('annualRecord', () => {
  const record = (household: TestHousehold, type: string) =>
    callAs(household, server.url, sharingCalls.annualRecord, { ...household, type });

  it('adds a draw for the first share of each kind and day', async () => {
    const household = await addHousehold(server.queries, { report: { yearOpenNum: 1 } });
    const answers: unknown[] = [];
    for (const type of [
      recordType.enteredReport,
      recordType.sharedReport,
      recordType.sharedReport,
      recordType.sharedCampaign,
    ])
      answers.push((await record(household, type)).data);
    expect(answers).toEqual([
      { added: 0, surplusNum: 0 },
      { added: 1, surplusNum: 1 },
      { added: 0, surplusNum: 1 },
      { added: 1, surplusNum: 2 },
    ]);
    // Shares are counted per day.
    await server.queries
      .update(activityRecords)
      .set({ day: '2023-07-31' })
      .where(eq(activityRecords.userId, household.userId));
    expect((await record(household, '2')).data).toEqual({ added: 1, surplusNum: 3 });
  });

  it('adds one for concurrent shares', async () => {
    const household = await addHousehold(server.queries);
    const answers = await Promise.all(Array.from({ length: 8 }, () => record(household, '3')));
    expect(answers.filter(({ data }) => Reflect.get(Object(data), 'added') === 1)).toHaveLength(1);
    expect(await surplus(household)).toEqual({ surplusNum: 1, everHad: true, hasReport: false });
  });

  it('adds none for a report share of a household without a report', async () => {
    const household = await addHousehold(server.queries);
    expect((await record(household, recordType.sharedReport)).data).toEqual({ added: 0, surplusNum: 0 });
    expect((await record(household, recordType.sharedCampaign)).data).toEqual({ added: 1, surplusNum: 1 });
  });

  it('records shares of a household without a fridge without adding a draw', async () => {
    const household = await addHousehold(server.queries, { withoutFridge: true });
    for (const type of Object.values(recordType))
      expect((await record(household, type)).data).toEqual({ added: 0, surplusNum: 0 });
    expect(
      await server.queries.select().from(activityRecords).where(eq(activityRecords.userId, household.userId)),
    ).toHaveLength(3);
    expect(await surplus(household)).toEqual({ surplusNum: 0, everHad: false, hasReport: false });
  });

  it.each(['', '0', '4', '02', 'constructor'])('refuses the type %j', async (type) => {
    expect(await record(await addHousehold(server.queries), type)).toMatchObject({ code: 400 });
  });
});
