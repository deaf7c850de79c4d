import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { type IncomingHttpHeaders, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { freezeBuild, precompress } from './built-files.ts';
import { acceptedEncoding } from './content.ts';
import { createOrigin, folderFiles, type OriginHandler, readableAnywhere } from './serve-origin.ts';

const SCRIPT = `export const text = ${JSON.stringify('冰箱'.repeat(2000))};`;
const SOUND = Buffer.from(Array.from({ length: 1000 }, (_, index) => index % 256));

let folder: string;
let servers: FastifyInstance[];
beforeEach(async () => {
  servers = [];
  folder = await mkdtemp(join(tmpdir(), 'files-'));
  await mkdir(join(folder, 'dist', 'assets'), { recursive: true });
  await writeFile(join(folder, 'dist', 'assets', 'screen-AbCd1234.js'), SCRIPT);
  await writeFile(join(folder, 'dist', 'music.mp3'), SOUND);
  await writeFile(join(folder, 'dist', 'index.html'), `<!doctype html>${'x'.repeat(2000)}`);
  await writeFile(join(folder, 'dist', '.secret'), 'secret');
  await writeFile(join(folder, 'outside.txt'), 'outside');
});
afterEach(async () => {
  await Promise.all(servers.map((server) => server.close()));
  await rm(folder, { recursive: true, force: true });
});

type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer };

/** Node's own client: fetch would unpack bodies, and tidy up the path. */
function ask(port: number, path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, headers, method }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response
        .on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) }),
        )
        .on('error', reject);
    })
      .on('error', reject)
      .end();
  });
}

async function open(
  files: OriginHandler,
): Promise<(path: string, headers?: Record<string, string>, method?: string) => Promise<Answer>> {
  const server = createOrigin([files], { headers: readableAnywhere });
  servers.push(server);
  const port = Number(new URL(await server.listen({ host: '127.0.0.1', port: 0 })).port);
  return (path, headers, method) => ask(port, path, headers, method);
}

/** The files of a precompressed build. */
const built = async () => folderFiles(await precompress(join(folder, 'dist')));

describe('the files of a folder', () => {
  it.each(['br', 'gzip'] as const)('are sent as %s, immutable where the name has a hash', async (encoding) => {
    const get = await open(await built());
    const { status, headers, body } = await get('/assets/screen-AbCd1234.js', { 'accept-encoding': encoding });
    expect([status, headers['content-encoding'], headers['vary']?.toLowerCase()]).toEqual([
      200,
      encoding,
      'accept-encoding',
    ]);
    expect((encoding === 'br' ? brotliDecompressSync : gunzipSync)(body).toString()).toBe(SCRIPT);
    expect(headers['cache-control']).toContain('immutable');
    expect(headers['content-type']).toMatch(/^text\/javascript/);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['access-control-allow-origin']).toBe('*');
  });

  it('are sent uncompressed to clients that accept no encoding', async () => {
    const { headers, body } = await (await open(await built()))('/assets/screen-AbCd1234.js');
    expect(headers['content-encoding']).toBeUndefined();
    expect(body.toString()).toBe(SCRIPT);
  });

  it.each(['a.js.map', 'a.js%2emap', 'a.js.m%61P'])('have no source map for anybody: %s', async (file) => {
    await writeFile(join(folder, 'dist', 'a.js.map'), '{}');
    expect((await (await open(await built()))(`/${file}`)).status).toBe(404);
  });

  it('are served below a retry prefix too', async () => {
    const get = await open(await built());
    expect((await get('/~1/assets/screen-AbCd1234.js')).body.toString()).toBe(SCRIPT);
    expect((await get('/~3/music.mp3', { range: 'bytes=0-1' })).status).toBe(206);
    expect((await get('/~4/music.mp3')).status).toBe(404);
  });

  it('get a 304 for their tag', async () => {
    const get = await open(await built());
    const { headers } = await get('/music.mp3');
    expect((await get('/music.mp3', { 'if-none-match': String(headers.etag) })).status).toBe(304);
    expect((await get('/music.mp3', { 'if-none-match': '"other"' })).status).toBe(200);
  });

  it.each([
    ['bytes=0-1', 0, 1],
    ['bytes=990-', 990, 999],
    ['bytes=-10', 990, 999],
    ['bytes=10-5000', 10, 999],
    ['bytes=-999999999', 0, 999],
  ])('answer the range %s, as Safari requests media', async (range, start, end) => {
    const { status, headers, body } = await (await open(await built()))('/music.mp3', { range });
    expect([status, headers['content-range'], headers['content-length'], headers['content-type']]).toEqual([
      206,
      `bytes ${start}-${end}/1000`,
      String(end - start + 1),
      'audio/mpeg',
    ]);
    expect(body.equals(SOUND.subarray(start, end + 1))).toBe(true);
  });

  it('answer 412 without a content encoding when If-Match names another content', async () => {
    const get = await open(await built());
    const { status, headers, body } = await get('/assets/screen-AbCd1234.js', {
      'accept-encoding': 'br',
      'if-match': '"other"',
    });
    expect([status, headers['content-encoding'], body.toString()]).toEqual([
      412,
      undefined,
      expect.stringContaining('Precondition Failed'),
    ]);
  });

  it.each(['bytes=1000-', 'bytes=-0', 'bytes=5-2'])('refuse the range %s with the size', async (range) => {
    const { status, headers } = await (await open(await built()))('/music.mp3', { range });
    expect([status, headers['content-range']]).toEqual([416, 'bytes */1000']);
  });

  it.each(['bytes=0-1,4-5', 'lines=1-2'])('are sent whole for %s', async (range) => {
    const { status, body } = await (await open(await built()))('/music.mp3', { range });
    expect([status, body.length]).toEqual([200, 1000]);
  });

  it('answer a range of the file itself, never of a compressed form', async () => {
    const { status, headers, body } = await (
      await open(await built())
    )('/assets/screen-AbCd1234.js', { range: 'bytes=0-5', 'accept-encoding': 'br, gzip' });
    expect([status, headers['content-encoding'], body.toString()]).toEqual([206, undefined, 'export']);
  });

  it('answer a range only of the content that If-Range names', async () => {
    const get = await open(await built());
    const { headers } = await get('/music.mp3', { range: 'bytes=0-1' });
    expect((await get('/music.mp3', { range: 'bytes=0-1', 'if-range': String(headers.etag) })).status).toBe(206);
    expect((await get('/music.mp3', { range: 'bytes=0-1', 'if-range': '"older"' })).status).toBe(200);
  });

  it('answer HEAD without a body, and no writing method', async () => {
    const get = await open(await built());
    const head = await get('/music.mp3', {}, 'HEAD');
    expect([head.status, head.body.length, head.headers['content-length']]).toEqual([200, 0, '1000']);
    expect((await get('/music.mp3', {}, 'POST')).status).toBe(405);
    expect((await get('/music.mp3', {}, 'OPTIONS')).status).toBe(204);
  });

  it.each([
    '/../outside.txt',
    '/%2e%2e/outside.txt',
    '/assets/..%2f..%2foutside.txt',
    '/.secret',
    '/none.js',
    '/assets',
    '/%',
    '/a%00b',
  ])('answer 404 at %s', async (path) => {
    const get = await open(await built());
    expect((await get(path)).status).toBe(404);
    expect((await get(path, { range: 'bytes=0-1' })).status).toBe(404);
  });
});

