import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { afterAll, expect, it } from 'vitest';
import type { Clock } from '../program/clock.ts';
import { openPostgresql } from '../database/open-postgresql.ts';
import { createLogger } from '../log/log.ts';
import { commands } from '../commands/all.ts';
import { askOperator } from '../testing/operator.ts';
import { startPostgres } from '../testing/postgres.ts';
import { startServerProcess } from '../testing/server-process.ts';
import { startTestServer, testEnvironment } from '../testing/test-server.ts';
import { openConfiguration } from './configuration.ts';

const folder = mkdtempSync(join(tmpdir(), 'fridge-configuration-'));
const postgres = await startPostgres();
afterAll(async () => {
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const socketOf = (name: string) => join(folder, `${name}.sock`);
const ask = async (socket: string, request: Record<string, unknown>) => {
  const [answer] = await askOperator(socket, request);
  if (answer === undefined) throw new Error('no answer');
  return answer;
};
const serialOf = async (socket: string, name: string) => {
  const answer = await ask(socket, { command: 'config list' });
  const listed = v.parse(commands['config list'].answer, answer.data);
  return listed.find((each) => each.name === name)?.serial;
};
const apply = (socket: string, value: string, fields: Record<string, unknown> = {}) =>
  ask(socket, {
    command: 'config apply',
    name: 'settings',
    file: { text: JSON.stringify({ appLink: `https://${value}.example/` }) },
    replace: true,
    by: value,
    ...fields,
  });
const realClock: Clock = { real: () => Date.now(), business: () => Date.now(), businessStart: null };
const within5s = { timeout: 5_000, interval: 100 };

it.skipIf(postgres === null)(
  'two processes show the same, by notices and by the poll alone, and one of two editors wins',
  { timeout: 120_000 },
  async () => {
    const url = (await postgres?.database('followed')) ?? '';
    const start = (name: string, variables: Record<string, string> = {}) =>
      startServerProcess(testEnvironment(folder, { DATABASE_URL: url, OPERATOR_SOCKET: socketOf(name), ...variables }));
    const [one, other] = await Promise.all([start('one'), start('other')]);
    const database = await openPostgresql(url, () => undefined);
    const noNotices = await openConfiguration(
      { queries: database.queries, clock: realClock, log: createLogger('silent') },
      { listenUrl: 'postgres://nobody@127.0.0.1:1/nothing' },
    );
    try {
      await apply(socketOf('one'), 'first');
      await expect.poll(() => serialOf(socketOf('other'), 'settings'), within5s).toBe(2);
      await expect.poll(() => noNotices.current('settings').serial, within5s).toBe(2);
      await apply(socketOf('other'), 'second');
      await expect.poll(() => serialOf(socketOf('one'), 'settings'), within5s).toBe(3);

      const draw = { command: 'draw set', level: 0, weight: 9, by: 'Li' };
      expect(await ask(socketOf('one'), draw)).toMatchObject({ ok: true, data: { weightsVersion: 2 } });
      await expect.poll(() => serialOf(socketOf('other'), 'draw'), within5s).toBe(2);

      const edits = await Promise.all(
        ['one', 'other'].map((name) => apply(socketOf(name), `by-${name}`, { expected: 3, why: 'at once' })),
      );
      expect(edits.map(({ ok }) => ok).sort()).toEqual([false, true]);
      expect(edits.find(({ ok }) => !ok)?.error).toMatch(
        /^settings is at serial 4, not at 3: nothing was changed\. Since then:\n {2}\d+ by by-\w+ \(command\), .*"at once": appLink: /,
      );
    } finally {
      await noNotices.close();
      await database.close();
      expect(await Promise.all([one.end('SIGTERM'), other.end('SIGTERM')])).toEqual([0, 0]);
    }
  },
);

it.skipIf(postgres === null)(
  'keeps the last good version while PostgreSQL is away, says so once, and follows again',
  { timeout: 120_000 },
  async () => {
    const DATABASE_URL = (await postgres?.database('away')) ?? '';
    const [here, other] = await Promise.all([
      startTestServer({ DATABASE_URL }),
      startTestServer({ DATABASE_URL, OPERATOR_SOCKET: socketOf('away') }),
    ]);
    const count = (event: string) => here.logged.filter((line) => line.includes(`"${event}"`)).length;
    const socket = join(here.folder, 'operator.sock');
    try {
      await apply(socketOf('away'), 'first');
      await expect.poll(() => serialOf(socket, 'settings'), within5s).toBe(2);
      await postgres?.restart();
      await expect.poll(() => count('configurationNoticesBack'), { timeout: 30_000 }).toBe(1);
      expect(count('configurationNoticesLost')).toBe(1);
      expect(here.logged.find((line) => line.includes('"configurationNoticesLost"'))).toMatch(
        /"fault":\{"name":"\w*[eE]rror"/,
      );
      expect(await serialOf(socket, 'settings')).toBe(2);
      await apply(socketOf('away'), 'second');
      await expect.poll(() => serialOf(socket, 'settings'), within5s).toBe(3);
    } finally {
      await here.close();
      await other.close();
    }
  },
);
