import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runCli } from './run-cli.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ops-households-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const run = (...args: string[]) => {
  const told: string[] = [];
  const done = runCli(['households', 'import', ...args], {
    env: { STATE_DIR: folder },
    progress: (text) => told.push(text),
  });
  return done.then((result) => ({ ...result, told }));
};

async function fileOf(...lines: string[]): Promise<string> {
  const file = join(folder, 'households.jsonl');
  await writeFile(file, lines.join('\n'));
  return file;
}

const none = { added: 0, changed: 0, removed: 0, unchanged: 0 };

/** Answers each part as wholly new; ends the connection instead of a part above `parts`. */
async function startFakeServer(parts = Number.POSITIVE_INFINITY) {
  const asked: Record<string, unknown>[] = [];
  const server = createServer((socket) => {
    createInterface({ input: socket }).on('line', (line) => {
      const request = JSON.parse(line) as { rows: unknown[]; dryRun: boolean } & Record<string, unknown>;
      asked.push(request);
      if (asked.length > parts) return socket.destroy();
      const added = { ...none, added: request.rows.length };
      const data = {
        importId: request.dryRun ? null : 7,
        counts: { account: none, home: none, fridge: none, deviceConfig: added },
        phonesMoved: 0,
        waiting: [],
        rejected: [],
      };
      return socket.write(`${JSON.stringify({ ok: true, data })}\n`);
    });
  });
  await new Promise<void>((resolve) => server.listen(join(folder, 'operator.sock'), resolve));
  return { asked, close: () => server.close() };
}

const configs = (count: number) =>
  Array.from({ length: count }, (_, at) => JSON.stringify({ deviceConfig: { sn: String(at).padStart(5, '0') } }));

it('sends who and why with every part of one import, and tells how far it has come', async () => {
  const server = await startFakeServer();
  const done = await run(await fileOf(...configs(41_000)), '--as', '王梅', '--why', 'nightly export');
  server.close();
  expect(server.asked).toHaveLength(41);
  expect(server.asked[0]).toMatchObject({ by: '王梅', why: 'nightly export', importId: null, dryRun: false });
  expect(server.asked[40]).toMatchObject({ by: '王梅', importId: 7, before: { added: 40_000 } });
  expect(done.code).toBe(0);
  expect(done.output).toMatch(/^41000 lines read, 0 of them bad\.\n/);
  expect(done.output).toMatch(/device configurations +41000 +0 +0 +0/);
  expect(done.told).toEqual(['20000 lines', '40000 lines']);
});

it('answers in JSON without progress', async () => {
  const server = await startFakeServer();
  const done = await run(await fileOf('{}', ...configs(21_000)), '--json', '--dry-run');
  server.close();
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
  const server = await startFakeServer(2);
  const done = await run(await fileOf('oops', ...configs(2_500)));
  server.close();
  expect(done.code).toBe(1);
  expect(done.output).toMatch(/device configurations +2000 /);
  expect(done.output).toMatch(/ {2}line 1: not JSON\nThe import stopped before the end: .*\nImport the file again/);
});

it('says which file cannot be read, and how to start the server', async () => {
  expect(await run(join(folder, 'none.jsonl'))).toMatchObject({
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
