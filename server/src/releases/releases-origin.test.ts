import { randomUUID } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { AwsClient } from 'aws4fetch';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readEnvironment } from '../program/environment.ts';
import { type ObjectStorage, openReleaseStorage } from '../storage/object-storage.ts';
import { startS3 } from '../testing/s3.ts';
import { startTestServer, testEnvironment, type TestServer } from '../testing/test-server.ts';
import { memoryStorage } from '../testing/memory-storage.ts';
import { formsOf, serveFiles, storeFiles } from './file-store.ts';
import { createReleasesOrigin } from './releases-origin.ts';

const VERSION = '1.4.0+abcd1234';
const SCRIPT = `export const text = ${JSON.stringify('冰箱'.repeat(2000))};`;
const SOUND = Buffer.from(Array.from({ length: 1000 }, (_, index) => index % 256));
const files = {
  'remoteEntry-1.js': SCRIPT,
  'assets/a.css': '.a{}',
  'assets/page.html': '<script>alert(1)</script>',
  'assets/picture.svg': '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
  'assets/music.mp3': SOUND,
  'mf-manifest.json': '{}',
  'release.json': '{"name":"draw"}',
};

let server: TestServer;
const objects = memoryStorage();
beforeAll(async () => {
  server = await startTestServer({ LISTENERS: 'releases' }, undefined, undefined, objects);
  await upload('draw', VERSION);
});
afterAll(() => server.close());

async function upload(name: string, version: string, storage: ObjectStorage = objects): Promise<void> {
  const sent = new Map(Object.entries(files).map(([file, content]) => [file, Buffer.from(content)]));
  const forms = await formsOf(sent);
  await storeFiles(forms, { ...server.services, releaseStorage: storage });
  await serveFiles(server.queries, { remote: name, version }, forms);
}

/** Node's own client: fetch would unpack bodies, and tidy up the path. */
async function ask(path: string, headers: Record<string, string> = {}, method = 'GET', port = server.ports.releases) {
  const sent = request({ port, path, headers, method }).end();
  const response = await new Promise<IncomingMessage>((resolve, reject) =>
    sent.on('response', resolve).on('error', reject),
  );
  return { status: response.statusCode, headers: response.headers, body: await buffer(response) };
}

const at = (file: string, version = VERSION, name = 'draw') => `/${name}/${version}/${file}`;

