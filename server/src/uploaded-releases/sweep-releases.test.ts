import { join } from 'node:path';
import { isNotNull } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { configVersions } from '../configuration/tables.ts';
import { promotions } from '../registry/tables.ts';
import { memoryStorage } from '../testing/memory-storage.ts';
import { askOperator } from '../testing/operator.ts';
import { soundRelease } from '../testing/release-origin.ts';
import { makeTeamKey, sendAsTeam, type TeamSigner, uploadAsTeam } from '../testing/teams.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { KEPT_PROMOTED } from './needed-releases.ts';
import { storeFiles } from './store-files.ts';
import { OPEN_PAGE_MS, sweepReleases } from './sweep-releases.ts';
import { unusedReleaseObjects, uploadedReleases } from './tables.ts';
import { removeUnused } from './unused-objects.ts';
import { commitUpload } from './uploaded-rows.ts';

const storage = memoryStorage();
let server: TestServer;
let key: TeamSigner;
const by = { by: '王梅', why: 'a test' };
const ask = async (request: object) => (await askOperator(join(server.folder, 'operator.sock'), request))[0];
const as = () => ({ team: 'picnic', key });

beforeAll(async () => {
  const variables = { LISTENERS: 'api,releases', PUBLIC_RELEASES_ORIGIN: 'http://releases.example' };
  server = await startTestServer(variables, undefined, undefined, storage);
  key = await makeTeamKey();
  const team = { name: 'picnic', remotes: ['picnic'], origins: [], backend: null, publicKey: key.publicKey };
  expect(await ask({ command: 'teams.add', ...team, ...by })).toMatchObject({ ok: true });
});
afterAll(() => server.close());

async function upload(version: string, fields: object = {}): Promise<unknown> {
  const description = { name: 'picnic', version, routes: [{ path: '/picnic' }], calls: [] };
  const { release, files } = soundRelease({ description });
  const { code, data } = await uploadAsTeam(server.url, as(), { release, files: Object.entries(files) }, fields);
  expect([code, data]).toEqual([0, expect.anything()]);
  return data;
}

const statusOf = async (version: string): Promise<number> =>
  (await fetch(`http://localhost:${server.ports.releases}/picnic/${version}/remoteEntry-1.js`)).status;

/** What happened so far is longer ago than a page stays open. */
async function passTime(): Promise<void> {
  const { queries } = server;
  const before = new Date(Date.now() - OPEN_PAGE_MS - 1000);
  await queries.update(uploadedReleases).set({ uploadedAt: before, neededAt: before });
  await queries.update(promotions).set({ changedAt: before });
  await queries.update(configVersions).set({ changedAt: before });
}

const all = ['1.0.0', '1.1.0', '1.2.0', '1.3.0', '1.4.0', '1.5.0', '1.6.0'];
const kept = all.slice(-KEPT_PROMOTED);

const removedVersions = async (): Promise<string[]> => {
  const rows = await server.queries.select().from(uploadedReleases).where(isNotNull(uploadedReleases.removedAt));
  return rows.map(({ version }) => version).toSorted();
};

it('keeps what a page may have open, then what pages get or may get again', async () => {
  for (const version of all) await upload(version);
  const objectsOfEach = storage.contents.size / all.length;
  await upload('0.9.0', { promote: false });
  await sweepReleases(server.services);
  expect(await removedVersions()).toEqual([]);

  await passTime();
  await ask({ command: 'registry.pin', name: 'picnic', release: '1.1.0', ...by });
  await sweepReleases(server.services);
  expect(await removedVersions()).toEqual(['0.9.0', '1.0.0']);
  expect(await server.queries.$count(unusedReleaseObjects)).toBe(0);
  expect(storage.contents.size).toBe((1 + KEPT_PROMOTED) * objectsOfEach);
  expect(await statusOf('0.9.0')).toBe(404);
  for (const version of ['1.1.0', ...kept]) expect([version, await statusOf(version)]).toEqual([version, 200]);

  // Pages that were opened with a pin may be open after it.
  await ask({ command: 'registry.pin', name: 'picnic', release: 'latest', ...by });
  await sweepReleases(server.services);
  expect(await removedVersions()).toEqual(['0.9.0', '1.0.0']);
  await passTime();
  await sweepReleases(server.services);
  expect(await removedVersions()).toEqual(['0.9.0', '1.0.0', '1.1.0']);
});

