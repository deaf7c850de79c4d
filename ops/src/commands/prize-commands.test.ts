import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { addHousehold } from '@fridge/server/testing/households';
import { addPrize, recipient, storedRecipient } from '@fridge/server/testing/prizes';
import { operatorActions } from '@fridge/server/operator/tables';
import { startTestServer, type TestServer } from '@fridge/server/testing/test-server';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli } from './run-cli.ts';

let server: TestServer;
let userId: string;
let ids: string[];
beforeAll(async () => {
  server = await startTestServer();
  const household = await addHousehold(server.queries);
  ({ userId } = household);
  const [won, seconds] = [Date.parse('2023-08-01T09:00:00+08:00'), 1_000];
  const strange = { ...storedRecipient, recipientName: '=1+1', recipientAddress: '江苏省,"南京"' };
  ids = [
    await addPrize(server.queries, household, new Date(won), storedRecipient),
    await addPrize(server.queries, household, new Date(won + seconds), strange),
    await addPrize(server.queries, household, new Date(won + 2 * seconds)),
  ];
});
afterAll(() => server.close());

const run = (...args: string[]) => runCli(['prizes', ...args], { env: { STATE_DIR: server.folder } });
const written = (name: string) => join(server.folder, name);

describe('prizes list', () => {
  it('shows states and masked phones, and the command for the next part', async () => {
    const { output } = await run('list', '--user', userId, '--limit', '2');
    expect(output).toMatch(/addressMissing\s+2 三明治机/);
    expect(output).toContain('139****5678');
    expect(output).not.toContain(recipient.address);
    const [, more = ''] = /^More: npm run ops -- prizes (.*)$/m.exec(output) ?? [];
    expect((await run(...more.split(' '))).output).toContain(ids[0]);
  });

  it('shows recipients only with a reason', async () => {
    expect(await run('list', '--recipients')).toMatchObject({ code: 2, output: expect.stringContaining('--why') });
    const { output } = await run('list', '--recipients', '--why', '用户来电', '--as', '王梅', '--state', 'toShip');
    expect(output).toContain(recipient.address);
    expect((await run('list', '--state', 'shipped')).output).toBe('No such prize.');
  });
});

it('writes no export over a file that is there, and looks at nobody for it', async () => {
  const file = written('filled-in.csv');
  await writeFile(file, 'id,carrier,number\n1,顺丰速运,SF1234567890\n');
  const looks = () => server.queries.$count(operatorActions);
  const before = await looks();
  expect(await run('export', file, '--why', '八月寄送')).toEqual({
    code: 1,
    output: `${file} is there already, and nothing was written. Name another file, or move this one away first.`,
  });
  expect(await readFile(file, 'utf8')).toContain('SF1234567890');
  expect(await looks()).toBe(before);
});

it('exports for shipping, is filled in, and ships; each bad row is named by its line', async () => {
  const file = written('to-ship.csv');
  expect(await run('export', file)).toMatchObject({ code: 2, output: expect.stringContaining('--why') });
  expect(await run('export', file, '--why', '八月寄送', '--as', '王梅')).toEqual({
    code: 0,
    output: `2 prizes written to ${file}, which only its owner can read.`,
  });
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const text = await readFile(file, 'utf8');
  const rows: Record<string, string>[] = parse(text, { bom: true, columns: true });
  expect(rows).toMatchObject([
    { id: ids[1], name: "'=1+1", address: '江苏省,"南京"', carrier: '', number: '' },
    { id: ids[0], name: recipient.name, phone: recipient.phone, address: recipient.address, gift: '三明治机' },
  ]);

  const filled = text
    .replace(`${ids[0]},,`, `${ids[0]},顺丰速运,SF1234567890`)
    .concat(`${ids[2]},顺丰速运,SF0000000001,,,,,,,\r\n`, 'broken,"\r\n', 'nosuch,EMS,E1234,,,,,,,\r\n');
  await writeFile(written('shipped.csv'), filled);
  const bad = [
    '1 rows have neither carrier nor number.',
    '  line 4: its winner has given no address yet',
    '  line 5: quotes that do not close',
    '  line 6: there is no such prize',
  ];
  expect(await run('ship', '--file', written('shipped.csv'), '--dry-run')).toEqual({
    code: 1,
    output: ['1 prizes would be shipped, 0 were before, 3 rows not.', ...bad, 'Nothing was changed.'].join('\n'),
  });
  expect(await run('ship', '--file', written('shipped.csv'))).toEqual({
    code: 1,
    output: ['1 prizes shipped, 0 were before, 3 rows not.', ...bad].join('\n'),
  });
  expect((await run('ship', '--file', written('shipped.csv'))).output).toContain('0 prizes shipped, 1 were before');
  expect((await run('list', '--state', 'shipped')).output).toContain('顺丰速运 SF1234567890');
});

describe('prizes ship', () => {
  it('ships one prize; the same number again changes nothing, another is refused with who and when', async () => {
    const [, id = ''] = ids;
    expect(await run('ship', id, 'EMS', 'E-1234', '--as', '王梅')).toEqual({
      code: 0,
      output: `Prize ${id} is shipped by EMS, number E-1234.`,
    });
    expect(await run('ship', id, 'EMS', 'E-1234')).toMatchObject({
      code: 0,
      output: expect.stringContaining('Nothing was changed'),
    });
    expect(await run('ship', id, 'EMS', 'E-9999')).toEqual({
      code: 1,
      output: expect.stringMatching(
        /not shipped: it was shipped already by EMS, number E-1234; entered by 王梅 at 2023-08-01T/,
      ),
    });
  });

  it('corrects a number with a reason', async () => {
    const [, id = ''] = ids;
    expect((await run('ship', id, 'EMS', 'E-5678', '--correct')).code).toBe(2);
    expect((await run('ship', '--file', 'x.csv', '--correct', '--why', '写错了')).code).toBe(2);
    expect(await run('ship', id, 'EMS', 'E-5678', '--correct', '--why', '写错了')).toEqual({
      code: 0,
      output: `Prize ${id} is shipped by EMS, number E-5678.`,
    });
  });

  it.each([
    ['a name', 'id,carrier\n', /Line 1 doesn't name the column number or 快递单号 once/],
    ['a name twice', 'id,carrier,number,number\n', /doesn't name the column number/],
    ['any line', ' \n', /The file is empty/],
  ])('refuses a file without %s', async (_, content, why) => {
    await writeFile(written('bad.csv'), content);
    expect(await run('ship', '--file', written('bad.csv'))).toMatchObject({
      code: 1,
      output: expect.stringMatching(why),
    });
  });

  it('refuses two numbers for one prize, and a file in another encoding', async () => {
    await writeFile(written('twice.csv'), '快递单号,快递公司,奖品编号\nSF1234,顺丰,x\nSF1234,顺丰,x\nSF9999,顺丰,x\n');
    expect((await run('ship', '--file', written('twice.csv'))).output).toMatch(
      /line 2: there is no such prize\n {2}line 3: there is no such prize\n {2}line 4: the prize of line 2 again, with another/,
    );
    await writeFile(written('gbk.csv'), Buffer.from([0xcb, 0xb3, 0xb7, 0xe1]));
    expect((await run('ship', '--file', written('gbk.csv'))).output).toContain("isn't UTF-8");
  });

  it.each([[['ship']], [['ship', 'x', 'EMS']], [['ship', 'x', 'EMS', 'E1234', '--file', 'f.csv']], [['export']]])(
    '%j is malformed',
    async (args) => expect((await run(...args)).code).toBe(2),
  );
});
