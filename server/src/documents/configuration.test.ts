import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Clock } from '../program/clock.ts';
import type { OpenDatabase } from '../database/database.ts';
import { readEnvironment } from '../program/environment.ts';
import { firstStart } from '../program/first-start.ts';
import { createLogger } from '../log/log.ts';
import { openPictureStorage } from '../storage/object-storage.ts';
import { openEmbeddedDatabase } from '../testing/embedded-database.ts';
import { testEnvironment } from '../testing/test-server.ts';
import { type Configuration, openConfiguration } from './configuration.ts';
import { documentText, MAX_DOCUMENT_BYTES } from './documents.ts';
import { listVersions, writeFirstVersions } from './versions.ts';
import { configVersions } from './tables.ts';

const by = { by: '王梅', why: 'a trial', way: 'command' } as const;
const coupons = (name: string) => documentText({ couponPage: `https://${name}.example/` });

let folder: string;
let database: OpenDatabase;
let clock: Clock;
let logged: string[];
let configuration: Configuration;
const open = () =>
  openConfiguration(
    { queries: database.queries, clock, log: createLogger('info', { write: (line) => logged.push(line) }) },
    { listenUrl: null },
  );
const events = () => logged.map((line) => JSON.parse(line) as Record<string, unknown>);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'configuration-'));
  database = await openEmbeddedDatabase(join(folder, 'data'));
  const environment = readEnvironment(testEnvironment(folder, {}));
  clock = await firstStart(database.queries, environment, openPictureStorage(environment));
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  logged = [];
  await database.queries.delete(configVersions);
  await writeFirstVersions(database.queries, clock);
  configuration = await open();
});
afterEach(() => configuration.close());

it('begins with a version by the start, and adds none at the next start', async () => {
  expect(configuration.current('settings')).toMatchObject({
    serial: 1,
    document: '{}\n',
    changedBy: 'start',
    way: 'start',
  });
  await writeFirstVersions(database.queries, clock);
  expect(await listVersions(database.queries, 'settings', { limit: 10 })).toHaveLength(1);
});

it('keeps who, when, why and way of each change, and tells who listens', async () => {
  const heard: number[] = [];
  const end = configuration.subscribe('settings', ({ serial }) => heard.push(serial));
  const changed = await configuration.change('settings', by, () => coupons('a'));
  expect(changed).toMatchObject({ serial: 2, changedBy: '王梅', why: 'a trial', way: 'command' });
  expect(configuration.current('settings')).toEqual(changed);
  end();
  await configuration.change('settings', by, () => coupons('b'));
  expect(heard).toEqual([2]);
  expect((await listVersions(database.queries, 'settings', { limit: 2 })).map(({ serial }) => serial)).toEqual([3, 2]);
  expect((await open()).current('settings').serial).toBe(3);
});

it('makes no version of an equal text', async () => {
  await configuration.change('settings', by, () => coupons('a'));
  expect((await configuration.change('settings', by, () => coupons('a'))).serial).toBe(2);
  expect(await listVersions(database.queries, 'settings', { limit: 10 })).toHaveLength(2);
});

it('refuses a stale change, and tells what changed since', async () => {
  await configuration.change('settings', { ...by, expected: 1 }, () => coupons('a'));
  await configuration.change('settings', { ...by, by: 'Li' }, () => documentText({ appLink: 'https://a.example' }));
  const stale = configuration.change('settings', { ...by, expected: 1 }, () => coupons('b'));
  await expect(stale).rejects.toThrow(
    /^settings is at serial 3, not at 1: nothing was changed\. Since then:\n {2}\d+ by Li \(command\), .*, "a trial": couponPage: .*; appLink: .*\n {2}\d+ by 王梅 \(command\), .*: couponPage: .*/,
  );
  expect(configuration.current('settings').serial).toBe(3);
  await expect(configuration.change('settings', { ...by, expected: 9 }, () => coupons('b'))).rejects.toThrow(
    'settings has no serial 9 yet: the latest is 3.',
  );
});

it('lets one of two editors win', async () => {
  const edits = await Promise.allSettled(
    ['a', 'b'].map((end) => configuration.change('settings', { ...by, expected: 1 }, () => coupons(end))),
  );
  expect(edits.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(configuration.current('settings').serial).toBe(2);
});

it.each([
  ['{ "windows": ', "settings isn't readable as JSON"],
  ['[]', "This doesn't fit settings: the whole document: an object"],
  ['{"signing":{"key":"a-secret-of-somebody"}}', 'signing.key: keys come from the environment'],
  ['{"reportLinkKey":"a-secret-of-somebody"}', 'reportLinkKey: keys come from the environment'],
  ['{"reportLinkKeysAccepted":["a-secret-of-somebody"]}', 'reportLinkKeysAccepted: keys come from the environment'],
  [JSON.stringify({ text: 'x'.repeat(MAX_DOCUMENT_BYTES) }), 'at most 256 KiB'],
])('refuses what fits no settings: %#', async (text, message) => {
  const refused = configuration.change('settings', by, () => text);
  await expect(refused).rejects.toThrow(message);
  await expect(refused).rejects.not.toThrow('a-secret-of-somebody');
  expect(configuration.current('settings').serial).toBe(1);
});

it("keeps the last good version in force when a newer release's doesn't fit", async () => {
  await configuration.change('draw', by, ({ document }) => document.replace('"weight": 1', '"weight": 5'));
  const { serial } = configuration.current('draw');
  const newer = { ...configuration.current('draw'), serial: serial + 1, document: '{"levels":{},"odds":[]}' };
  await database.queries.insert(configVersions).values(newer);
  await writeFirstVersions(database.queries, clock);
  const here = await open();
  expect(here.current('draw').serial).toBe(serial);
  expect(here.unfit('draw')).toMatchObject({ serial: serial + 1 });
  expect(events()).toContainEqual(
    expect.objectContaining({ event: 'configurationUnfit', document: 'draw', serial: serial + 1 }),
  );
  await expect(here.change('draw', by, ({ document }) => document.replace('{}', '[]'))).rejects.toThrow("doesn't fit");
  expect(await database.queries.$count(configVersions, eq(configVersions.name, 'draw'))).toBe(serial + 1);
});