it('gives pages no release whose files are gone, until it is uploaded again', async () => {
  const gone = expect.stringMatching(/the files of picnic 1\.0\.0 were removed on .*: publish it again/);
  expect(await ask({ command: 'registry.pin', name: 'picnic', release: '1.0.0', ...by })).toMatchObject({
    ok: false,
    error: gone,
  });
  expect(await sendAsTeam(server.url, as(), 'promote', { name: 'picnic', version: '1.0.0' })).toMatchObject({
    data: { problems: [gone] },
  });
  const data = (await ask({ command: 'registry.releases', name: 'picnic' }))?.data;
  expect(data).toContainEqual(expect.objectContaining({ version: '1.0.0', removedAt: expect.any(String) }));
  expect(data).toContainEqual(expect.objectContaining({ version: '1.6.0', removedAt: null }));

  // An edit of the document isn't asked: the pin gives way, and says why.
  const document = JSON.stringify({ version: 2, remotes: { picnic: { enabled: true, release: '1.0.0' } } });
  await ask({ command: 'config.apply', name: 'registry', file: document, replace: true, ...by });
  expect(await ask({ command: 'registry.list' })).toMatchObject({
    data: { remotes: [{ version: '1.6.0', gaveWay: [gone] }] },
  });

  expect(await upload('1.0.0')).toMatchObject({ outcome: 'unchanged', inForce: '1.0.0' });
  expect(server.services.registry.current().registry.remotes).toHaveProperty('picnic.version', '1.0.0');
  expect(await statusOf('1.0.0')).toBe(200);
});

it('refuses a roll-back to a release whose files are gone', async () => {
  await ask({ command: 'registry.pin', name: 'picnic', release: 'latest', ...by });
  const rollBack = () => ask({ command: 'registry.rollback', name: 'picnic', ...by });
  for (const to of kept.slice(0, -1).toReversed()) expect(await rollBack()).toMatchObject({ ok: true, data: { to } });
  expect(await rollBack()).toMatchObject({ ok: false, error: expect.stringContaining('the files of picnic 1.1.0') });
});

it('removes the files of an upload whose process was killed, after which nobody can commit them', async () => {
  const { queries } = server;
  const before = storage.contents.size;
  const now = Date.now();
  const cutOff = await storeFiles(new Map([['a.js', Buffer.from('a')]]), { queries, storage, now });
  await removeUnused(queries, storage, now + 59 * 60_000);
  expect(storage.contents.size).toBe(before + 1);
  await removeUnused(queries, storage, now + 61 * 60_000);
  expect(storage.contents.size).toBe(before);
  const release = { name: 'picnic', version: '9.0.0', baseUrl: 'http://releases.example/picnic/9.0.0/' };
  const committed = await queries.transaction((transaction) =>
    commitUpload(transaction, release, { upload: cutOff, instead: [], now }),
  );
  expect(committed).toBe(false);
});

it('tries again what the store failed to remove', async () => {
  await server.queries.insert(unusedReleaseObjects).values({ id: 'cut-off', keys: ['a.file'], dueAt: new Date() });
  storage.contents.set('a.file', Buffer.from('a'));
  storage.fails = true;
  await expect(sweepReleases(server.services)).rejects.toThrow('HTTP 503');
  storage.fails = false;
  await sweepReleases(server.services);
  expect(storage.contents.has('a.file')).toBe(true); // in ten minutes
  await removeUnused(server.queries, storage, Date.now() + 11 * 60_000);
  expect(storage.contents.has('a.file')).toBe(false);
});
