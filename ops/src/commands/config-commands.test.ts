import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ServerProcess, startServerProcess } from '@fridge/server/testing/server-process';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { stateFolder } from '../workspace.ts';
import { runCli } from './run-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'config-commands-'));
const env = { STATE_DIR: folder };
const path = join(folder, 'edited.json');
let server: ServerProcess;
beforeAll(async () => {
  server = await startServerProcess({
    LISTENERS: 'api',
    PORT: '0',
    API_PORT: '0',
    DATA_DIR: join(folder, 'data'),
    UPLOADS_DIR: join(folder, 'uploads'),
    OPERATOR_SOCKET: stateFolder(env).operatorSocket,
    SETTINGS_FILE: join(folder, 'settings.json'),
    CLOUD_KEY: 'the cloud key of the tests, 32 bytes',
    SIGNING_KEY: 'the signing key of the tests',
    REPORT_LINK_KEY: '0123456789abcdef',
    PUBLIC_HOST_ORIGIN: 'https://host.example',
    PUBLIC_API_ORIGIN: 'https://api.example',
  });
});
afterAll(async () => {
  await server.end('SIGTERM');
  rmSync(folder, { recursive: true });
});

const run = (...args: string[]) => runCli(['config', ...args], { env });
const edit = (change: (document: Record<string, unknown>) => unknown) =>
  writeFileSync(path, JSON.stringify(change(JSON.parse(readFileSync(path, 'utf8')))));
const who = ['--as', '王梅', '--why', 'more of them'];

it('takes a change from a file, shows it, and goes back', async () => {
  expect(await run('list')).toMatchObject({
    code: 0,
    output: expect.stringMatching(/^document +serial +by[\s\S]*draw +1 +start/),
  });
  expect(await run('show', 'grants', '--file', path)).toMatchObject({
    code: 0,
    output: `grants 1 is written to ${path}.`,
  });
  expect(readFileSync(path, 'utf8')).toMatch(/^{\n {2}"serial": 1,\n/);
  expect(await run('show', 'settings', '--file', path)).toEqual({
    code: 1,
    output: `${path} is there already, and nothing was written. Name another file, or move this one away first.`,
  });
  edit(({ pools, ...rest }) => ({ ...rest, pools: { ...(pools as object), coupon: { cap: 7, dailyCap: null } } }));

  const differs = 'pools.coupon.cap: 100000 -> 7\n  pools.coupon.dailyCap: 1000 -> null';
  expect(await run('apply', 'grants', path, '--dry-run')).toMatchObject({
    code: 0,
    output: `grants would change:\n  ${differs}`,
  });
  expect((await run('history', 'grants')).output).not.toMatch(/^2 /m);
  expect(await run('apply', 'grants', path, ...who)).toMatchObject({
    code: 0,
    output: `grants is at serial 2 now:\n  ${differs}`,
  });
  expect((await runCli(['coupons', 'list'], { env })).output).toMatch(/coupon +7 +0 +none/);
  expect((await run('diff', 'grants')).output).toBe(`grants 1 -> 2\n  ${differs}`);
  expect((await run('show', 'grants')).output).toMatch(
    /^grants 2, by 王梅 \(command\), .*: more of them\n{\n {2}"pools"/,
  );

  // Its serial is 1 still.
  edit((document) => ({ ...document, more: true }));
  expect(await run('apply', 'grants', path)).toMatchObject({
    code: 1,
    output: expect.stringMatching(
      /^grants is at serial 2, not at 1: nothing was changed[\s\S]*王梅.*pools\.coupon\.cap/,
    ),
  });
  expect(await run('apply', 'grants', path, '--expect', '2')).toMatchObject({
    code: 1,
    output: "This doesn't fit grants: more: unknown field.",
  });
  expect(await run('revert', 'grants', '1', ...who)).toMatchObject({
    code: 1,
    output: expect.stringMatching(/--confirm:\n {2}coupon: 7 -> 100000 in all, more than 5 times as many/),
  });
  expect(await run('revert', 'grants', '1', '--confirm', ...who)).toMatchObject({
    code: 0,
    output: 'grants is at serial 3 now, with the text of 1.',
  });
  const [first, third] = await Promise.all(
    ['1', '3'].map((serial) => run('show', 'grants', '--serial', serial, '--json')),
  );
  expect(JSON.parse(third?.output ?? '')).toMatchObject({
    document: JSON.parse(first?.output ?? '').document,
    reverts: 1,
  });
  expect((await run('history', 'grants')).output).toMatch(/3 +王梅 +command .* back to 1: more of them +pools\.coupon/);
});

it('takes a file without a serial with --replace alone, and tells the shares of a draw', async () => {
  const draw = async (weight: number) => {
    const { document } = JSON.parse((await run('show', 'draw', '--json')).output);
    const { levels } = JSON.parse(document);
    writeFileSync(
      path,
      JSON.stringify({ levels: { ...levels, 0: { weight, stock: null }, 3: { weight: 1, stock: 0 } } }),
    );
  };
  await draw(9);
  expect(await run('apply', 'draw', path)).toMatchObject({
    code: 1,
    output: expect.stringMatching(/^The file has no serial.*\n.*lost:\n {2}levels\.0\.weight: 1\n[\s\S]*--replace\.$/),
  });
  const shares = /levels\.3\.weight: 0 -> 1\nShares of all draws:\n {2}level 3 \(.+\): 0% -> 10%$/;
  for (const how of ['--dry-run', '--json'])
    expect((await run('apply', 'draw', path, '--replace', how)).code, how).toBe(0);
  expect((await run('revert', 'draw', '1')).output).toMatch(/^draw is at serial 3 now.*\nShares.*\n {2}.*: 10% -> 0%$/);
  expect(await run('apply', 'draw', path, '--replace')).toMatchObject({
    code: 0,
    output: expect.stringMatching(shares),
  });
});

it('tells what is wrong with a file, and changes nothing', async () => {
  const apply = async (text: string, name = 'settings') => {
    writeFileSync(path, text);
    return run('apply', name, path);
  };
  expect(await apply('{ "windows": {\n "draw"')).toMatchObject({
    code: 1,
    output: expect.stringContaining("isn't readable as JSON"),
  });
  expect(await apply('[1]')).toMatchObject({ code: 1, output: 'A document is a JSON object: { … }.' });
  expect(await apply('{"serial":"one"}')).toMatchObject({
    code: 1,
    output: expect.stringContaining('serial: the whole number'),
  });
  expect(await apply(`{"serial":1,"reportLinkKey":"${'k'.repeat(16)}"}`)).toMatchObject({
    code: 1,
    output: "This doesn't fit settings: reportLinkKey: keys come from the environment, never from a document.",
  });
  expect(await apply(' '.repeat(300_000))).toMatchObject({
    code: 1,
    output: expect.stringContaining('at most 256 KiB'),
  });
  expect(await run('apply', 'settings', join(folder, 'nothing.json'))).toMatchObject({ code: 1 });
  expect(await run('show', 'settings', '--serial', '9')).toMatchObject({
    code: 1,
    output: expect.stringContaining('no serial 9'),
  });
  expect(await run('show', 'setings')).toMatchObject({ code: 2 });
  expect((await run('history', 'settings', '--json')).output).not.toContain('"serial": 2');
});

it('says so when every draw holds', async () => {
  expect(await runCli(['draw', 'audit', '--verify'], { env })).toMatchObject({ code: 0, output: '0 of 0 draws hold.' });
  expect(await runCli(['draw', 'audit', '--verify', '--csv', 'x.csv'], { env })).toMatchObject({ code: 2 });
});
