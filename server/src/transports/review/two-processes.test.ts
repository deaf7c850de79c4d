import { join } from 'node:path';
import * as v from 'valibot';
import { afterAll, expect, it } from 'vitest';
import { commands } from '../../commands/all.ts';
import { askOperator } from '../../testing/operator.ts';
import { startPostgres } from '../../testing/postgres.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const postgres = await startPostgres();
afterAll(() => postgres?.stop());

const PUBLIC = 'http://operators.example';

it.skipIf(postgres === null)(
  'a link opens once among all processes, and the session that it begins goes on in each',
  { timeout: 60_000 },
  async () => {
    const DATABASE_URL = (await postgres?.database('sessions')) ?? '';
    const variables = { DATABASE_URL, LISTENERS: 'operations', OPERATIONS_PORT: '0', PUBLIC_OPERATIONS_ORIGIN: PUBLIC };
    const servers = [await startTestServer(variables), await startTestServer(variables)] as const;
    const get = ({ ports }: TestServer, path: string, cookie = '') =>
      fetch(`http://127.0.0.1:${ports.operations}${path}`, { headers: { cookie }, redirect: 'manual' });
    try {
      for (const [one, other] of [servers, servers.toReversed()] as [TestServer, TestServer][]) {
        const [answer] = await askOperator(join(one.folder, 'operator.sock'), { command: 'works review', by: '王梅' });
        const { link } = v.parse(commands['works review'].answer, answer?.data);
        const body = new URLSearchParams(new URL(link).search);
        const press = ({ ports }: TestServer) =>
          fetch(`http://127.0.0.1:${ports.operations}/enter`, {
            method: 'POST',
            body,
            headers: { origin: PUBLIC },
            redirect: 'manual',
          });
        const opened = await Promise.all([one, other, one, other].map(press));
        expect(opened.map(({ status }) => status).toSorted()).toEqual([303, 403, 403, 403]);
        const cookie = opened
          .find(({ status }) => status === 303)
          ?.headers.getSetCookie()[0]
          ?.split(';')[0];
        for (const each of servers) expect(await (await get(each, '/', cookie)).text()).toContain('审核人：王梅');
      }
    } finally {
      await Promise.all(servers.map((each) => each.close()));
    }
  },
);
