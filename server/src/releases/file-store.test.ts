import { join } from 'node:path';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { publishRelease } from './publish/publish.ts';
import { memoryStorage } from '../testing/memory-storage.ts';
import { askOperator } from '../testing/operator.ts';
import { describedFile, serveRelease, soundRelease } from '../testing/release-origin.ts';
import { makeTeamKey, sendAsTeam, type TeamSigner, uploadAsTeam } from '../testing/teams.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { countUploaded, formsOf, removeUnusedFiles, storeFiles, UNUSED_FOR_MS } from './file-store.ts';
import { quotaProblems } from './given-problems.ts';
import { releases, servedFiles, storedFiles } from './tables.ts';

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
  const team = { name: 'picnic', remotes: ['picnic'], origins: [], backend: null, key: key.publicKey };
  expect(await ask({ command: 'team add', ...team, ...by })).toMatchObject({ ok: true });
});
afterAll(() => server.close());

/** Its chunk alone is other than that of other versions. */
async function upload(version: string, fields: object = {}): Promise<unknown> {
  const description = { name: 'picnic', version, routes: [{ path: '/picnic' }], calls: [] };
  const contents = { 'assets/chunk-1.js': `export const version = '${version}';` };
  const { release, files } = soundRelease({ description, contents });
  const { code, data } = await uploadAsTeam(server.url, as(), { release, files: Object.entries(files) }, fields);
  expect([code, data]).toEqual([0, expect.anything()]);
  return data;
}
const remove = (release: string) => ask({ command: 'releases remove', name: 'picnic', release, ...by });
const statusOf = async (version: string): Promise<number> =>
  (await fetch(`http://localhost:${server.ports.releases}/picnic/${version}/assets/chunk-1.js`)).status;
/** What happened so far is longer ago than a page stays open. */
async function passTime(): Promise<void> {
  const before = new Date(Date.now() - UNUSED_FOR_MS - 1_000);
  await server.queries.update(storedFiles).set({ usedAt: before });
  for (const { name, version, removedAt } of await server.queries.select().from(releases))
    if (removedAt !== null)
      await server.queries.update(releases).set({ removedAt: before }).where(keyOf(name, version));
}
const keyOf = (name: string, version: string) => and(eq(releases.name, name), eq(releases.version, version));

it('keeps a content once, however many releases have it', async () => {
  await upload('1.0.0');
  const first = storage.contents.size;
  await upload('1.1.0');
  // The chunk, and the description with its compressed forms.
  expect(storage.contents.size).toBe(first + 4);
  expect(await countUploaded(server.queries)).toMatchObject({ releases: 2 });
  expect(await countUploaded(server.queries, ['draw'])).toEqual({ releases: 0, bytes: 0 });
});

it('removes no release that visitors get, of whatever host, or that is decided', async () => {
  await upload('2.0.0', { promote: false });
  await ask({ command: 'canary', name: 'picnic', release: '2.0.0', percent: 0, ...by });
  for (const version of ['1.1.0', '2.0.0'])
    expect(await remove(version)).toMatchObject({ ok: false, error: expect.stringContaining('is in force') });
  expect(await remove('9.0.0')).toMatchObject({
    ok: false,
    error: expect.stringMatching(/^picnic has no release 9\.0\.0; .*There: /),
  });
});

