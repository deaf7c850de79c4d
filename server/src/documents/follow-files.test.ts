import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { Clock } from '../program/clock.ts';
import type { OpenDatabase } from '../database/database.ts';
import { readEnvironment } from '../program/environment.ts';
import { firstStart } from '../program/first-start.ts';
import { createLogger } from '../log/log.ts';
import { openPictureStorage } from '../storage/object-storage.ts';
import { openEmbeddedDatabase } from '../testing/embedded-database.ts';
import { testEnvironment } from '../testing/test-server.ts';
import { type Configuration, openConfiguration } from './configuration.ts';
import { documentText } from './documents.ts';
import { type FollowedFiles, followFiles } from './follow-files.ts';
import { writeFirstVersions } from './versions.ts';
import { configVersions } from './tables.ts';

const by = { by: '王梅', why: '', way: 'command' } as const;
const link = (name: string) => ({ appLink: `https://${name}.example/` });

let folder: string;
let path: string;
let database: OpenDatabase;
let clock: Clock;
let logged: string[];
let configuration: Configuration;
let files: FollowedFiles;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'follow-files-'));
  path = join(folder, 'settings.json');
  database = await openEmbeddedDatabase(join(folder, 'data'));
  const environment = readEnvironment(testEnvironment(folder, {}));
  clock = await firstStart(database.queries, environment, openPictureStorage(environment));
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  await database.queries.delete(configVersions);
  await writeFirstVersions(database.queries, clock);
  rmSync(path, { recursive: true, force: true });
});
afterEach(() => stop());

async function start(): Promise<void> {
  logged = [];
  const log = createLogger('info', { write: (line) => logged.push(line) });
  configuration = await openConfiguration({ queries: database.queries, clock, log }, { listenUrl: null });
  files = await followFiles({ configuration, log }, { settings: path });
}

async function stop(): Promise<void> {
  await files.close();
  await configuration.close();
}

const save = (document: unknown) =>
  writeFileSync(path, typeof document === 'string' ? document : JSON.stringify(document));
const read = (): unknown => JSON.parse(readFileSync(path, 'utf8'));
const serial = () => configuration.current('settings').serial;
const lines = (event: string) => logged.filter((line) => line.includes(`"${event}"`));
const eventually = (check: () => void) => vi.waitFor(check, { timeout: 5_000, interval: 50 });

it('writes the file at the first start, takes what is saved, and writes what is changed elsewhere', async () => {
  await start();
  expect(read()).toEqual({ serial: 1 });

  save({ serial: 1, ...link('a') });
  await eventually(() => expect(read()).toEqual({ serial: 2, ...link('a') }));
  expect(configuration.current('settings')).toMatchObject({ serial: 2, changedBy: 'file', way: 'file' });

  await configuration.change('settings', by, () => documentText(link('b')));
  await eventually(() => expect(read()).toEqual({ serial: 3, ...link('b') }));
  expect(readFileSync(path, 'utf8')).toMatch(/^{\n {2}"serial": 3,\n/);

  save(link('c'));
  await eventually(() => expect(read()).toEqual({ serial: 4, ...link('c') }));
  expect(files.refusal('settings')).toBeNull();
});

it('refuses an older file with a diff, keeps it, and rolls nothing back', async () => {
  await start();
  const old = { serial: 1, ...link('old') };
  await configuration.change('settings', by, () => documentText(link('new')));
  await eventually(() => expect(read()).toEqual({ serial: 2, ...link('new') }));
  save(old);
  await eventually(() =>
    expect(files.refusal('settings')).toMatch(/^settings is at serial 2, not at 1: .*by 王梅.*appLink: /s),
  );
  await configuration.change('settings', by, () => documentText(link('newer')));
  save(old);
  expect(read()).toEqual(old);
  expect([serial(), lines('configurationFileRefused').length]).toEqual([3, 1]);

  save({ ...old, serial: 3 });
  await eventually(() => expect(read()).toEqual({ ...old, serial: 4 }));
  expect(files.refusal('settings')).toBeNull();
});

it.each<[string, string, RegExp]>([
  ['half written', '{ "serial": 1,\n "appL', /isn't readable as JSON/],
  ['another shape', '[]', /A document is a JSON object/],
  ['with a key', '{"serial":1,"reportLinkKey":"a-secret-16-long"}', /reportLinkKey: keys come from the environment/],
  ['from the future', '{"serial":7,"appLink":null}', /settings has no serial 7 yet: the latest is 1/],
  ['huge', ' '.repeat(5_000_000), /at most 256 KiB/],
])('keeps a file that is %s, and the last good version in force', async (_what, text, problem) => {
  await start();
  save(text);
  await eventually(() => expect(files.refusal('settings')).toMatch(problem));
  expect(readFileSync(path, 'utf8')).toBe(text);
  expect(serial()).toBe(1);
  expect(lines('configurationFileRefused')).toHaveLength(1);
  expect(logged.join('')).not.toContain('a-secret-16-long');
  save({ serial: 1, ...link('good') });
  await eventually(() => expect(serial()).toBe(2));
});

it('takes what was saved while nothing ran', async () => {
  await start();
  await stop();
  save({ serial: 1, ...link('offline') });
  await start();
  expect(read()).toEqual({ serial: 2, ...link('offline') });
});

it('says once that a file cannot be kept, and keeps it when it can be', async () => {
  mkdirSync(path);
  await start();
  await configuration.change('settings', by, () => documentText(link('a')));
  await eventually(() => expect(lines('configurationFileNotKept')).toHaveLength(1));
  rmSync(path, { recursive: true });
  await eventually(() => expect(existsSync(path) && read()).toEqual({ serial: 2, ...link('a') }));
  expect(lines('configurationFileNotKept')).toHaveLength(1);
});
