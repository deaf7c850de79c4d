import { join } from 'node:path';
import type { Call } from '@fridge/shared-contracts';
import type { Answer } from '@fridge/shared-contracts/page';
import { OLDER_REPORT_PATH, reportCalls } from '@fridge/shared-contracts/activities/report';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copy } from '../../edge/copy.ts';
import type { Scope } from '../../admission/authorization.ts';
import { authorizationOf, callAs, pathOf, post, signed, tokenOf } from '../../testing/client.ts';
import { addHousehold, type TestHousehold } from '../../testing/households.ts';
import { jsonLines } from '../../testing/import.ts';
import { askOperator } from '../../testing/operator.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { reports } from './tables.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const older: Pick<Call, 'path'> = { path: OLDER_REPORT_PATH };
const paths = [reportCalls.getReport, older].map((call) => [pathOf(call), call] as const);

async function read(
  household: TestHousehold,
  {
    call = reportCalls.getReport,
    scope = 'full',
    fridgeId = household.fridgeId,
    token,
  }: { call?: Pick<Call, 'path'>; scope?: Scope; fridgeId?: string; token?: string } = {},
): Promise<Answer> {
  const authorization = await authorizationOf(household.userId, token ?? tokenOf(household.userId, scope));
  return post(`${server.url}${pathOf(call)}`, signed({ fridgeId }), { authorization });
}
const found = (data: unknown): Answer => ({ code: 0, msg: '', data });
const notYours: Answer = { code: 403, msg: copy['server.param'], data: null };
const notAuthorized: Answer = { code: 401, msg: copy['server.auth'], data: null };

describe.each(paths)('%s', (_, call) => {
  it.each<Scope>(['full', 'report'])("answers the owner's stored fields, to a %s token", async (scope) => {
    const report = {
      yearOpenNum: '12',
      maxTemp: 10.1,
      favoriteUseTime: 9,
      keyWordList: ['<b>早起</b>', null],
      problem: null,
    };
    const household = await addHousehold(server.queries, { report });
    expect(await read(household, { call, scope })).toEqual(found(report));
  });

  it('answers null without data', async () => {
    expect(await read(await addHousehold(server.queries), { call, scope: 'report' })).toEqual(found(null));
  });

  it.each<Scope>(['full', 'report'])("refuses another user's fridge, known or not, to a %s token", async (scope) => {
    const [household, stranger] = [
      await addHousehold(server.queries, { report: { yearOpenNum: 1 } }),
      await addHousehold(server.queries, { report: { yearOpenNum: 2 } }),
    ];
    for (const fridgeId of [stranger.fridgeId, 'nobody-has-it'])
      expect(await read(household, { call, scope, fridgeId })).toEqual(notYours);
  });

  it('refuses an unknown user', async () => {
    const household = await addHousehold(server.queries, { report: { yearOpenNum: 1 } });
    const stranger = await addHousehold(server.queries);
    const tokens = [
      tokenOf(household.userId, 'report', Date.now() - 2_000),
      tokenOf(stranger.userId, 'report'),
      `${await tokenOf(household.userId)}x`,
      '',
    ];
    for (const token of await Promise.all(tokens))
      expect(await read(household, { call, token })).toEqual(notAuthorized);
    expect(await post(`${server.url}${pathOf(call)}`, signed({ fridgeId: household.fridgeId }))).toEqual(notAuthorized);
  });

  it('needs a fridge', async () => {
    expect(await read(await addHousehold(server.queries), { call, fridgeId: '' })).toMatchObject({ code: 400 });
    expect(await read(await addHousehold(server.queries, { withoutFridge: true }), { call, fridgeId: '' })).toEqual({
      code: 204,
      msg: copy['server.noFridge'],
      data: null,
    });
  });
});

describe('report import', () => {
  const importRows = async (...rows: unknown[]) => {
    const [answer] = await askOperator(join(server.folder, 'operator.sock'), {
      command: 'report import',
      by: 'lee',
      file: { text: jsonLines(...rows).toString() },
    });
    return answer;
  };
  const stored = (fridgeId: string) => server.queries.select().from(reports).where(eq(reports.fridgeId, fridgeId));

  it('stores valid rows, lists the others, and a repeat adds nothing', async () => {
    const rows = [
      { fridgeId: 'A1', yearOpenNum: 3 },
      { yearOpenNum: 3 },
      { fridgeId: 'A2', maxTemp: 10.1 },
      'text',
      { fridgeId: 'A3', yearOpenNum: 'many' },
    ];
    const badLines = [
      { line: 2, reason: 'fridgeId: missing' },
      { line: 4, reason: 'not JSON' },
      { line: 5, reason: 'yearOpenNum: a number' },
    ];
    const rejected = badLines.length;
    expect(await importRows(...rows)).toMatchObject({ ok: true, data: { imported: 2, added: 2, rejected, badLines } });
    const [before] = await stored('A1');
    expect(await importRows(...rows)).toMatchObject({ ok: true, data: { imported: 2, added: 0, rejected, badLines } });
    expect(await stored('A1')).toEqual([before]);
    expect(await stored('A3')).toEqual([]);
  });

  it("replaces a fridge's whole report", async () => {
    const household = await addHousehold(server.queries, { report: { yearOpenNum: 1, problemNum: 4 } });
    const { fridgeId } = household;
    expect(
      await importRows({ fridgeId, yearOpenNum: 2 }, { fridgeId: `${fridgeId}-new`, yearOpenNum: 1 }),
    ).toMatchObject({ data: { imported: 2, added: 1 } });
    expect((await callAs(household, server.url, reportCalls.getReport, { fridgeId })).data).toEqual({ yearOpenNum: 2 });
  });

  it('stores the last of several rows of one fridge', async () => {
    expect(await importRows({ fridgeId: 'B1', yearOpenNum: 1 }, { fridgeId: 'B1', yearOpenNum: 2 })).toMatchObject({
      data: { imported: 2, added: 1, rejected: 0 },
    });
    expect(await stored('B1')).toMatchObject([{ fields: { yearOpenNum: 2 } }]);
  });

  it('stores the report of a fridge that is bound later', async () => {
    const { fridgeId: known, ...household } = await addHousehold(server.queries);
    await importRows({ fridgeId: known, yearOpenNum: 7 });
    expect(await read({ ...household, fridgeId: known }, { scope: 'report' })).toEqual(found({ yearOpenNum: 7 }));
    expect(await importRows({ fridgeId: 'nobody-has-it-yet', yearOpenNum: 7 })).toMatchObject({ data: { added: 1 } });
  });

  it('takes many at once', { timeout: 20_000 }, async () => {
    const rows = Array.from({ length: 1_200 }, (_, at) => ({
      fridgeId: `C${at}`,
      yearOpenNum: at,
      keyWordList: ['保鲜专家', '早起先锋'],
    }));
    expect(await importRows(...rows)).toMatchObject({ data: { imported: rows.length, added: rows.length } });
  });

  it('logs the command without its content', async () => {
    await importRows({ fridgeId: 'SECRET-FRIDGE', problem: '控糖期间怎么吃水果？' });
    const log = server.logged.join('');
    expect(log).toContain('report import');
    expect(log).not.toMatch(/SECRET-FRIDGE|控糖/);
  });
});