it('keeps the files of a removed release while pages may have it open, and gives it to no other page', async () => {
  expect(await remove('1.0.0')).toMatchObject({ ok: true, data: { version: '1.0.0' } });
  const gone = expect.stringMatching(/picnic 1\.0\.0 was removed on .*: publish it again/);
  expect(await ask({ command: 'pin', name: 'picnic', release: '1.0.0', ...by })).toMatchObject({
    error: gone,
  });
  expect(await ask({ command: 'canary end', name: 'picnic', ...by })).toMatchObject({ ok: true });
  expect(await sendAsTeam(server.url, as(), 'promote', { name: 'picnic', version: '1.0.0' })).toMatchObject({
    data: { problems: [gone] },
  });
  const data = (await ask({ command: 'releases', name: 'picnic' }))?.data;
  expect(data).toContainEqual(expect.objectContaining({ version: '1.0.0', removedAt: expect.any(String) }));

  const document = JSON.stringify({ version: 2, remotes: { picnic: { enabled: true, release: '1.0.0' } } });
  expect(
    await ask({ command: 'config apply', name: 'registry', file: { text: document }, replace: true, ...by }),
  ).toMatchObject({ error: gone });
  const path = 'registry.remotes.picnic.release';
  expect(await ask({ command: 'settings set', path, value: '1.0.0', ...by })).toMatchObject({ error: gone });
  expect(await ask({ command: 'settings set', path, value: '9.9.9+abcdef12', ...by })).toMatchObject({
    error: expect.stringMatching(/^Pages would not get it: picnic: pin 9\.9\.9\+abcdef12: its release .* isn't there/),
  });
  // An edit of the document's file isn't asked: the pin gives way, and says why.
  await server.services.configuration.change('registry', { by: 'file', why: '', way: 'file' }, () => document);
  expect(await ask({ command: 'remotes' })).toMatchObject({
    data: { remotes: [{ version: '1.1.0', gaveWay: [gone] }] },
  });
  await ask({ command: 'pin', name: 'picnic', release: 'latest', ...by });

  await removeUnusedFiles(server.services);
  expect(await statusOf('1.0.0')).toBe(200);
  await passTime();
  await removeUnusedFiles(server.services);
  expect([await statusOf('1.1.0'), await statusOf('2.0.0')]).toEqual([200, 200]);
  expect(storage.contents.size).toBe(await server.queries.$count(storedFiles));
  expect((await server.queries.select().from(servedFiles)).map(({ version }) => version)).not.toContain('1.0.0');
});

it('refuses it from an address that serves it still, once its own files have gone', async () => {
  const { release, files } = soundRelease({
    description: { name: 'picnic', version: '1.0.0', routes: [{ path: '/picnic' }], calls: [] },
    contents: { 'assets/chunk-1.js': "export const version = '1.0.0';" },
  });
  const texts = new Map(Object.entries({ ...files, 'release.json': release }));
  const source = {
    baseUrl: 'http://releases.example/picnic/1.0.0/',
    isUploaded: true,
    read: async (file: string) => Buffer.from(texts.get(file) ?? ''),
  };
  const publishing = { ...server.services, ...by, way: 'command', move: false, promote: true } as const;
  await expect(publishRelease(source, publishing)).rejects.toThrow(/its files have gone/);
});

it('has it again when its team publishes the same build', async () => {
  expect(await upload('1.0.0', { promote: true })).toMatchObject({ outcome: 'unchanged', inForce: '1.0.0' });
  expect(server.services.registry.current().registry.remotes).toHaveProperty('picnic.version', '1.0.0');
  expect(await statusOf('1.0.0')).toBe(200);
});

it('removes what an upload that was cut off left, and tries again what the store failed to remove', async () => {
  const before = storage.contents.size;
  await storeFiles(await formsOf(new Map([['a.js', Buffer.from('cut off')]])), server.services);
  await removeUnusedFiles(server.services);
  expect(storage.contents.size).toBe(before + 1);
  await passTime();
  storage.fails = true;
  await expect(removeUnusedFiles(server.services)).rejects.toThrow('HTTP 503');
  storage.fails = false;
  await removeUnusedFiles(server.services);
  expect(storage.contents.size).toBe(before);
});

it('has room for so many versions and bytes of a team, and of all', async () => {
  const { queries } = server;
  const team = { name: 'picnic', remotes: ['picnic'] };
  const large = { versions: 1_000, bytes: 10 ** 9 };
  const texts = async (asked: Parameters<typeof quotaProblems>[1], quota: Parameters<typeof quotaProblems>[2]) =>
    (await quotaProblems(queries, asked, quota)).map(({ text }) => text);
  expect(await texts({ team, bytes: 100, isNew: true }, { ofTeam: large, ofAll: large })).toEqual([]);
  expect(await texts({ team, bytes: 0, isNew: true }, { ofTeam: { ...large, versions: 3 }, ofAll: large })).toEqual([
    expect.stringMatching(/^picnic has 3 releases, as many as it may have\. .*releases remove/),
  ]);
  expect(await texts({ team, bytes: 100, isNew: false }, { ofTeam: { ...large, versions: 3 }, ofAll: large })).toEqual(
    [],
  );
  expect(
    await texts({ team: null, bytes: 100, isNew: true }, { ofTeam: large, ofAll: { ...large, bytes: 200 } }),
  ).toEqual([expect.stringMatching(/^this server has files of \S+ K?B, and may have 200/)]);
});

it('has room for the source maps that come later, or for a release of elsewhere', async () => {
  const { queries } = server;
  const file = 'assets/chunk-1.js.map';
  const map = JSON.stringify({ version: 3, sources: [], names: [], mappings: '' });
  const description = (version: string) => ({
    name: 'picnic',
    version,
    routes: [{ path: '/picnic' }],
    calls: [],
    maps: [describedFile(file, map)],
  });
  const publish = async (version: string, sent: readonly (readonly [string, string])[], fields: object = {}) => {
    const { release } = soundRelease({ description: description(version) });
    return (await uploadAsTeam(server.url, as(), { release, files: sent }, { promote: false, ...fields })).data;
  };
  const built = Object.entries(soundRelease().files);
  const full = { problems: [expect.stringMatching(/^picnic has files of 4\.3 GB, and may have 4\.3 GB\./)] };
  const filler = { remote: 'picnic', version: '0.0.1', path: 'picnic/0.0.1/filler', encoding: 'identity' as const };
  const fill = async () => {
    const stored = { hash: 'filler', bytes: 4 * 1024 ** 3, usedAt: new Date() };
    await queries.insert(storedFiles).values(stored).onConflictDoNothing();
    await queries.insert(servedFiles).values({ ...filler, hash: 'filler' });
  };
  const empty = () => queries.delete(servedFiles).where(eq(servedFiles.hash, 'filler'));

  expect(await publish('5.0.0', built)).toMatchObject({ outcome: 'published' });
  await fill();
  expect(await publish('5.0.0', built)).toMatchObject({ outcome: 'unchanged' });
  expect(await publish('5.0.0', [...built, [file, map]])).toMatchObject(full);
  await empty();
  expect(await publish('5.0.0', [...built, [file, map]])).toMatchObject({ outcome: 'unchanged' });
  await fill();
  expect(await publish('5.0.0', [...built, [file, map]])).toMatchObject({ outcome: 'unchanged' });

  const served = await serveRelease({ description: description('5.1.0') });
  await ask({ command: 'team set', name: 'picnic', origins: [served.origin], ...by });
  const from = { baseUrl: served.address };
  expect(await publish('5.1.0', [[file, map]], from)).toMatchObject(full);
  expect(await publish('5.1.0', [], from)).toMatchObject({ outcome: 'published' });
  expect(await publish('5.1.0', [[file, map]], from)).toMatchObject(full);
  expect(await publish('5.1.0', built)).toMatchObject(full);
  served.close();
  await empty();
});
