import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ReleaseOrigin, type Served, serveRelease } from '@fridge/server/testing/release-origin';
import { runCli } from './run-cli.ts';

let folder: string;
let served: ReleaseOrigin | undefined;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'publish-'));
});
afterEach(async () => {
  served?.close();
  served = undefined;
  await rm(folder, { recursive: true, force: true });
});

const run = (...args: string[]) => runCli(args, { env: { STATE_DIR: folder } });
const registry = async (): Promise<unknown> =>
  JSON.parse(await readFile(join(folder, 'remotes.json'), 'utf8').catch(() => 'null'));
const register = (remotes: Record<string, unknown>) =>
  writeFile(join(folder, 'remotes.json'), JSON.stringify({ version: 1, remotes }));
const entryOf = (changes: Record<string, unknown>) => ({
  enabled: true,
  title: 'x',
  description: '',
  routes: ['/other'],
  entry: 'http://localhost:9/x.js',
  version: '1.0.0',
  ...changes,
});

/** Serves a release from an origin that pages may load from. */
async function serve(how: Served = {}, { allowed = true } = {}): Promise<ReleaseOrigin> {
  served = await serveRelease(how);
  if (allowed) await writeFile(join(folder, 'settings.json'), JSON.stringify({ remoteOrigins: [served.origin] }));
  return served;
}

describe('ops publish', () => {
  it('fetches every file as a page does and puts the release into the registry', async () => {
    const { address, origin, origins } = await serve();
    expect(await run('publish', address)).toEqual({
      code: 0,
      output: 'draw 1.0.1+bbbb: published. 3 files of 1 KiB fetched as a page does.',
    });
    expect(await registry()).toMatchObject({
      remotes: { draw: { enabled: true, entry: `${origin}/release/remoteEntry-1.js`, version: '1.0.1+bbbb' } },
    });
    expect([...origins]).toEqual(['http://localhost:4170']);
    expect((await run('publish', address)).output).toMatch(/already there/);
    expect(JSON.parse(await readFile(join(folder, 'run', 'remotes.last-good.json'), 'utf8'))).toEqual(await registry());
  });

  it('reports the same in a dry run and changes nothing', async () => {
    const { address } = await serve();
    expect(await run('publish', address, '--dry-run')).toEqual({
      code: 0,
      output: 'draw 1.0.1+bbbb: would be published. 3 files of 1 KiB fetched as a page does. Nothing was changed.',
    });
    expect(await registry()).toBeNull();
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
  });

  it.each([
    ['a syntax error', 'const answer = 1;\nlet wrong = ;\n', /assets\/chunk-1\.js:2:13 .*Unexpected token/],
    ['a name declared twice', 'const a = 1;\n\nconst a = 2;', /assets\/chunk-1\.js:3:7 .*already been declared/],
    ['what was to be a page', '<!doctype html>', /assets\/chunk-1\.js:1:1 /],
  ])('refuses a module with %s, by file and line, though its hash is right', async (_, text, reason) => {
    const { address } = await serve({ contents: { 'assets/chunk-1.js': text } });
    expect(await run('publish', address)).toMatchObject({ code: 1, output: expect.stringMatching(reason) });
    expect(await registry()).toBeNull();
  });

  const wrongType = { 'content-type': 'text/plain' };
  it.each<[string, Served, RegExp]>([
    [
      'without CORS',
      { headers: { 'access-control-allow-origin': '' } },
      /remoteEntry-1\.js .*pages of http:\/\/localhost:4170 may not read it/,
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
    expect(await registry()).toBeNull();
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

  it('refuses an origin that pages load nothing from', async () => {
    const { address, origin } = await serve({}, { allowed: false });
    const { code, output } = await run('publish', address);
    expect([code, output]).toEqual([
      1,
      expect.stringContaining(`pages load nothing from ${origin}: add it to remoteOrigins`),
    ]);
  });

  it('refuses a route of another remote', async () => {
    await register({ contest: entryOf({ routes: ['/works', '/draw'] }) });
    expect(await run('publish', (await serve()).address)).toMatchObject({
      code: 1,
      output: expect.stringContaining('its route /draw belongs to contest'),
    });
  });

  it('keeps a name for the team that has it, unless --move is given', async () => {
    await register({
      draw: entryOf({ routes: ['/draw'], entry: 'https://draw.example/1.0.0/remoteEntry.js', enabled: false }),
    });
    const { address, origin } = await serve();
    expect(await run('publish', address)).toMatchObject({
      code: 1,
      output: expect.stringMatching(
        /draw is published from https:\/\/draw\.example, and a name belongs to one team.*--move/,
      ),
    });
    expect(await run('publish', address, '--move')).toMatchObject({ code: 0 });
    expect(await registry()).toMatchObject({
      remotes: { draw: { entry: `${origin}/release/remoteEntry-1.js`, enabled: false } },
    });
  });

  it('sends the origin given by --host', async () => {
    const { address, origins } = await serve({
      headers: { 'access-control-allow-origin': 'https://activities.example' },
    });
    expect((await run('publish', address, '--host', 'https://activities.example')).code).toBe(0);
    expect([...origins]).toEqual(['https://activities.example']);
    expect((await run('publish', address, '--host', 'activities.example')).code).toBe(2);
  });
});
