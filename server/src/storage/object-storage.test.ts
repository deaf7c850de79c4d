import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { AwsClient } from 'aws4fetch';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { TooManyWaiting } from '../database/database.ts';
import { startS3 } from '../testing/s3.ts';
import { readEnvironment } from '../program/environment.ts';
import { testEnvironment } from '../testing/test-server.ts';
import { folderStorage, MOST_EXCHANGES, openPictureStorage, type ObjectStorage, s3Storage } from './object-storage.ts';

const folder = mkdtempSync(join(tmpdir(), 'fridge-storage-'));
const s3 = await startS3();
afterAll(async () => {
  await s3.stop();
  rmSync(folder, { recursive: true, force: true });
});

const place = { prefix: 'pictures', type: 'image/jpeg', exchangeLimitMs: 8_000 } as const;
const name = `${'a1'.repeat(16)}.jpg`;
const contentOf = async (storage: ObjectStorage, of = name) => {
  const file = await storage.read(of);
  return file === null ? null : { bytes: file.bytes, content: await buffer(file.content) };
};

async function behavesAsStorage(storage: ObjectStorage): Promise<void> {
  const content = Buffer.from(Array.from({ length: 300_000 }, (_, index) => index % 251));
  expect(await storage.read(name)).toBeNull();
  await storage.write(name, content);
  expect(await contentOf(storage)).toEqual({ bytes: content.length, content });
  await storage.remove(name);
  await storage.remove(name);
  expect(await storage.read(name)).toBeNull();
}

describe('the folder', () => {
  it('writes, reads and removes pictures', () => behavesAsStorage(folderStorage(folder)));

  it('leaves nothing after a failed write', async () => {
    const storage = folderStorage(join(folder, 'blocked'));
    await writeFile(join(folder, 'blocked'), 'a file in the way');
    await expect(storage.write(name, Buffer.from('x'))).rejects.toThrow();
    expect(await readdir(folder, { recursive: true })).not.toContainEqual(expect.stringContaining('draft'));
  });

  it.each(['./secret.jpg', '/etc/passwd', 'a/b.jpg', '..'])('refuses a name outside it: %s', async (path) => {
    const storage = folderStorage(folder);
    await expect((async () => storage.read(path))()).rejects.toThrow(/plain name/);
  });
});

