import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drawOutcomes, prizeCodes } from '../activities/draw/tables.ts';
import { askOperator } from '../testing/operator.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { operatorCommands } from './protocol.ts';

let server: TestServer;
let path: string;
beforeAll(async () => {
  server = await startTestServer();
  path = join(server.folder, 'operator.sock');
});
afterAll(() => server.close());

const outcome = async (level: number) =>
  (await server.queries.select().from(drawOutcomes).where(eq(drawOutcomes.level, level)))[0];

it('is open to its owner only', async () => expect((await stat(path)).mode & 0o777).toBe(0o600));

describe('draw commands', () => {
  it('set weights and stocks while the server runs, with a version per change', async () => {
    const [before, changed, stockOnly] = await askOperator(
      path,
      { command: 'draw.list' },
      {
        command: 'draw.set',
        by: 'Li',
        changes: [
          { level: 2, weight: 7, stock: 5 },
          { level: 0, weight: 3 },
        ],
        confirmed: true,
      },
      { command: 'draw.set', by: 'Li', changes: [{ level: 1, stock: null }] },
    );
    expect(before).toMatchObject({ ok: true, data: { weightsVersion: 1 } });
    expect(v.parse(operatorCommands['draw.list'].answer, before?.data)).toEqual(before?.data);
    expect(changed).toMatchObject({ ok: true, data: { weightsVersion: 2 } });
    expect(stockOnly).toMatchObject({ ok: true, data: { weightsVersion: 3 } });
    expect([await outcome(2), await outcome(0), await outcome(1)]).toMatchObject([
      { weight: 7, stock: 5 },
      { weight: 3, stock: null },
      { stock: null },
    ]);
  });

  it('change nothing when one of them is refused', async () => {
    await server.queries.update(drawOutcomes).set({ stock: 4, issued: 4, weight: 1 }).where(eq(drawOutcomes.level, 4));
    const [answer] = await askOperator(path, {
      command: 'draw.set',
      by: 'Li',
      changes: [
        { level: 2, weight: 9 },
        { level: 4, stock: 3 },
      ],
    });
    expect(answer).toEqual({ ok: false, error: "Level 4 has already issued 4: its stock can't be 3." });
    expect(await outcome(2)).toMatchObject({ weight: 7 });
  });

  it.each([
    ['no JSON', '{', /request/],
    ['an unknown command', { command: 'draw.win' }, /command/],
    ['a negative weight', { command: 'draw.set', by: 'Li', changes: [{ level: 1, weight: -1 }] }, /changes\.0\.weight/],
    ['an unknown level', { command: 'draw.set', by: 'Li', changes: [{ level: 7, weight: 1 }] }, /changes\.0\.level/],
    [
      'a level twice',
      {
        command: 'draw.set',
        by: 'Li',
        changes: [
          { level: 1, weight: 1 },
          { level: 1, weight: 2 },
        ],
      },
      /each level once/,
    ],
    ['a stock of thanks', { command: 'draw.set', by: 'Li', changes: [{ level: 0, stock: 5 }] }, /Level 0/],
    [
      'codes for a parcel',
      { command: 'draw.importCodes', by: 'lee', level: 1, codes: [{ code: 'A', pwd: 'B' }] },
      /shipped/,
    ],
  ])('refuse %s with a reason, and go on', async (_, request, reason) => {
    const [refused, next] = await askOperator(path, request, { command: 'draw.list' });
    expect(refused).toMatchObject({ ok: false, error: expect.stringMatching(reason) });
    expect(next?.ok).toBe(true);
  });

  it('import valid codes and list other rows by number', async () => {
    const codes = [
      { code: 'AAA', pwd: '1' },
      { code: '', pwd: '2' },
      { code: ' AAA ', pwd: '3' },
      { code: 'BBB', pwd: 'two words' },
      { code: 'CCC', pwd: '5' },
    ];
    const request = { command: 'draw.importCodes', level: 3, codes, by: 'lee' };
    const [first, again, list] = await askOperator(path, request, request, { command: 'draw.list' });
    expect(v.is(operatorCommands['draw.importCodes'].answer, first?.data)).toBe(true);
    expect(first?.data).toEqual({
      importId: expect.any(Number),
      imported: 2,
      rejected: [
        { row: 2, reason: 'malformed' },
        { row: 3, reason: 'repeated' },
        { row: 4, reason: 'malformed' },
      ],
    });
    expect(again?.data).toMatchObject({ importId: null, imported: 0 });
    expect(list).toMatchObject({
      data: { outcomes: expect.arrayContaining([expect.objectContaining({ level: 3, codesLeft: 2 })]) },
    });
    expect(await server.queries.$count(prizeCodes)).toBe(2);
    expect(server.logged.join('')).not.toContain('AAA');
  });
});

it('splits requests only at line feeds', async () => {
  const request = {
    command: 'draw.importCodes',
    by: 'lee',
    level: 3,
    source: 'codes\u2028of\u2029May\n\r.csv',
    codes: [{ code: 'WITH-SEPARATORS', pwd: 'p' }],
  };
  const [answer, next] = await askOperator(path, request, { command: 'draw.list' });
  expect(answer).toMatchObject({ ok: true, data: { imported: 1 } });
  expect(next).toMatchObject({ ok: true });
});

it('refuses a second server on the same socket', { timeout: 60_000 }, async () => {
  await expect(startTestServer({ OPERATOR_SOCKET: path })).rejects.toThrow(/OPERATOR_SOCKET/);
});
