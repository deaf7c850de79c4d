import { syncBuiltinESMExports } from 'node:module';
import zlib from 'node:zlib';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { PICTURES_AT_ONCE } from '../activities/contest/re-encode.ts';
import { compress, COMPRESSIONS_AT_ONCE, contentOf, type ContentEncoding } from './content.ts';

const counted = () => {
  const calls: string[] = [];
  const as = (how: string) => (text: string, encoding: ContentEncoding) => {
    calls.push(`${how} ${encoding}`);
    return Promise.resolve(Buffer.from(`${how} ${text}`));
  };
  return { calls, compressors: { quickly: as('quickly'), best: as('best') } };
};

it('is compressed quickly at first, and best when it is asked for again', async () => {
  const { calls, compressors } = counted();
  const content = contentOf('text', compressors);
  const texts = [];
  for (let asked = 0; asked < 4; asked++) texts.push(String(await content.bytes('br')));
  expect(texts).toEqual(['quickly text', 'quickly text', 'best text', 'best text']);
  await content.bytes('gzip');
  expect(calls).toEqual(['quickly br', 'best br', 'quickly gzip']);
});

it('takes one thread for the best quality, whatever is asked for at once', async () => {
  const { calls, compressors } = counted();
  const contents = Array.from({ length: 20 }, (_, index) => contentOf(`text ${index}`, compressors));
  for (const content of contents) await content.bytes('br');
  await Promise.all(contents.map((content) => content.bytes('br')));
  expect(calls.filter((call) => call.startsWith('best'))).toHaveLength(1);
});

it('is sent as it is while a better form is made', async () => {
  const { compressors } = counted();
  let end = (_form: Buffer) => {};
  const content = contentOf('text', { ...compressors, best: () => new Promise((resolve) => (end = resolve)) });
  for (let asked = 0; asked < 3; asked++) expect(String(await content.bytes('br'))).toBe('quickly text');
  end(Buffer.from('best text'));
  await expect.poll(async () => String(await content.bytes('br'))).toBe('best text');
});

describe('compress', () => {
  afterEach(() => {
    vi.restoreAllMocks();
    syncBuiltinESMExports();
  });

  /** Work of zlib in libuv's pool. @returns the most at once, and the qualities of brotli */
  function watchPool() {
    const seen = { running: 0, most: 0, qualities: new Array<unknown>() };
    const { brotliCompress, gzip } = zlib;
    const until = (done: zlib.CompressCallback): zlib.CompressCallback => {
      seen.most = Math.max(seen.most, (seen.running += 1));
      return (error, result) => {
        seen.running -= 1;
        done(error, result);
      };
    };
    vi.spyOn(zlib, 'brotliCompress').mockImplementation(((
      bytes: zlib.InputType,
      options: zlib.BrotliOptions,
      done: zlib.CompressCallback,
    ) => {
      seen.qualities.push(options.params?.[zlib.constants.BROTLI_PARAM_QUALITY]);
      brotliCompress(bytes, options, until(done));
    }) as typeof brotliCompress);
    vi.spyOn(zlib, 'gzip').mockImplementation(((
      bytes: zlib.InputType,
      options: zlib.ZlibOptions,
      done: zlib.CompressCallback,
    ) => gzip(bytes, options, until(done))) as typeof gzip);
    syncBuiltinESMExports();
    return seen;
  }

  it('leaves threads of the pool for the reading of files, whatever is compressed at once', async () => {
    const pool = watchPool();
    const files = Array.from({ length: 12 }, (_, index) => Buffer.alloc(20_000, `${index}`));
    await Promise.all(
      files.flatMap((file, index) => [compress(file, 'br', `team ${index % 3}`), compress(file, 'gzip')]),
    );
    expect(pool.most).toBe(COMPRESSIONS_AT_ONCE);
    expect(COMPRESSIONS_AT_ONCE + PICTURES_AT_ONCE).toBeLessThan(Number(process.env['UV_THREADPOOL_SIZE'] ?? 4));
  });

  it('takes less trouble with large files', async () => {
    const pool = watchPool();
    for (const bytes of [256 * 1024, 256 * 1024 + 1]) await compress(Buffer.alloc(bytes), 'br');
    expect(pool.qualities).toEqual([11, 9]);
  });
});
