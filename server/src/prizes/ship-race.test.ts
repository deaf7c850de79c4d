import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drawCalls, prizesSchema } from '@fridge/shared-contracts/activities/draw';
import { like } from 'drizzle-orm';
import * as v from 'valibot';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { copy } from '../edge/copy.ts';
import { commands } from '../commands/all.ts';
import { events } from '../history/tables.ts';
import { callAs } from '../testing/client.ts';
import { addHousehold, type TestHousehold } from '../testing/households.ts';
import { askOperator } from '../testing/operator.ts';
import { startPostgres } from '../testing/postgres.ts';
import { addPrize, recipient, storedRecipient } from '../testing/prizes.ts';
import { startServerProcess } from '../testing/server-process.ts';
import { longLimits, startTestServer, testEnvironment, type TestServer } from '../testing/test-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'fridge-ship-'));
const postgres = await startPostgres();
afterAll(async () => {
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const PRIZES = 30;
const elsewhere = '上海市黄浦区 外滩1号';

describe.skipIf(postgres === null)('shipments on PostgreSQL with two processes', () => {
  let here: TestServer;
  let other: Awaited<ReturnType<typeof startServerProcess>>;
  let winner: TestHousehold;
  let ids: string[];
  let databases = 0;
  const sockets = () => [join(here.folder, 'operator.sock'), join(folder, 'operator.sock')] as const;

  beforeEach(async () => {
    databases += 1;
    const DATABASE_URL = (await postgres?.database(`ship${databases}`)) ?? '';
    here = await startTestServer({ ...longLimits, DATABASE_URL });
    const UPLOADS_DIR = join(here.folder, 'uploads');
    other = await startServerProcess(testEnvironment(folder, { ...longLimits, DATABASE_URL, UPLOADS_DIR }));
    winner = await addHousehold(here.queries);
    const wonAt = new Date(here.clock.business());
    ids = await Promise.all(
      Array.from({ length: PRIZES }, () => addPrize(here.queries, winner, wonAt, storedRecipient)),
    );
  }, 60_000);
  afterEach(async () => {
    expect(await other.end('SIGTERM')).toBe(0);
    await here.close();
  });

  const ship = async (socket: string, shipped: readonly string[], by: string, trackingNumber: string) => {
    const rows = shipped.map((id) => `${id},顺丰速运,${trackingNumber}`);
    const file = { text: ['id,carrier,number', ...rows].join('\n') };
    const [answer] = await askOperator(socket, { command: 'prizes ship-file', by, file });
    return v.parse(commands['prizes ship-file'].answer, answer?.data);
  };
  const shipmentRows = () => here.queries.select().from(events).where(like(events.command, 'prizes %'));

  it('a change of the address counts before the shipment, or is refused after it', { timeout: 60_000 }, async () => {
    const [socket] = sockets();
    const saved = await Promise.all(
      ids.map(async (id) => {
        const [, save] = await Promise.all([
          ship(socket, [id], '王梅', `SF-${id}`),
          callAs(winner, other.url, drawCalls.saveAddress, { id, ...recipient, address: elsewhere }),
        ]);
        return [id, save] as const;
      }),
    );
    const stored = v.parse(prizesSchema, (await callAs(winner, here.url, drawCalls.myGift)).data);
    for (const [id, save] of saved) {
      const prize = stored.find((one) => one.id === id);
      expect(prize).toMatchObject({
        trackingNumber: `SF-${id}`,
        userAddress: save.code === 0 ? elsewhere : recipient.address,
      });
      if (save.code !== 0) expect(save).toMatchObject({ code: 204, msg: copy['server.gift.shipped'] });
    }
    expect(await shipmentRows()).toHaveLength(PRIZES);
  });

  it('of two operators at once one ships each prize, and the other is told who', { timeout: 60_000 }, async () => {
    const [one, two] = sockets();
    const [first, second] = await Promise.all([
      ship(one, ids, '王梅', 'SF-by-Wang'),
      ship(two, ids.toReversed(), '李强', 'YT-by-Li'),
    ]);
    expect(first.shipped + second.shipped).toBe(PRIZES);
    expect(first.rejected.length + second.rejected.length).toBe(PRIZES);
    for (const { reason } of [...first.rejected, ...second.rejected])
      expect(reason).toMatch(/number (SF-by-Wang; entered by 王梅|YT-by-Li; entered by 李强) at 2023-08-01T/);
    const rows = await shipmentRows();
    expect(new Set(rows.map(({ about }) => about[0])).size).toBe(PRIZES);
    expect(rows).toHaveLength(PRIZES);
  });

  it('the same file twice at once ships each prize once', { timeout: 60_000 }, async () => {
    const answers = await Promise.all(sockets().map((socket) => ship(socket, ids, '王梅', 'SF-same-file')));
    expect(answers.map(({ shipped }) => shipped).toSorted((a, b) => a - b)).toEqual([0, PRIZES]);
    expect(answers.every(({ rejected }) => rejected.length === 0)).toBe(true);
    expect(await shipmentRows()).toHaveLength(PRIZES);
  });
});
