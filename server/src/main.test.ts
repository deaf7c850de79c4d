import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { drawCalls } from '@fridge/shared-contracts/activities/draw';
import { sharingCalls } from '@fridge/shared-contracts/activities/sharing';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callAs, pathOf, signed } from './testing/client.ts';
import { type ServerProcess, startServerProcess } from './testing/server-process.ts';
import { startPosting } from './testing/slow-post.ts';
import { testClock, testEnvironment } from './testing/test-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'fridge-main-'));
const start = (variables: Record<string, string> = {}) => startServerProcess(testEnvironment(folder, variables));
let server: ServerProcess;
beforeAll(async () => {
  server = await start();
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const businessTime = async (url: string) => Number((await fetch(`${url}/health`)).headers.get('x-business-time'));

const healthSchema = v.object({ data: v.object({ businessStart: v.nullable(v.string()) }) });
const businessStart = async (url: string) =>
  v.parse(healthSchema, await (await fetch(`${url}/health`)).json()).data.businessStart;

describe('the server as a process', () => {
  it('refuses a data directory in use, with a plain message and exit code 1', { timeout: 60_000 }, async () => {
    const second = start({ OPERATOR_SOCKET: join(folder, 'second.sock') });
    await expect(second).rejects.toMatchObject({
      exitCode: 1,
      message: expect.stringMatching(/^The data directory .* is in use by process \d+\..*DATA_DIR/),
    });
    expect((await fetch(`${server.url}/health`)).ok).toBe(true);
  });

  it('refuses a bad environment, naming every variable', { timeout: 60_000 }, async () => {
    await expect(start({ PORT: 'x', DEMO: 'maybe' })).rejects.toMatchObject({
      exitCode: 1,
      message: expect.stringMatching(/PORT.*\n.*DEMO/),
    });
  });

  it('refuses an unreachable database, in plain words and without its password', { timeout: 60_000 }, async () => {
    const unreachable = start({ DATABASE_URL: 'postgres://somebody:secret@127.0.0.1:1/activities' });
    await expect(unreachable).rejects.toMatchObject({
      exitCode: 1,
      message:
        "The database activities at 127.0.0.1:1 can't be reached (ECONNREFUSED). Start it, or correct DATABASE_URL.\n",
    });
  });

  it(
    'exits with 0 on SIGTERM after answering running requests, and restarts with its business time',
    { timeout: 60_000 },
    async () => {
      const before = (await businessTime(server.url)) - Date.now();
      const body = new URLSearchParams(signed({ userId: 'nobody' })).toString();
      const slow = await startPosting(`${server.url}${pathOf(sharingCalls.shareRecord)}`, body);
      const ended = server.end('SIGTERM');
      await sleep(300);
      expect(await slow.finish()).toMatchObject({ code: 401 });
      expect(await ended).toBe(0);

      // The first start's clock holds, whatever the environment says later.
      server = await start({ DEMO_CLOCK: '2031-01-01T00:00:00+08:00' });
      expect(await businessStart(server.url)).toBe(testClock);
      expect(await server.end('SIGTERM')).toBe(0);
      server = await start({ DEMO_CLOCK: '' });
      expect(await businessStart(server.url)).toBe(testClock);
      expect(Math.abs((await businessTime(server.url)) - Date.now() - before)).toBeLessThan(5_000);
      expect(await callAs({ userId: 'nobody' }, server.url, drawCalls.getMyPrize)).toMatchObject({ code: 204 });
    },
  );

  it('restarts on its directory after it was killed', { timeout: 60_000 }, async () => {
    expect(await server.end('SIGKILL')).toBeNull();
    server = await start();
    expect((await fetch(`${server.url}/health`)).ok).toBe(true);
    expect(await server.end('SIGINT')).toBe(0);
  });
});
