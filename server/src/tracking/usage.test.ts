import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { fixedParameters } from '@fridge/shared-contracts/page';
import * as v from 'valibot';
import { afterAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '../clock.ts';
import { operatorCommands } from '../operator/protocol.ts';
import { askOperator } from '../testing/operator.ts';
import { startPostgres } from '../testing/postgres.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { createPageId } from './page-id.ts';
import { trackedEvents } from './tables.ts';

const postgres = await startPostgres();
afterAll(() => postgres?.stop());

const envelope = () => ({ id: randomUUID(), at: Date.now(), ...fixedParameters, page: '/draw' });
const open = (pageId: string, ms: number, over: object = {}) => ({
  ...envelope(),
  event: 'open',
  pageId,
  remote: 'draw',
  version: '1.2.3',
  phases: { entry: ms, screen: 10, styles: 5, render: 1 },
  ...over,
});
const failure = (pageId: string | undefined, phase: string) => ({
  ...envelope(),
  event: 'failure',
  pageId,
  remote: 'draw',
  version: '1.2.3',
  phase,
  reason: 'timeout',
});

async function usageOf(server: TestServer, request: object = {}) {
  const [answer] = await askOperator(join(server.folder, 'operator.sock'), { command: 'usage.read', ...request });
  return v.parse(operatorCommands['usage.read'].answer, answer?.data);
}

describe.each(['embedded', 'postgresql'] as const)('usage on the database: %s', (database) => {
  it.skipIf(database === 'postgresql' && postgres === null)(
    'counts page views, opens, failures of opening and crashes by release, with percentiles',
    async () => {
      const url = database === 'postgresql' ? await postgres?.database('usage') : undefined;
      const server = await startTestServer(url === undefined ? {} : { DATABASE_URL: url });
      try {
        expect(await usageOf(server)).toMatchObject({ pages: 0, events: 0, releases: [], truncated: false });
        const [one, other] = [1, 2].map(() => createPageId(server.services.pageIdKey, Date.now(), null)) as [
          string,
          string,
        ]; // two
        const events = [
          { ...envelope(), event: 'pageView', pageId: one },
          ...[100, 200, 300].map((ms) => open(one, ms)),
          open(other, 50, { version: '1.2.4' }),
          failure(one, 'entry'),
          failure(other, 'render'),
          failure(other, 'call'),
          failure(undefined, 'entry'), // uncounted
        ];
        const sent = await fetch(`${server.url}/track`, { method: 'POST', body: JSON.stringify({ events }) });
        expect(await sent.json()).toMatchObject({ data: { refused: 0 } });
        const usage = await usageOf(server, { days: 1 });
        expect(usage).toMatchObject({ days: 1, pages: 2, events: 8 });
        expect(usage.releases).toEqual([
          {
            remote: 'draw',
            version: '1.2.3',
            opens: 3,
            failed: 1,
            failureRate: 0.25,
            crashed: 1,
            phases: {
              total: { p50: 211, p90: 311, p99: 311 },
              entry: { p50: 200, p90: 300, p99: 300 },
              screen: { p50: 10, p90: 10, p99: 10 },
              styles: { p50: 5, p90: 5, p99: 5 },
              render: { p50: 1, p90: 1, p99: 1 },
            },
          },
          expect.objectContaining({ version: '1.2.4', opens: 1, failed: 0, failureRate: 0 }),
        ]);
        await server.queries.update(trackedEvents).set({ receivedAt: new Date(Date.now() - 2 * DAY_MS) });
        expect(await usageOf(server, { days: 1 })).toMatchObject({ pages: 0, releases: [] });
        expect(await usageOf(server)).toMatchObject({ pages: 2 });
      } finally {
        await server.close();
      }
    },
  );
});
