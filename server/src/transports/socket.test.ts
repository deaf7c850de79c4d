import { stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drawOutcomes, prizeCodes } from '../prizes/tables.ts';
import { events } from '../history/tables.ts';
import { askOperator, codeFile, post } from '../testing/operator.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let path: string;
beforeAll(async () => {
  server = await startTestServer();
  path = join(server.folder, 'operator.sock');
});
afterAll(() => server.close());

const outcome = async (level: number) =>
  (await server.queries.select().from(drawOutcomes).where(eq(drawOutcomes.level, level)))[0];
const eventCount = () => server.queries.$count(events);

it('is open to its owner only', async () => expect((await stat(path)).mode & 0o777).toBe(0o600));

it('refuses a text that no database keeps', async () => {
  const [refused] = await askOperator(path, { command: 'users show', who: 'a\0b', by: 'Li' });
  expect(refused).toEqual({ ok: false, error: 'a text holds U+0000, which no database keeps' });
});

describe('draw commands', () => {
  it('set weights and stocks while the server runs, with a version and an event per change', async () => {
    const [before, changed, stockOnly] = await askOperator(
      path,
      { command: 'draw list' },
      { command: 'draw set', by: 'Li', level: 2, weight: 7, stock: 5, confirmed: true },
      { command: 'draw set', by: 'Li', level: 1, stock: null, confirmed: true },
    );
    expect(before).toMatchObject({ ok: true, data: { weightsVersion: 1 }, events: [] });
    expect(changed).toMatchObject({ ok: true, data: { weightsVersion: 2 } });
    expect(changed?.events).toMatchObject([
      {
        about: ['draw'],
        changes: [
          { path: 'levels.2.weight', after: 7 },
          { path: 'levels.2.stock', after: 5 },
        ],
      },
    ]);
    expect(stockOnly).toMatchObject({ ok: true, data: { weightsVersion: 3 } });
    expect([await outcome(2), await outcome(1)]).toMatchObject([{ weight: 7, stock: 5 }, { stock: null }]);
  });

  it('tell what a dry run would change, and change nothing', async () => {
    const before = [await outcome(4), await eventCount()];
    const [tried] = await askOperator(path, {
      command: 'draw set',
      level: 4,
      weight: 3,
      confirmed: true,
      dryRun: true,
    });
    expect(tried?.events).toMatchObject([{ changes: [{ path: 'levels.4.weight', after: 3 }] }]);
    expect([await outcome(4), await eventCount()]).toEqual(before);
  });

  it('are refused for an expected version that is past, with what changed since', async () => {
    const [late] = await askOperator(path, { command: 'draw set', level: 2, weight: 8, expected: 2 });
    expect(late?.error).toMatch(/draw is at serial 3, not at 2.*\n  \d+ by Li \(command\).*levels\.1\.stock/s);
  });

  it('change nothing when refused', async () => {
    await server.queries.update(drawOutcomes).set({ stock: 4, issued: 4, weight: 1 }).where(eq(drawOutcomes.level, 4));
    const [answer] = await askOperator(path, { command: 'draw set', by: 'Li', level: 4, stock: 3 });
    expect(answer).toMatchObject({ ok: false, error: "Level 4 has already issued 4: its stock can't be 3." });
  });

  it.each([
    ['an unknown command', { command: 'draw sett' }, /no command draw sett\. Did you mean draw set\?/],
    ['every wrong field', { command: 'draw set', level: 7, weight: -1 }, /level: .*\nweight: at least 0/],
    ['an unknown field', { command: 'draw list', level: 7 }, /level/],
    ['a stock of thanks', { command: 'draw set', level: 0, stock: 5 }, /levels.0.stock: "thanks" can't run out/],
    ['a dry run of what changes nothing', { command: 'draw list', dryRun: true }, /dryRun/],
    ['a missing reason', { command: 'prizes recipients' }, /why: a reason/],
    ['codes for a parcel', { command: 'draw import-codes', level: 1, file: codeFile([]) }, /shipped/],
  ])('refuse %s', async (_, request, reason) => {
    const [refused] = await askOperator(path, request);
    expect(refused).toMatchObject({ ok: false, error: expect.stringMatching(reason) });
  });

  it('refuse what is no JSON with a sentence', async () =>
    expect(JSON.parse(await post(path, '{'))).toMatchObject({ ok: false, problems: [expect.any(String)] }));

  it('import valid codes and name the other lines', async () => {
    const file = codeFile([
      { code: 'AAA', pwd: '1' },
      { code: '', pwd: '2' },
      { code: ' AAA ', pwd: '3' },
      { code: 'BBB', pwd: 'two words' },
      { code: 'CCC', pwd: '5' },
    ]);
    const request = { command: 'draw import-codes', level: 3, file, by: 'lee' };
    const [first, again, list] = await askOperator(path, request, request, { command: 'draw list' });
    expect(first?.data).toMatchObject({
      importId: expect.any(Number),
      imported: 2,
      known: 0,
      rejected: [
        { line: 3, reason: expect.stringContaining('empty') },
        { line: 4, reason: 'the code of line 2 again' },
        { line: 5, reason: expect.stringContaining('blanks') },
      ],
    });
    expect(again?.data).toMatchObject({ importId: null, imported: 0, known: 2 });
    expect(list).toMatchObject({
      data: { outcomes: expect.arrayContaining([expect.objectContaining({ level: 3, codesLeft: 2 })]) },
    });
    expect(await server.queries.$count(prizeCodes)).toBe(2);
    expect(server.logged.join('')).not.toContain('AAA');
  });
});

it('refuses a second server on the same socket, and replaces one that nobody listens at', async () => {
  await expect(startTestServer({ OPERATOR_SOCKET: path })).rejects.toThrow(/OPERATOR_SOCKET/);
  const left = join(server.folder, 'left.sock');
  const listening = createServer().listen(left);
  await new Promise((resolve) => listening.once('listening', resolve));
  await writeFile(`${left}.1`, '');
  await new Promise((resolve) => listening.close(resolve));
  await writeFile(left, '');
  const other = await startTestServer({ OPERATOR_SOCKET: left });
  expect(await askOperator(left, { command: 'draw list' })).toMatchObject([{ ok: true }]);
  await other.close();
});