describe('object storage', () => {
  it('writes, reads and removes pictures on an S3-compatible server that checks signatures', async () => {
    const { endpoint, region, accessKeyId, secretAccessKey } = s3;
    await new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3' }).fetch(`${endpoint}/pictures`, {
      method: 'PUT',
    });
    await behavesAsStorage(s3Storage({ endpoint, region, accessKeyId, secretAccessKey, bucket: 'pictures', ...place }));
    await expect(
      s3Storage({ endpoint, region, accessKeyId, secretAccessKey, bucket: 'nosuch', ...place }).write(
        name,
        Buffer.from('x'),
      ),
    ).rejects.toThrow(/bucket/);
    await expect(
      s3Storage({ endpoint, region, accessKeyId: 'nobody', secretAccessKey, bucket: 'pictures', ...place }).write(
        name,
        Buffer.from('x'),
      ),
    ).rejects.toThrow(/HTTP 403/);
    await expect(
      s3Storage({ endpoint, region, accessKeyId, secretAccessKey: 'wrong', bucket: 'pictures', ...place }).write(
        name,
        Buffer.from('x'),
      ),
    ).rejects.toThrow(/HTTP 403/);
  });

  it('is chosen by the environment', async () => {
    const S3 = {
      S3_ENDPOINT: 'http://127.0.0.1:9',
      S3_BUCKET: 'pictures',
      S3_REGION: 'us-east-1',
      S3_ACCESS_KEY_ID: 'id',
      S3_SECRET_ACCESS_KEY: 'secret',
    };
    expect(
      await openPictureStorage(readEnvironment(testEnvironment(folder, { UPLOADS_DIR: folder }))).read(name),
    ).toBeNull();
    await expect(openPictureStorage(readEnvironment(testEnvironment(folder, S3))).read(name)).rejects.toThrow();
  });

  it('signs requests, and returns no error body as a picture', async () => {
    const asked: { line: string; right: boolean }[] = [];
    const storage = await stubbed((request, response) => {
      asked.push({
        line: `${request.method} ${request.url}`,
        right: isSigned(request, { region: 'cn-east-1', secret: 'secret' }),
      });
      response.writeHead(403).end('<Error/>');
    });
    await expect(storage.read(name)).rejects.toThrow('HTTP 403');
    await expect(storage.write(name, Buffer.from('x'))).rejects.toThrow('HTTP 403');
    expect(asked).toEqual([
      { line: `GET /pictures/pictures/${name}`, right: true },
      { line: `PUT /pictures/pictures/${name}`, right: true },
    ]);
  });

  it('knows the size of a picture sent without its length', async () => {
    const storage = await stubbed((_request, response) => {
      response.writeHead(200, { 'transfer-encoding': 'chunked' });
      response.write('half a picture, ');
      response.end('and the rest');
    });
    expect(await contentOf(storage)).toEqual({ bytes: 28, content: Buffer.from('half a picture, and the rest') });
  });

  it('sends the content length', async () => {
    const lengths: (string | undefined)[] = [];
    const storage = await stubbed((request, response) => {
      lengths.push(request.headers['content-length'], request.headers['transfer-encoding']);
      request.resume().on('end', () => response.end());
    });
    await storage.write(name, Buffer.alloc(70_000));
    expect(lengths).toEqual(['70000', undefined]);
  });

  it.each<[string, (response: ServerResponse) => void]>([
    ['says nothing', () => undefined],
    ['stalls in the middle of its body', (response) => response.writeHead(200, { 'content-length': 1_000 }).write('x')],
    [
      'drips',
      (response) => {
        const drip = setInterval(() => response.write('x'), 20);
        response.on('close', () => clearInterval(drip));
      },
    ],
  ])('gives up a storage that %s', async (_, act) => {
    const storage = await stubbed((_request, response) => act(response), 300);
    await expect(storage.read(name)).rejects.toThrow('within 0.3 s');
    await expect(storage.write(name, Buffer.alloc(10))).rejects.toThrow('within 0.3 s');
    await expect(storage.remove(name)).rejects.toThrow('within 0.3 s');
  });

  it("gives up a storage that doesn't read the request", async () => {
    const storage = await stubbed((request) => request.pause(), 300);
    await expect(storage.write(name, Buffer.alloc(20_000_000))).rejects.toThrow('within 0.3 s');
  });

  it.each([
    [
      'ends too early',
      (response: ServerResponse) => {
        response.writeHead(200, { 'content-length': 1_000 }).write('x');
        setTimeout(() => response.destroy(), 20);
      },
    ],
    [
      'never ends',
      (response: ServerResponse) => {
        const more = () => {
          while (response.write(Buffer.alloc(1_000_000)));
        };
        response.on('drain', more).on('error', () => undefined);
        more();
      },
    ],
  ])('takes no body that %s for a picture', async (_, act) => {
    const storage = await stubbed((_request, response) => act(response));
    await expect(storage.read(name)).rejects.toThrow();
  });

  it('is asked for so much at once, the rest waits, and what is too much is refused at once', async () => {
    const unanswered: ServerResponse[] = [];
    let most = 0;
    const storage = await stubbed((_request, response) => {
      most = Math.max(most, unanswered.push(response));
    }, 60_000);
    const all = Array.from({ length: MOST_EXCHANGES.atOnce + MOST_EXCHANGES.waiting + 1 }, () =>
      contentOf(storage).catch((error: unknown) => error),
    );
    expect(await all.at(-1)).toBeInstanceOf(TooManyWaiting);
    await vi.waitFor(() => expect(unanswered).toHaveLength(MOST_EXCHANGES.atOnce));
    const answering = setInterval(() => {
      for (const response of unanswered.splice(0)) response.end('x');
    }, 5);
    for (const read of await Promise.all(all.slice(0, -1))) expect(read).toMatchObject({ bytes: 1 });
    clearInterval(answering);
    expect(most).toBe(MOST_EXCHANGES.atOnce);
  });

  it('gives up what waited too long for its turn', async () => {
    const storage = await stubbed(() => undefined, 300);
    const all = Array.from({ length: MOST_EXCHANGES.atOnce + 1 }, () =>
      storage.read(name).catch((error: unknown) => error),
    );
    for (const failure of await Promise.all(all)) expect(String(failure)).toContain('within 0.3 s');
  });

  it('repeats a failed request at most twice', async () => {
    const answers = [503, 429, 200, 503, 500, 502, 503];
    const storage = await stubbed((_request, response) => response.writeHead(answers.shift() ?? 500).end('x'));
    expect((await contentOf(storage))?.bytes).toBe(1);
    await expect(storage.remove(name)).rejects.toThrow('HTTP 502');
    expect(answers).toEqual([503]);
  });
});

it('repeats a request whose connection broke', async () => {
  let asked = 0;
  const storage = await stubbed((request, response) => {
    asked += 1;
    if (asked < 3) request.socket.destroy();
    else response.end('x');
  });
  expect((await contentOf(storage))?.bytes).toBe(1);
  expect(asked).toBe(3);
});

const stubs: Server[] = [];
afterAll(() => {
  for (const stub of stubs) stub.close().closeAllConnections();
});

/** Object storage on a stub server. */
async function stubbed(
  answer: (request: IncomingMessage, response: ServerResponse) => unknown,
  exchangeLimitMs: number = place.exchangeLimitMs,
): Promise<ObjectStorage> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  stubs.push(server);
  await once(server, 'listening');
  const address = server.address();
  const endpoint = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  return s3Storage({
    endpoint,
    bucket: 'pictures',
    ...place,
    region: 'cn-east-1',
    accessKeyId: 'id',
    secretAccessKey: 'secret',
    exchangeLimitMs,
  });
}

const hash = (text: string) => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

/** Signature Version 4, implemented from its specification, apart from the library that signs. */
function isSigned(
  { method, url, headers }: IncomingMessage,
  { region, secret }: { region: string; secret: string },
): boolean {
  const [, day = '', names = '', signature = ''] =
    /^AWS4-HMAC-SHA256 Credential=id\/(\d{8})\/[\w-]+\/s3\/aws4_request, SignedHeaders=([\w;-]+), Signature=([\da-f]{64})$/.exec(
      headers.authorization ?? '',
    ) ?? [];
  const stated = names
    .split(';')
    .map((each) => `${each}:${String(headers[each]).trim()}\n`)
    .join('');
  const canonical = [method, url, '', stated, names, headers['x-amz-content-sha256']].join('\n');
  const key = ['s3', 'aws4_request'].reduce((each, part) => hmac(each, part), hmac(hmac(`AWS4${secret}`, day), region));
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], `${day}/${region}/s3/aws4_request`, hash(canonical)].join(
    '\n',
  );
  return names.split(';').includes('host') && signature === hmac(key, text).toString('hex');
}
