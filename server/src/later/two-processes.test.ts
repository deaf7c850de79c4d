import { eq, inArray } from 'drizzle-orm';
import { afterAll, expect, it } from 'vitest';
import { run } from '../commands/run.ts';
import { lockLatest } from '../documents/versions.ts';
import { HOUR_MS, isoInShanghai } from '../program/clock.ts';
import { startPostgres } from '../testing/postgres.ts';
import { longLimits, startTestServer } from '../testing/test-server.ts';
import { carryOutLater } from './carry-out-later.ts';
import { laterChanges } from './tables.ts';

const postgres = await startPostgres();
afterAll(() => postgres?.stop());

it.skipIf(postgres === null)(
  'of two processes none begins a command while the other carries one out, whatever it changes',
  { timeout: 120_000 },
  async () => {
    const variables = { DATABASE_URL: (await postgres?.database('later')) ?? '', ...longLimits };
    const [here, other] = await Promise.all([startTestServer(variables), startTestServer(variables)]);
    const add = async (command: string, fields: object) => {
      const at = isoInShanghai(new Date(here.clock.business() + HOUR_MS));
      const actor = { by: '王梅', why: '', way: 'command', role: 'operator' } as const;
      const asked = { command: 'later add', fields: { at, command, fields: { ...fields } } } as const;
      return (await run(asked, actor, { confirmed: true }, here.services)).answer.id;
    };
    const rows = () =>
      here.queries
        .select()
        .from(laterChanges)
        .where(inArray(laterChanges.id, [first, second]))
        .orderBy(laterChanges.id);
    const states = async () => (await rows()).map(({ state }) => state);
    const first = await add('settings set', { path: 'couponPage', value: 'https://first.example/' });
    const second = await add('draw set', { level: 0, weight: 9 });
    try {
      let carrying: Promise<void> | undefined;
      await here.queries.transaction(async (transaction) => {
        await lockLatest(transaction, 'settings');
        for (const [at, id] of [first, second].entries())
          await other.queries
            .update(laterChanges)
            .set({ dueAt: new Date(here.clock.business() - 1_000 + at) })
            .where(eq(laterChanges.id, id));
        carrying = carryOutLater(here.services);
        await expect.poll(states, { timeout: 10_000 }).toEqual(['underWay', 'pending']);
        await Promise.all([carryOutLater(other.services), carryOutLater(other.services)]);
        expect(await states()).toEqual(['underWay', 'pending']);
      });
      await carrying;
      await expect.poll(states, { timeout: 10_000 }).toEqual(['done', 'done']);
      const [one = 0, two = 0] = (await rows()).map(({ outcome }) => Number(/\d+/.exec(outcome)?.[0]));
      expect(one).toBeLessThan(two);
    } finally {
      await here.close();
      await other.close();
    }
  },
);