describe('files that come and go', () => {
  it('are served as they are now, each content and encoding with its own tag', async () => {
    const get = await open(folderFiles(await precompress(join(folder, 'dist'))));
    const tag = async (encoding: string) =>
      (await get('/assets/screen-AbCd1234.js', { 'accept-encoding': encoding })).headers.etag;
    const tags = [await tag('identity'), await tag('br'), await tag('gzip')];
    await writeFile(join(folder, 'dist', 'assets', 'screen-AbCd1234.js'), 'changed');
    const changed = await get('/assets/screen-AbCd1234.js');
    expect(changed.body.toString()).toBe('changed');
    expect(new Set([...tags, changed.headers.etag]).size).toBe(4);
    await writeFile(join(folder, 'dist', 'assets', 'late-AbCd1234.js'), 'late');
    expect((await get('/assets/late-AbCd1234.js', { 'accept-encoding': 'br' })).body.toString()).toBe('late');
    await rm(join(folder, 'dist'), { recursive: true });
    expect((await get('/assets/screen-AbCd1234.js')).status).toBe(404);
  });
});

describe('a frozen build', () => {
  it('stays what it was when the build changes', async () => {
    const get = await open(folderFiles(await freezeBuild(join(folder, 'dist'), join(folder, 'run', 'host'))));
    await rm(join(folder, 'dist'), { recursive: true });
    expect((await get('/assets/screen-AbCd1234.js')).body.toString()).toBe(SCRIPT);
  });

  it('replaces an earlier one, the page as it was built', async () => {
    const dist = join(folder, 'dist');
    const target = join(folder, 'run', 'host');
    await freezeBuild(await precompress(dist), target);
    await rm(join(dist, 'assets'), { recursive: true });
    await mkdir(join(dist, 'assets'));
    await writeFile(join(dist, 'assets', 'other-AbCd1234.js'), SCRIPT);
    await freezeBuild(await precompress(dist), target);
    expect((await readdir(join(target, 'assets'))).sort()).toEqual([
      'other-AbCd1234.js',
      'other-AbCd1234.js.br',
      'other-AbCd1234.js.gz',
    ]);
    expect((await readdir(target)).filter((name) => name.startsWith('index.html'))).toEqual(['index.html']);
  });
});

describe('acceptedEncoding', () => {
  it.each([
    ['gzip, deflate, br', 'br'],
    ['GZIP', 'gzip'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['br;q=0.000', null],
    ['*', 'br'],
    ['*, br;q=0', 'gzip'],
    ['brotli', null],
    ['identity', null],
    ['', null],
    [undefined, null],
  ])('of %j is %j', (header, encoding) => expect(acceptedEncoding(header)).toBe(encoding));
});
