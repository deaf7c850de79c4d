import { writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { runCli } from './run-cli.ts';
import { answeringServer } from './testing/answering-server.ts';

const { answeringBy, path, asked } = answeringServer();

const run = async (...args: string[]) => {
  const told: string[] = [];
  const result = await runCli(['households', 'import', ...args], {
    env: { STATE_DIR: path() },
    progress: (text) => told.push(text),
  });
  return { ...result, told };
};

async function fileOf(...lines: string[]): Promise<string> {
  const file = path('households.jsonl');
  await writeFile(file, lines.join('\n'));
  return file;
}

const none = { added: 0, changed: 0, removed: 0, unchanged: 0 };
type Part = { rows: unknown[]; dryRun?: boolean };

/** Answers each part as wholly new; breaks the connection instead of a part above `parts`. */
const answeringParts = (parts = Number.POSITIVE_INFINITY) =>
  answeringBy((request) => {
    const { rows, dryRun } = request as Part & typeof request; // as the command sends it
    if (asked().length > parts) return undefined;
    const data = {
      importId: dryRun ? null : 7,
      counts: { account: none, home: none, fridge: none, deviceConfig: { ...none, added: rows.length } },
      phonesMoved: 0,
      waiting: [],
      rejected: [],
    };
    return { ok: true, data };
  });

const configs = (count: number) =>
  Array.from({ length: count }, (_, at) => JSON.stringify({ deviceConfig: { sn: String(at).padStart(5, '0') } }));

it('sends who and why with every part of one import, and tells how far it has come', async () => {
  await answeringParts();
  const done = await run(await fileOf(...configs(41_000)), '--as', '王梅', '--why', 'nightly export');
  expect(asked()).toHaveLength(41);
  expect(asked()[0]).toMatchObject({ by: '王梅', why: 'nightly export', importId: null });
  expect(asked()[40]).toMatchObject({ by: '王梅', importId: 7, before: { added: 40_000 } });
  expect(done.code).toBe(0);
  expect(done.output).toMatch(/^41000 lines read, 0 of them bad\.\n/);
  expect(done.output).toMatch(/device configurations +41000 +0 +0 +0/);
  expect(done.told).toEqual(['20000 lines', '40000 lines']);
});

it('answers in JSON without progress', async () => {
  await answeringParts();
  const done = await run(await fileOf('{}', ...configs(21_000)), '--json', '--dry-run');
  expect(done.told).toEqual([]);
  expect(done.code).toBe(1);
  expect(JSON.parse(done.output)).toMatchObject({
    dryRun: true,
    lines: 21_001,
    rejected: 1,
    badLines: [{ line: 1, reason: 'not one of account, home, fridge, deviceConfig' }],
    counts: { deviceConfig: { ...none, added: 21_000 } },
  });
});

it('says how far it came when the server goes away', async () => {
  await answeringParts(2);
  const done = await run(await fileOf('oops', ...configs(2_500)));
  expect(done.code).toBe(1);
  expect(done.output).toMatch(/device configurations +2000 /);
  expect(done.output).toMatch(/ {2}line 1: not JSON\nThe import stopped before the end: .*\nImport the file again/);
});

it('says which file cannot be read, and how to start the server', async () => {
  expect(await run(path('none.jsonl'))).toMatchObject({
    code: 1,
    output: expect.stringMatching(/none\.jsonl can't be read .*Nothing was imported/),
  });
  expect(await run(await fileOf(...configs(1)))).toMatchObject({
    code: 1,
    output: expect.stringContaining('npm start'),
  });
  expect(await run()).toMatchObject({ code: 2 });
  expect(await run('a.jsonl', '--as', ' ')).toMatchObject({ code: 2 });
});
