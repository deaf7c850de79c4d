import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ReleaseOrigin, type Served, serveRelease } from '@fridge/server/testing/release-origin';
import { startTestServer, type TestServer } from '@fridge/server/testing/test-server';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runCli } from './run-cli.ts';

let server: TestServer;
let folder: string;
/** Each test publishes a remote of its own. */
let name: string;
let tests = 0;
const origins: ReleaseOrigin[] = [];
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'publish-'));
  tests += 1;
  name = `remote-${tests}`;
});
afterEach(async () => {
  origins.splice(0).forEach((origin) => origin.close());
  await rm(folder, { recursive: true, force: true });
});

const run = (...args: string[]) => runCli(args, { env: { STATE_DIR: server.folder } });

async function serve(how: Served = {}): Promise<ReleaseOrigin> {
  const description = { name, routes: [{ path: `/${name}` }], ...how.description };
  const served = await serveRelease({ ...how, description });
  origins.push(served);
  return served;
}

describe('ops publish', () => {
  it('gives a release to a part of the visitors', async () => {
    await run('publish', (await serve()).address);
    const { address } = await serve({ description: { version: '1.1.0' } });
    const { output } = await run('publish', address, '--move', '--canary', '10', '--grow', '10', '--every', '30');
    expect(output).toContain(
      `${name} has the canary 1.1.0 for 10 %, 10 % more every 30 minutes. Everybody else gets 1.0.1+bbbb.`,
    );
    expect((await run('rollback', name)).output).toBe(
      `The canary 1.1.0 of ${name} ended; everybody gets 1.0.1+bbbb. To go back further: the same command again`,
    );
    for (const [message, ...options] of [
      ['from 0 to 100', '--canary', '101'],
      ['go with --canary', '--grow', '10', '--every', '30'],
      ['belong together', '--canary', '10', '--grow', '10'],
      ['is promoted later', '--canary', '10', '--promote'],
    ])
      expect((await run('publish', address, ...options)).output).toContain(message);
  });

  it('has every file fetched as a page does, and tells who did it', async () => {
    const { address, origins: senders } = await serve();
    expect(await run('publish', address, '--as', '王梅', '--why', 'a fix')).toEqual({
      code: 0,
      output: `${name} 1.0.1+bbbb: published. 3 files of 1 KiB fetched as a page does.`,
    });
    expect([...senders]).toEqual(['https://host.example']);
    expect((await run('publish', address)).output).toMatch(/already there/);
    expect((await run('releases', name)).output).toMatch(/1\.0\.1\+bbbb +3\.1 +get it .*王梅/);
    expect((await run('history', name)).output).toMatch(/王梅 +command +remote-\d+ +published 1\.0\.1\+bbbb +a fix/);
  });

  it('reports the same in a dry run and changes nothing', async () => {
    const { address } = await serve();
    expect(await run('publish', address, '--dry-run')).toEqual({
      code: 0,
      output: `${name} 1.0.1+bbbb: would be published. 3 files of 1 KiB fetched as a page does. Nothing was changed.`,
    });
    expect(await run('releases', name)).toMatchObject({ code: 1 });
  });

  it('takes the folder of a build with the address that serves it, and no other build', async () => {
    const { address } = await serve();
    await mkdir(join(folder, 'dist'));
    await writeFile(join(folder, 'dist', 'release.json'), await (await fetch(`${address}release.json`)).text());
    expect((await run('publish', join(folder, 'dist'), address)).code).toBe(0);
    await writeFile(join(folder, 'dist', 'release.json'), '{"version":"2.0.0"}');
    expect(await run('publish', join(folder, 'dist'), address)).toMatchObject({
      code: 1,
      output: expect.stringMatching(/isn't the build in/),
    });
    expect(await run('publish', join(folder, 'dist'))).toMatchObject({
      code: 2,
      output: expect.stringContaining('https://draw.example/2.0.0/'),
    });
    expect(await run('publish', folder, address)).toMatchObject({
      code: 1,
      output: expect.stringContaining('it has no release.json. Build the remote first.'),
    });
  });

  it.each([
    ['a syntax error', 'const answer = 1;\nlet wrong = ;\n', /assets\/chunk-1\.js:2:13 .*Unexpected token/],
    ['a name declared twice', 'const a = 1;\n\nconst a = 2;', /assets\/chunk-1\.js:3:7 .*already been declared/],
    ['what was to be a page', '<!doctype html>', /assets\/chunk-1\.js:1:1 /],
  ])('refuses a module with %s, by file and line, though its hash is right', async (_, text, reason) => {
    const { address } = await serve({ contents: { 'assets/chunk-1.js': text } });
    expect(await run('publish', address)).toMatchObject({ code: 1, output: expect.stringMatching(reason) });
    expect(await run('releases', name)).toMatchObject({ code: 1 });
  });

  const wrongType = { 'content-type': 'text/plain' };
  it.each<[string, Served, RegExp]>([
    [
      'without CORS',
      { headers: { 'access-control-allow-origin': '' } },
      /remoteEntry-1\.js .*pages of https:\/\/host\.example may not read it/,
    ],
    [
      'that other pages only may read',
      { headers: { 'access-control-allow-origin': 'https://other.example' } },
      /may not read it \(Access-Control-Allow-Origin is "https:\/\/other\.example"\)/,
    ],
    [
      'with a script of the wrong type',
      {
        answers: {
          'assets/chunk-1.js': (response) =>
            response.writeHead(200, { ...wrongType, 'access-control-allow-origin': '*' }).end('export {};'),
        },
      },
      /assets\/chunk-1\.js .*content type is "text\/plain"/,
    ],
    [
      'with a file missing',
      { answers: { 'assets/style-1.css': (response) => response.writeHead(404).end() } },
      /assets\/style-1\.css is missing .*answers 404/,
    ],
    [
      'with a file that leads elsewhere',
      {
        answers: {
          'assets/style-1.css': (response) =>
            response.writeHead(302, { location: 'https://other.example/a.css' }).end(),
        },
      },
      /leads elsewhere \(302 to https:\/\/other\.example/,
    ],
    [
      'with a changed file',
      {
        answers: {
          'assets/style-1.css': (response) =>
            response.writeHead(200, { 'content-type': 'text/css', 'access-control-allow-origin': '*' }).end('.b{}'),
        },
      },
      /style-1\.css isn't what release\.json describes/,
    ],
    [
      'with a file that has no end',
      {
        answers: {
          'assets/chunk-1.js': (response) => {
            response.writeHead(200, { 'content-type': 'text/javascript', 'access-control-allow-origin': '*' });
            response.write('x'.repeat(100_000));
          },
        },
      },
      /chunk-1\.js .*more than \d+ bytes/,
    ],
    [
      'that breaks off',
      { answers: { 'release.json': (response) => response.destroy() } },
      /release\.json can't be read/,
    ],
    ["that can't be retried", { retried: false }, /can't be retried below \/~1\/: the origin answers 404/],
    ['with an entry in a folder', { description: { entry: 'assets/chunk-1.js' } }, /lies in a folder/],
    [
      'with a reserved route',
      { description: { routes: [{ path: '/draw' }, { path: '/share' }] } },
      /\/share is a page of the host itself/,
    ],
    [
      'with a route twice',
      { description: { routes: [{ path: '/draw' }, { path: '/draw/' }] } },
      /the route \/draw twice/,
    ],
    [
      'with a misspelt window',
      { description: { routes: [{ path: '/draw', window: 'drwa' }] } },
      /"drwa", which the settings don't have \(there: campaign2023, draw, contest\)/,
    ],
    [
      'with a misspelt call',
      { description: { calls: ['setting:isDirct'] } },
      /setting:isDirct has no name in the settings' activity2023/,
    ],
    ['of a name that is none', { description: { name: 'Casino 1' } }, /name: a name of up to 32/],
  ])('refuses a release %s and says why', async (_, how, why) => {
    const { address } = await serve(how);
    const { code, output } = await run('publish', address);
    expect([code, output]).toEqual([1, expect.stringMatching(why)]);
    expect(output).toMatch(/was not published/);
    expect(await run('releases', name)).toMatchObject({ code: 1 });
    expect((await run('publish', address, '--dry-run')).code).toBe(1);
  });

  it('refuses an address where nothing answers', async () => {
    const { address, close } = await serve();
    close();
    expect(await run('publish', address)).toMatchObject({
      code: 1,
      output: expect.stringMatching(/was not published: release\.json can't be read \(.*ECONNREFUSED/),
    });
  });

  it('refuses a route of another remote', async () => {
    const owner = await serve();
    await run('publish', owner.address);
    const { address } = await serve({ description: { name: `${name}-b` } });
    expect(await run('publish', address)).toMatchObject({
      code: 1,
      output: expect.stringContaining(`its route /${name} belongs to ${name}`),
    });
  });

  it('keeps a name for the team that has it, unless --move is given', async () => {
    await run('publish', (await serve()).address);
    await run('off', name);
    const { address } = await serve({ description: { version: '1.0.2' } });
    expect(await run('publish', address)).toMatchObject({
      code: 1,
      output: expect.stringMatching(/is published from http:\/\/localhost:\d+, and a name belongs to one team.*--move/),
    });
    expect(await run('publish', address, '--move')).toMatchObject({ code: 0 });
    expect((await run('on', name)).output).toBe(`${name} is on.`);
    expect((await run('history', name)).output).toMatch(/ on\n.* published 1\.0\.2\n.* off\n/);
  });

  it('says which release pages get instead, and what to do', async () => {
    await run('publish', (await serve()).address);
    const { address } = await serve({ description: { version: '1.0.2' } });
    expect((await run('publish', address, '--move', '--no-promote')).output).toMatch(
      /^Pages get 1\.0\.1\+bbbb\. To give them this one: npm run ops -- promote \S+ \S+$/m,
    );
    expect((await run('pin', name, '1.0.1+bbbb')).output).toBe(`${name} stays at 1.0.1+bbbb.`);
    expect((await run('publish', address, '--promote')).output).toMatch(
      /^Pages get 1\.0\.1\+bbbb: the remote is pinned and stays/m,
    );
    expect((await run('pin', name, 'none')).output).toBe(`${name} moves with what is promoted.`);
    expect((await run('rollback', name)).output).toBe(`${name} is back at 1.0.1+bbbb; before, pages got 1.0.2.`);
    const ahead = await serve({ description: { version: '2.0.0', contract: '4.0' } });
    expect((await run('publish', ahead.address, '--move')).output).toMatch(
      /^Pages get 1\.0\.1\+bbbb until a host speaks contract 4\.0\.$/m,
    );
  });
});