describe('the origin of uploaded releases', () => {
  it.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const)('serves a file as %s, for ever, to every page', async (encoding, unpack) => {
    const { status, headers, body } = await ask(at('remoteEntry-1.js'), { 'accept-encoding': encoding });
    expect([status, unpack(body).toString()]).toEqual([200, SCRIPT]);
    expect(headers).toMatchObject({
      'access-control-allow-origin': '*',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': encoding,
      'content-type': 'text/javascript; charset=utf-8',
      'cross-origin-resource-policy': 'cross-origin',
      vary: 'accept-encoding',
      'x-content-type-options': 'nosniff',
    });
    const again = await ask(at('remoteEntry-1.js'), {
      'accept-encoding': encoding,
      'if-none-match': String(headers.etag),
    });
    expect([again.status, again.body.length]).toEqual([304, 0]);
  });

  it.each([
    ['below the prefix of a retry', `/~1${at('remoteEntry-1.js')}`],
    ['with any query', `${at('remoteEntry-1.js')}?again=1`],
    ['with the version as a browser may encode it', at('remoteEntry-1.js', VERSION.replace('+', '%2B'))],
  ])('serves a file %s', async (_, path) => {
    const { status, body } = await ask(path);
    expect([status, body.toString()]).toEqual([200, SCRIPT]);
  });

  it.each([
    ['assets/a.css', 'text/css; charset=utf-8'],
    ['assets/music.mp3', 'audio/mpeg'],
    ['assets/picture.svg', 'image/svg+xml'],
    ['mf-manifest.json', 'application/json; charset=utf-8'],
    ['release.json', 'application/json; charset=utf-8'],
  ] as const)('serves %s as %s', async (file, type) => {
    const { status, headers, body } = await ask(at(file));
    expect([status, headers['content-type'], body.equals(Buffer.from(files[file]))]).toEqual([200, type, true]);
  });

  it.each(['assets/page.html', 'assets/picture.svg'])('runs nothing of %s', async (file) => {
    const { headers } = await ask(at(file));
    expect(headers['content-security-policy']).toMatch(/^default-src 'none';.* sandbox$/);
  });

  it('answers HEAD without a body', async () => {
    const { status, headers, body } = await ask(at('remoteEntry-1.js'), {}, 'HEAD');
    expect([status, headers['content-length'], body.length]).toEqual([200, String(Buffer.byteLength(SCRIPT)), 0]);
  });

  it('serves a part of a sound', async () => {
    const { status, headers, body } = await ask(at('assets/music.mp3'), { range: 'bytes=10-19' });
    expect([status, headers['content-range'], [...body]]).toEqual([
      206,
      'bytes 10-19/1000',
      [...SOUND.subarray(10, 20)],
    ]);
    expect((await ask(at('assets/music.mp3'), { range: 'bytes=1000-' })).status).toBe(416);
    expect((await ask(at('assets/music.mp3'), { range: 'bytes=0-1', 'if-range': '"another"' })).status).toBe(200);
  });

  it.each([
    '/',
    '/draw',
    '/draw/',
    `/draw/${VERSION}`,
    `/draw/${VERSION}/`,
    at('assets'),
    at('assets/'),
    at('../1.4.0+abcd1234/remoteEntry-1.js'),
    at('%2e%2e/remoteEntry-1.js'),
    at('assets%00'),
    at('%'),
    at('remoteEntry-1.js', '1.4.1'),
    at('remoteEntry-1.js', VERSION, 'contest'),
    '/remotes.json',
    '/releases/',
  ])('has nothing at %s', async (path) => {
    const { status, headers } = await ask(path);
    expect([status, headers['cache-control'], headers['x-content-type-options']]).toEqual([404, 'no-store', 'nosniff']);
  });

  it('answers no other method, and preflights', async () => {
    expect((await ask(at('remoteEntry-1.js'), {}, 'POST')).status).toBe(405);
    expect((await ask(at('remoteEntry-1.js'), {}, 'OPTIONS')).headers).toMatchObject({
      'access-control-allow-methods': 'GET, HEAD',
    });
  });

  it('reads each object of the store once', async () => {
    const forms = await formsOf(new Map([['remoteEntry-1.js', Buffer.from('export const once = 1;')]]));
    await storeFiles(forms, server.services);
    await serveFiles(server.queries, { remote: 'draw', version: '2.0.0' }, forms);
    objects.reads.length = 0;
    await Promise.all(Array.from({ length: 20 }, () => ask(at('remoteEntry-1.js', '2.0.0'))));
    await ask(at('remoteEntry-1.js', '2.0.0'));
    expect(objects.reads).toHaveLength(1);
  });

  it('serves files that a team sent anew after the store lost them, and only what was sent', async () => {
    const version = `3.0.0+${randomUUID().slice(0, 8)}`;
    await upload('draw', version);
    expect((await ask(at('assets/a.css', version))).status).toBe(200);
    const own = { 'assets/own.js': Buffer.from(`export const own = '${version}';`) };
    const forms = await formsOf(new Map(Object.entries(own)));
    await storeFiles(forms, server.services);
    await serveFiles(server.queries, { remote: 'draw', version }, forms);
    const [name = ''] = [...objects.contents].find(([, content]) => content.equals(own['assets/own.js'])) ?? [];
    objects.contents.set(name, Buffer.from('bad()'));
    expect((await ask(at('assets/own.js', version))).status).toBe(404);
    expect(server.logged.filter((line) => line.includes('storedFileChanged'))).toHaveLength(1);
    objects.fails = true;
    expect((await ask(at('assets/own.js', version))).status).toBe(500);
    objects.fails = false;
    await storeFiles(forms, server.services);
    expect((await ask(at('assets/own.js', version))).body).toEqual(own['assets/own.js']);
  });

  it('serves from a bucket, below a prefix of its own', async () => {
    const s3 = await startS3();
    const { endpoint, region, accessKeyId, secretAccessKey } = s3;
    const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3' });
    await client.fetch(`${endpoint}/uploads`, { method: 'PUT' });
    const environment = readEnvironment(
      testEnvironment(server.folder, {
        S3_ENDPOINT: endpoint,
        S3_BUCKET: 'uploads',
        S3_REGION: region,
        S3_ACCESS_KEY_ID: accessKeyId,
        S3_SECRET_ACCESS_KEY: secretAccessKey,
      }),
    );
    const releaseStorage = openReleaseStorage(environment);
    await upload('contest', VERSION, releaseStorage);
    const listed = await (await client.fetch(`${endpoint}/uploads?list-type=2`)).text();
    expect(listed.match(/<Key>releases\/[\da-f]{96}\.file<\/Key>/g)).toHaveLength(Object.keys(files).length + 2);
    const origin = await createReleasesOrigin({ ...server.services, releaseStorage });
    const port = Number(new URL(await origin.listen({ port: 0, host: 'localhost' })).port);
    for (const [file, content] of Object.entries(files)) {
      const { status, body } = await ask(at(file, VERSION, 'contest'), {}, 'GET', port);
      expect([file, status, body.equals(Buffer.from(content))]).toEqual([file, 200, true]);
    }
    await origin.close();
    await s3.stop();
  });
});
