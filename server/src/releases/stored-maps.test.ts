import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { memoryStorage } from '../testing/memory-storage.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { readHealth } from '../visits/health/read-health.ts';
import { releaseViews } from '../visits/health/tables.ts';
import { serveFiles, storeFiles } from './file-store.ts';
import { integrityOfSent } from './publish/release-files.ts';
import { servedFiles } from './tables.ts';

const storage = memoryStorage();
const MIB = 1024 * 1024;
const owner = { remote: 'picnic', version: '1.0.0' };
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(undefined, undefined, undefined, storage);
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.queries.delete(servedFiles);
  await server.queries.delete(releaseViews);
});

/** Of scripts `a.js`, `b.js` ... The earlier one failed more often. */
async function keepMaps(...sizes: readonly number[]): Promise<void> {
  const scripts = sizes.map((_, index) => `${String.fromCodePoint(97 + index)}.js`);
  const maps = sizes.map((bytes, index) => {
    const map = { version: 3, sources: [`src/${scripts[index]}`.replace('.js', '.ts')], mappings: 'AAAA' };
    const filler = bytes - JSON.stringify({ ...map, names: [''] }).length;
    return Buffer.from(JSON.stringify({ ...map, names: ['n'.repeat(Math.max(0, filler))] }));
  });
  const forms = await Promise.all(
    maps.map(async (content, index) => {
      const integrity = await integrityOfSent(content);
      return { file: `${scripts[index]}.map`, encoding: 'identity' as const, integrity, content };
    }),
  );
  await storeFiles(forms, server.services);
  await serveFiles(server.queries, owner, forms);
  await server.queries.insert(releaseViews).values(
    scripts.flatMap((file, index) =>
      Array.from({ length: (scripts.length - index) * 2 }, (_, n) => ({
        page: `${file} ${n}`,
        ...owner,
        failedPhase: 'render',
        failedReason: 'threw',
        // Two places of each script.
        failedAs: { place: { file, line: 1, column: 1 + (n % 2) } },
        firstAt: new Date(),
      })),
    ),
  );
  storage.reads.length = 0;
}

async function placesNow(releaseStorage = server.services.releaseStorage): Promise<string[]> {
  const services = { ...server.services, releaseStorage };
  const health = await readHealth({ name: 'picnic', version: null, canary: null }, 24, services);
  return [...new Set(health.releases.flatMap(({ failures }) => failures.map(({ at }) => at ?? 'none')))];
}

it('reads one map after another, each once, and 8 MiB of them in all', async () => {
  await keepMaps(2 * MIB, 2 * MIB, 2 * MIB, 1.5 * MIB, 1 * MIB, 1_000);
  const open = { now: 0, most: 0 };
  const places = await placesNow({
    ...storage,
    async read(name) {
      const found = await storage.read(name);
      open.now += 1;
      open.most = Math.max(open.most, open.now);
      found?.content.once('close', () => (open.now -= 1));
      return found;
    },
  });
  expect(places).toEqual([
    ...['a', 'b', 'c', 'd'].map((script) => `src/${script}.ts:1:1`),
    'e.js:1:1',
    'e.js:1:2',
    'src/f.ts:1:1',
  ]);
  expect([open.most, storage.reads.length]).toEqual([1, 5]);
});

it('leaves a map alone that has more than any', async () => {
  await keepMaps(2 * MIB + 1, 1_000);
  expect(await placesNow()).toEqual(['a.js:1:1', 'a.js:1:2', 'src/b.ts:1:1']);
  expect(storage.reads.length).toBe(1);
});

it.each([
  ['gone', async () => null],
  [
    'not to be had',
    async () => {
      throw new Error('HTTP 503');
    },
  ],
  [
    'cut off',
    async () => ({
      bytes: 1_000,
      content: Readable.from(
        (function* () {
          yield Buffer.from('{');
          throw new Error('cut off');
        })(),
      ),
    }),
  ],
  ['longer than it was stored', async () => ({ bytes: 9, content: Readable.from([Buffer.alloc(1_001, '{')]) })],
])('tells the built places where an object is %s, and those of other scripts by their maps', async (_, broken) => {
  await keepMaps(1_000, 1_001);
  let reads = 0;
  const read = (name: string) => ((reads += 1) === 1 ? broken() : storage.read(name));
  expect(await placesNow({ ...storage, read })).toEqual(['a.js:1:1', 'a.js:1:2', 'src/b.ts:1:1']);
});
