import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { memoryStorage } from '../testing/memory-storage.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { knownReleases } from './known-releases.ts';
import { storeFiles } from './store-files.ts';
import { uploadedReleases } from './tables.ts';
import { commitUpload } from './uploaded-rows.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const name = 'picnic';

async function upload(version: string): Promise<void> {
  const { queries } = server;
  const sent = new Map([['a.js', Buffer.from('export {};')]]);
  const stored = await storeFiles(sent, { queries, storage: memoryStorage(), now: Date.now() });
  await queries.transaction((transaction) =>
    commitUpload(transaction, { name, version, baseUrl: '' }, { upload: stored, instead: [], now: Date.now() }),
  );
}
const sweep = (version: string) =>
  server.queries.update(uploadedReleases).set({ removedAt: new Date() }).where(eq(uploadedReleases.version, version));

it('finds a release that was swept before its list was read, and published again', async () => {
  const known = knownReleases(server.queries);
  await upload('1.0.0');
  await upload('1.0.1');
  // Now it knows that both are there.
  expect(await known.find(name, '1.0.1', 'a.js')).not.toBeNull();
  await sweep('1.0.0');
  expect(await known.find(name, '1.0.0', 'a.js')).toBeNull();
  await upload('1.0.0');
  expect(await known.find(name, '1.0.0', 'a.js')).toMatchObject({ file: 'a.js' });
});

it('finds a release whose list was read before it was swept, and published again', async () => {
  const known = knownReleases(server.queries);
  await upload('2.0.0');
  const first = await known.find(name, '2.0.0', 'a.js');
  await sweep('2.0.0');
  known.forget(name, '2.0.0'); // the store has lost the objects
  expect(await known.find(name, '2.0.0', 'a.js')).toBeNull();
  await upload('2.0.0');
  const second = await known.find(name, '2.0.0', 'a.js');
  expect([second?.file, second?.key === first?.key]).toEqual(['a.js', false]);
});
