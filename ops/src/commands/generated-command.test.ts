import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serveRelease } from '@fridge/server/testing/release-origin';
import { startTestServer, type TestServer } from '@fridge/server/testing/test-server';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli } from './run-cli.ts';

let server: TestServer;
let folder: string;
beforeAll(async () => {
  server = await startTestServer();
  folder = await mkdtemp(join(tmpdir(), 'generated-'));
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

const run = (...args: string[]) => runCli(args, { env: { STATE_DIR: server.folder } });

describe('a change', () => {
  it('tells its event, before and after, and what to look at', async () => {
    const { code, output } = await run('draw', 'set', '0', '--weight', '8', '--as', '王梅', '--why', 'fewer prizes');
    expect(code).toBe(0);
    expect(output).toMatch(
      /^Event \d+, draw:\n  levels\.0\.weight: \d+ -> 8\nweightsVersion  2\ndrawsInDay      0\noutcomes:\n  level  weight/,
    );
  });

  it('is only told by a dry run', async () => {
    const { output } = await run('draw', 'set', '0', '--weight', '9', '--dry-run');
    expect(output).toMatch(/^Would change draw:\n  levels\.0\.weight: 8 -> 9\nA dry run: nothing was changed\.\n/);
    expect(output).toMatch(/\n  0      9       100%/);
    expect((await run('draw', 'set', '0', '--weight', '8', '--dry-run')).output).toMatch(/^Nothing would change\./);
  });

  it('is refused with a sentence and exit code 1', async () =>
    expect(await run('draw', 'set', '0', '--stock', '5')).toEqual({
      code: 1,
      output: 'This doesn\'t fit draw: levels.0.stock: "thanks" can\'t run out, set no stock for it: null.',
    }));

  it('stands in the history, and is undone', async () => {
    const listed = v.parse(
      v.looseObject({ events: v.array(v.looseObject({ id: v.number() })) }),
      JSON.parse((await run('history', '--by', '王梅', '--json')).output),
    );
    expect(listed.events).toMatchObject([{ command: 'draw set', why: 'fewer prizes', way: 'command' }]);
    const { output } = await run('undo', String(listed.events[0]?.id));
    expect(output).toMatch(/^Event \d+, draw:\n  levels\.0\.weight: 8 -> /);
    expect((await run('history', '--limit', '1')).output).toMatch(
      /at \(real time\).*\n.*undo.*\nMore: the same with --before \d+$/s,
    );
  });
});

it('sends a file, and ends with 1 where not all of it went in', async () => {
  const file = join(folder, 'codes.csv');
  await writeFile(file, 'code,pwd\nA1,P1\nbroken\n');
  const { code, output } = await run('draw', 'import-codes', '3', file);
  expect([code, output]).toEqual([1, expect.stringMatching(/imported   1.*3     1 columns instead of 2/s)]);
  expect((await run('draw', 'imports')).output).toContain('codes.csv');
  await writeFile(file, Buffer.from([0xc3, 0x28]));
  expect(await run('draw', 'import-codes', '3', file)).toMatchObject({
    code: 1,
    output: expect.stringContaining('UTF-8'),
  });
});

it('writes a list into a new file, and none over one that is there', async () => {
  const file = join(folder, 'history.csv');
  expect(await run('history', '--csv', file)).toMatchObject({
    code: 0,
    output: expect.stringContaining('rows written'),
  });
  expect(await readFile(file, 'utf8')).toMatch(/^\uFEFFid,at,businessAt,by,way,command,about,/);
  expect(await run('history', '--csv', file)).toMatchObject({
    code: 1,
    output: expect.stringContaining('is there already'),
  });
});

it('shows the table of a whole answer, and writes it into a new file', async () => {
  const file = join(folder, 'today.csv');
  expect((await run('today')).output).toMatch(/totals:\n +what +today +yesterday\n +visitors of the day +0 +0/);
  expect(await run('today', '--csv', file)).toMatchObject({ code: 0, output: expect.stringMatching(/^\d+ rows/) });
  expect(await readFile(file, 'utf8')).toMatch(
    /^\uFEFFhour,visitors,opens,failures,answers,draws,grants,prizes,submissions\r\n\d{4}-\d\d-\d\dT00:00:00\+08:00,0,/,
  );
});

it('keeps another command for later, as it is written', async () => {
  const at = '2099-08-04T18:00:00+08:00';
  const kept = await run('later', 'add', at, 'draw', 'set', '2', '--weight', '3', '--why', 'Monday', '--confirm');
  expect(kept).toMatchObject({ code: 0, output: expect.stringMatching(/Event \d+, later 1:[^]*levels\.2\.weight/) });
  const dry = await run('later', 'add', at, 'draw', 'set', '2', '--stock', '9', '--dry-run', '--confirm');
  expect(dry.output).toMatch(/A dry run: nothing was changed/);
  expect((await run('later', 'list')).output).toMatch(/1 +2099-08-04 18:00 +pending +draw set .*Monday/);
  expect(await run('later', 'add', at, 'draw', 'sett', '2')).toMatchObject({ code: 2 });
  expect(await run('later', 'add', at, 'draw', 'list')).toMatchObject({
    code: 1,
    output: expect.stringContaining("draw list can't be kept for later"),
  });
  expect((await run('later', 'cancel', '1')).output).toContain('"pending" -> "cancelled"');
});

it('writes a document as a file, which can be applied', async () => {
  const file = join(folder, 'settings.json');
  await run('config', 'show', 'settings', '--file', file);
  const settings: object = JSON.parse(await readFile(file, 'utf8'));
  await writeFile(file, JSON.stringify({ ...settings, couponPage: 'https://coupon.example/' }));
  expect((await run('config', 'apply', 'settings', file)).output).toContain(
    'couponPage: (none) -> "https://coupon.example/"',
  );
  expect((await run('settings', 'check')).output).toContain('couponPage');
});

it('publishes a release, and refuses another build than the one at hand', async () => {
  const served = await serveRelease({ description: { name: 'picnic', routes: [{ path: '/picnic' }] } });
  try {
    const description = join(folder, 'release.json');
    const described: object = await (await fetch(`${served.address}release.json`)).json();
    await writeFile(description, JSON.stringify({ ...described, title: 'of another build' }));
    const other = await run('publish', served.address, '--release', description);
    expect(other).toMatchObject({ code: 1, output: expect.stringContaining("isn't the one of this build") });
    const tried = await run('publish', served.address, '--dry-run');
    expect(tried.output).toMatch(/Would change picnic:\n  published: \(none\) -> /);
    expect((await run('remotes', '--json')).output).not.toContain('picnic');
    expect((await run('publish', served.address)).output).toMatch(/Event \d+, picnic:\n  published: /);
    expect((await run('off', 'picnic')).output).toContain('remotes.picnic.enabled: true -> false');
    expect((await run('canary', 'picnic', '1.0.0', '5', '--grow', '5')).output).toContain('belong together');
  } finally {
    served.close();
  }
});
