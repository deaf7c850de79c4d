import { type Release, releaseSchema } from '@fridge/shared-contracts/team';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parse } from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** A browser asks an origin for so many files at a time over HTTP/1.1, the stylesheet among them. */
const FILES_AT_ONCE = 6;

const vite = join(dirname(createRequire(import.meta.url).resolve('vite/package.json')), 'bin', 'vite.js');

let dist: string;
let release: Release;
/** In a process of its own: under vitest the federation plugin does nothing. */
beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'fixture-remote-'));
  const { status, stderr } = spawnSync(
    process.execPath,
    [vite, 'build', '--configLoader', 'runner', '--logLevel', 'warn', '--outDir', dist, '--emptyOutDir'],
    {
      cwd: join(import.meta.dirname, 'testing', 'fixture-remote'),
      env: { PATH: process.env['PATH'] },
      encoding: 'utf8',
    },
  );
  if (status !== 0) throw new Error(stderr);
  release = parse(releaseSchema, JSON.parse(await readFile(join(dist, 'release.json'), 'utf8')));
});
afterAll(() => rm(dist, { recursive: true, force: true }));

const textOf = async (files: readonly string[]) =>
  (await Promise.all(files.map((file) => readFile(join(dist, file), 'utf8')))).join('\n');

describe('a remote that is built', () => {
  it('describes itself as its team declared it', () => {
    expect(release).toMatchObject({
      name: 'contest',
      title: 'fixture',
      bridge: ['choosePhotos', 'share'],
      requires: ['choosePhotos'],
      calls: ['/activity/queryWorks', 'setting:isDirect'],
      publicParameters: ['worksId'],
      runtimeFree: true,
      version: expect.stringMatching(/^1\.2\.3\+[\da-f]{8}$/),
    });
    expect(release.routes).toMatchObject([
      { path: '/works', window: 'contest', tone: { background: '#102030', ink: '#ffffff' }, keeps: false },
      { path: '/works/rule', window: null, tone: null, keeps: true },
    ]);
  });

  it('has its picture for the hall, named by its hash', async () => {
    const content = await readFile(join(import.meta.dirname, 'testing/fixture-remote/hall.svg'));
    expect(release.picture?.file).toMatch(/^assets\/hall-[\da-f]{8}\.svg$/);
    expect(await readFile(join(dist, release.picture?.file ?? ''))).toEqual(content);
  });

  it('names every file with the hash it has', async () => {
    for (const { file, integrity, bytes } of [
      ...release.scripts,
      ...release.styles,
      ...(release.picture ? [release.picture] : []),
      ...release.routes.flatMap(({ shell }) => shell?.markups.map(({ markup }) => markup) ?? []),
    ]) {
      const content = await readFile(join(dist, file));
      expect([integrity, bytes]).toEqual([
        `sha384-${createHash('sha384').update(content).digest('base64')}`,
        content.length,
      ]);
    }
    expect(release.styles).toHaveLength(1);
    expect(await textOf(release.styles.map(({ file }) => file))).toContain('.contest_card_');
  });

  it('has every file of a route fetched at once, and none that the route has no use for', async () => {
    for (const { scripts } of release.routes)
      expect(scripts.length + release.styles.length).toBeLessThanOrEqual(FILES_AT_ONCE);
    const [first = '', second = ''] = await Promise.all(release.routes.map(({ scripts }) => textOf(scripts)));
    expect(first).toContain('only the first screen');
    expect(first).not.toMatch(/only the second screen|only what is loaded later/);
    expect(second).toContain('only the second screen');
    expect(second).not.toMatch(/only the first screen|only what is loaded later/);
    expect(first).toContain('fixture: ');
    expect(second).toContain('fixture: ');
  });

  it('asks anew, at another address, for what is loaded later', async () => {
    const screen = await textOf([...(release.routes[0]?.scripts ?? [])]);
    expect(screen).toMatch(/\$again\(["'`]\.\/later-/);
    expect(screen).not.toMatch(/\bimport\(["'`]\.\/later-/);
  });

  it('keeps apart what needs the host: the entry imports no module of it', async () => {
    const entry = await textOf([release.entry]);
    const imported = [...entry.matchAll(/from\s*["'`]\.\/(assets\/[^"'`]+)["'`]/g)].map(([, file = '']) => file);
    expect(imported.length).toBeGreaterThan(0);
    expect(await textOf(imported)).not.toContain('useState');
  });

  it('has a small container, and nothing else of the federation plugin', async () => {
    const bytesOf = (name: string) => release.scripts.find(({ file }) => file.includes(name))?.bytes;
    expect(bytesOf('remoteEntry-')).toBeLessThan(1_500);
    expect(bytesOf('container-')).toBeLessThan(1_200);
    const code = await textOf(release.scripts.map(({ file }) => file));
    expect(code).not.toMatch(/__mf_module_cache__|initPromise|_FEDERATION_RUNTIME_CORE/);
    expect(code).toContain('useState');
    expect(code).not.toContain('useImperativeHandle');
  });
});

describe('the shell of a route', () => {
  const shellOf = (path: string) => release.routes.find((route) => route.path === path)?.shell;

  it('is drawn for every skin and period, with the rules that it needs', async () => {
    const shell = shellOf('/works');
    expect(shell).toMatchObject({
      header: { overlay: false, share: true },
      markups: [
        { skins: [0, 1, 2], period: 'open' },
        { skins: [0, 1, 2], period: 'bounded' },
      ],
    });
    const [open = '', bounded = ''] = await Promise.all(
      (shell?.markups ?? []).map(({ markup }) => textOf([markup.file])),
    );
    const picture = release.assets.find(({ file }) => file.endsWith('.svg'))?.file;
    expect(open).toBe(
      `<div class="_0"><img alt="" src="%release%/${picture}"/><p data-style="1"></p><button type="button" data-action="later">fixture: only the first screen has this</button></div>`,
    );
    expect(bounded).toContain('<p data-style="1"><time data-fill="windows.contest.period"></time></p>');
    expect(await textOf([shell?.styles.file ?? ''])).toBe(
      '[data-shell="/works"] ._0{padding:1px}[data-shell="/works"] [data-style="1"]:not(#_){left:0}',
    );
  });

  it('is absent where the screen has none', () => expect(shellOf('/works/rule')).toBeUndefined());
});
