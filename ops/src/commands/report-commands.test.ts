import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { REPORTS_AT_ONCE } from '@fridge/server/activities/report/report-commands';
import { type ServerProcess, startServerProcess } from '@fridge/server/testing/server-process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stateFolder } from '../workspace.ts';
import { runCli } from './run-cli.ts';
import { answeringServer } from './testing/answering-server.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ops-reports-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function fileOf(...lines: unknown[]): Promise<string> {
  const file = join(folder, 'reports.jsonl');
  await writeFile(file, lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join(''));
  return file;
}

describe('report import, with the server running', () => {
  const run = (...args: string[]) => runCli(['report', 'import', ...args], { env: { STATE_DIR: folder } });

  let server: ServerProcess;
  beforeAll(async () => {
    server = await startServerProcess({
      LISTENERS: 'api',
      API_PORT: '0',
      DEMO: '1',
      STATE_DIR: folder,
      DATA_DIR: stateFolder({ STATE_DIR: folder }).data,
    });
  });
  afterAll(() => server.end('SIGTERM'));

  it('imports the good lines, names every bad one by its number, and doubles nothing when repeated', async () => {
    const file = await fileOf(
      { fridgeId: 'F9001', yearOpenNum: 12 },
      'oops',
      { yearOpenNum: 3 },
      '',
      { fridgeId: 'F9002', maxTemp: 10.1, keyWordList: ['早起先锋'] },
      { fridgeId: 'F9003', yearOpenNum: 'many' },
      { fridgeId: 'F1001', yearOpenNum: 4, openNum: 4 },
    );
    const bad =
      '  line 2: not JSON\n  line 3: fridgeId: missing\n  line 6: yearOpenNum: a number\n  line 7: openNum: no field of a report';
    expect(await run(file)).toEqual({
      code: 1,
      output: `2 reports imported, 2 of them for fridges that had none; 4 lines not.\n${bad}`,
    });
    expect(await run(file)).toEqual({
      code: 1,
      output: `2 reports imported, 0 of them for fridges that had none; 4 lines not.\n${bad}`,
    });
  });

  it('imports a file in many parts, with lines numbered from its start', { timeout: 60_000 }, async () => {
    const many = Array.from({ length: 2 * REPORTS_AT_ONCE }, (_, at) => ({ fridgeId: `M${at}`, yearOpenNum: at }));
    const { code, output } = await run(
      await fileOf(...many.slice(0, -1), { fridgeId: 'M x' }, ...many.slice(-1)),
      '--json',
    );
    expect(code).toBe(1);
    expect(JSON.parse(output)).toEqual({
      imported: many.length,
      added: many.length,
      rejected: [{ line: many.length, reason: expect.stringMatching(/^fridgeId: /) }],
    });
  });

  it('ends with 0 where every line is good, and for an empty file', async () => {
    expect(await run(await fileOf({ fridgeId: 'F9004', yearOpenNum: 1 }))).toMatchObject({ code: 0 });
    expect(await run(await fileOf())).toMatchObject({ code: 0, output: expect.stringMatching(/^0 reports imported/) });
  });
});

describe('report import', () => {
  const { answering, asked, run: runCommand } = answeringServer();
  const run = (...args: string[]) => runCommand('report', 'import', ...args);

  it('sends at most a mebibyte at once, and reports what was imported when the server stops', async () => {
    await answering({ ok: true, data: { imported: 20, added: 5, rejected: [] } });
    const long = Array.from({ length: 30 }, (_, at) => ({ fridgeId: `L${at}`, problem: 'x'.repeat(50_000) }));
    const { code, output } = await run(await fileOf('oops', ...long));
    expect(asked()).toHaveLength(2);
    for (const request of asked()) expect(JSON.stringify(request).length).toBeLessThan(1_100_000);
    expect(code).toBe(1);
    expect(output).toMatch(
      /^20 reports imported, 5 of them for fridges that had none; 1 lines not\.\n {2}line 1: not JSON\nThe import stopped before the end: .*\nImport the file again/,
    );
  });

  it('says how to start the server when none listens, and which file cannot be read', async () => {
    expect(await run(await fileOf({ fridgeId: 'F1', yearOpenNum: 1 }))).toMatchObject({
      code: 1,
      output: expect.stringContaining('npm start'),
    });
    expect(await run(join(folder, 'none.jsonl'))).toMatchObject({
      code: 1,
      output: expect.stringMatching(/none\.jsonl can't be read/),
    });
    expect(await run(folder)).toMatchObject({ code: 1 });
    expect(await run()).toMatchObject({ code: 2, output: expect.stringContaining('missing required argument') });
  });
});
