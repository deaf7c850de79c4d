import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'node:http';
import { once } from 'node:events';
import { AwsClient } from 'aws4fetch';
import { Client } from 'pg';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { defaultDatabaseLimits } from '../../database/database.ts';
import { settingsOf } from '../../database/pooler.ts';
import { startPooler } from '../../testing/pooler.ts';
import { startPostgres } from '../../testing/postgres.ts';
import { startS3 } from '../../testing/s3.ts';
import { startCommand } from '../../testing/server-process.ts';
import { testKeys } from '../../testing/test-server.ts';
import { readEnvironment } from '../../program/environment.ts';
import { checkConfig } from './check-config.ts';
import { checkVariables } from './check-variables.ts';

vi.setConfig({ testTimeout: 90_000 });

const postgres = await startPostgres();
const s3 = await startS3();
const folder = mkdtempSync(join(tmpdir(), 'fridge-check-'));
afterAll(async () => {
  await postgres?.stop();
  await s3.stop();
  rmSync(folder, { recursive: true, force: true });
});

const storage = {
  S3_ENDPOINT: s3.endpoint,
  S3_BUCKET: 'pictures',
  S3_REGION: s3.region,
  S3_ACCESS_KEY_ID: s3.accessKeyId,
  S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
};
writeFileSync(join(folder, 'index.html'), '');
const complete = {
  ...testKeys,
  HOST_FILES: folder,
  STATE_DIR: folder,
  UPLOADS_DIR: join(folder, 'uploads'),
  RELEASES_DIR: join(folder, 'releases'),
  DATA_DIR: join(folder, 'data'),
  SETTINGS_FILE: join(folder, 'settings.json'),
  OPERATOR_SOCKET: join(folder, 'operator.sock'),
  PUBLIC_HOST_ORIGIN: 'https://activities.test',
  PUBLIC_API_ORIGIN: 'https://api.test',
  PUBLIC_RELEASES_ORIGIN: 'https://releases.test',
};

/** What PgBouncer has to set. */
const limitsQuery = Object.entries(settingsOf(defaultDatabaseLimits))
  .map(([name, ms]) => `set ${name} = ${ms}`)
  .join('; ');

it('finds nothing in a complete configuration, and leaves nothing behind', async () => {
  expect(await checkConfig(complete)).toEqual([]);
  expect(await checkConfig({ ...complete, PUBLIC_RELEASES_ORIGIN: '' })).toEqual([]);
});

it('names everything at once, and no secret', async () => {
  writeFileSync(join(folder, 'file'), '');
  writeFileSync(join(folder, 'broken.json'), '{ "windows": ');
  const variables = {
    ...complete,
    CLOUD_KEY: 'a short secret',
    ANSWER_TIME_LIMIT_MS: '1 second',
    DATABASE_URL: 'postgres://somebody:secret-word@127.0.0.1:1/activities',
    DATABASE_POOLSIZE: '30',
    HOST_FILES: join(folder, 'nowhere'),
    API_PORT: '4170',
    UPLOADS_DIR: join(folder, 'file', 'uploads'),
    SETTINGS_FILE: join(folder, 'broken.json'),
    UPLOAD_SILENCE_LIMIT_MS: '200000',
    PUBLIC_HOST_ORIGIN: 'http://activities.test',
    PUBLIC_API_ORIGIN: 'https://localhost:4180',
    PUBLIC_PICTURES_ORIGIN: 'http://activities.test',
    PUBLIC_RELEASES_ORIGIN: 'http://activities.test',
    S3_ENDPOINT: 'http://127.0.0.1:1',
    S3_BUCKET: 'pictures',
    S3_ACCESS_KEY_ID: 'secret-id',
    S3_SECRET_ACCESS_KEY: 'secret-key',
    CLOUD_JWKS: 'http://127.0.0.1:1/keys',
  };
  const { exitCode, stdout } = await (await startCommand(['check-config', '--json'], variables)).ended;
  expect(exitCode).toBe(1);
  const { ok, problems } = JSON.parse(stdout) as { ok: boolean; problems: { about: string; problem: string }[] }; // what the command documents
  expect(ok).toBe(false);
  expect(problems.map(({ about }) => about).sort()).toEqual([
    'ANSWER_TIME_LIMIT_MS',
    'API_PORT',
    'CLOUD_JWKS',
    'CLOUD_KEY',
    'DATABASE_POOLSIZE',
    'DATABASE_URL',
    'DATA_DIR',
    'HOST_FILES',
    'PUBLIC_API_ORIGIN',
    'PUBLIC_HOST_ORIGIN',
    'PUBLIC_HOST_ORIGIN',
    'PUBLIC_PICTURES_ORIGIN',
    'PUBLIC_PICTURES_ORIGIN',
    'PUBLIC_RELEASES_ORIGIN',
    'S3_ENDPOINT',
    'SETTINGS_FILE',
    'UPLOADS_DIR',
    'UPLOAD_SILENCE_LIMIT_MS',
  ]);
  expect(stdout).not.toContain('secret');
  const plain = await (await startCommand(['check-config'], variables)).ended;
  expect(plain.exitCode).toBe(1);
  expect(plain.stdout.split('\n')).toHaveLength(problems.length + 1);
});

it.each([
  ['nothing is read without the bad ones', { S3_ENDPOINT: 'https://s3.example' }, ['S3_BUCKET', 'S3_ACCESS_KEY_ID']],
  ['S3 without its address', { S3_BUCKET: 'pictures' }, ['S3_BUCKET']],
  ['a direct address alone', { DATABASE_DIRECT_URL: 'postgres://a@127.0.0.1:1/b' }, ['DATABASE_DIRECT_URL']],
])('names half-written variables: %s', async (_, variables, expected) => {
  const found = (await checkConfig({ ...complete, ...variables })).map(({ about }) => about);
  for (const name of expected) expect(found).toContain(name);
});

it.each([
  ['https://activities.example', true],
  ['https://www.example.com', true],
  ['https://example.org', true],
  ['https://activities.test', false],
  ['https://example.party.cn', false],
  ['https://myexample.com', false],
])('tells a name for examples: %s', (PUBLIC_HOST_ORIGIN, isExample) => {
  const problem = expect.stringContaining('for examples');
  const found = checkVariables(readEnvironment({ ...complete, PUBLIC_HOST_ORIGIN }), {});
  expect(found).toEqual(isExample ? [{ about: 'PUBLIC_HOST_ORIGIN', problem }] : []);
});

it('tries the object storage', async () => {
  expect(await checkConfig({ ...complete, ...storage })).toEqual([
    {
      about: 'S3_ENDPOINT',
      problem:
        "an object can't be written in the bucket: The object storage has no such bucket. (docs/runbook.md#store-fails)",
    },
  ]);
  const { accessKeyId, secretAccessKey, region, endpoint } = s3;
  await new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3' }).fetch(`${endpoint}/pictures`, {
    method: 'PUT',
  });
  expect(await checkConfig({ ...complete, ...storage })).toEqual([]);
  const refused = await checkConfig({ ...complete, ...storage, S3_SECRET_ACCESS_KEY: 'wrong' });
  expect(refused).toEqual([
    { about: 'S3_ENDPOINT', problem: expect.stringMatching(/written in the bucket: .*PUT with HTTP 403/) },
  ]);
});

it("asks for the cloud's keys", async () => {
  const cloud = createServer((_request, response) => response.end('{"keys":[]}')).listen(0, '127.0.0.1');
  await once(cloud, 'listening');
  const address = cloud.address();
  const port = typeof address === 'object' ? address?.port : '';
  const [found] = await checkConfig({ ...complete, CLOUD_JWKS: `http://127.0.0.1:${port}/keys` });
  cloud.close();
  expect(found).toMatchObject({ about: 'CLOUD_JWKS', problem: expect.stringContaining('no set of public keys') });
});

describe.skipIf(postgres === null)('on PostgreSQL', () => {
  let databases = 0;
  const onDatabase = async (options?: { empty: boolean }) => {
    const { DATA_DIR: _, ...variables } = complete;
    return { ...variables, DATABASE_URL: (await postgres?.database(`check_${(databases += 1)}`, options)) ?? '' };
  };
  const ask = async (url: string, query: string) => {
    const client = new Client({ connectionString: url });
    await client.connect();
    await client.query(query);
    await client.end();
  };

  it('finds nothing wrong with a migrated database', async () => {
    expect(await checkConfig(await onDatabase())).toEqual([]);
  });

  it('names one that is behind, unless it is migrated at the start', async () => {
    const variables = await onDatabase({ empty: true });
    expect(await checkConfig(variables)).toEqual([
      { about: 'DATABASE_URL', problem: expect.stringMatching(/lacks migrations \(0000_first.*main\.js migrate/) },
    ]);
    expect(await checkConfig({ ...variables, MIGRATE_ON_START: '1' })).toEqual([]);
  });

  it("names another product's, and one that takes no writes", async () => {
    const foreign = await onDatabase({ empty: true });
    await ask(foreign.DATABASE_URL, 'create table ledger (entry text)');
    expect(await checkConfig(foreign)).toMatchObject([{ problem: expect.stringContaining('another product') }]);
    const standby = await onDatabase();
    const name = new URL(standby.DATABASE_URL).pathname.slice(1);
    await ask(standby.DATABASE_URL, `alter database ${name} set default_transaction_read_only = on`);
    expect(await checkConfig(standby)).toMatchObject([{ problem: expect.stringContaining('takes no writes') }]);
  });

  it("names a database that isn't the demonstration's", async () => {
    const variables = { ...(await onDatabase()), DEMO: '1' };
    expect(await checkConfig(variables)).toEqual([]);
    await ask(variables.DATABASE_URL, "insert into accounts (user_id, phone) values ('U1', '13800000001')");
    expect(await checkConfig(variables)).toMatchObject([{ problem: expect.stringContaining('did not make') }]);
  });

  it('names a pooler without the direct address, and one under its name', async ({ skip }) => {
    const variables = await onDatabase();
    const careless = await startPooler(variables.DATABASE_URL);
    const pooler = await startPooler(variables.DATABASE_URL, { connectQuery: limitsQuery });
    if (careless === null || pooler === null) return skip();
    const problem = expect.stringMatching(/a pooler answers there.*DATABASE_DIRECT_URL.*#pooler-without-direct/);
    try {
      const pooled = { ...variables, DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: variables.DATABASE_URL };
      expect(await checkConfig(pooled)).toEqual([]);
      expect(await checkConfig({ ...pooled, DATABASE_URL: careless.url })).toMatchObject([
        { about: 'DATABASE_URL', problem: expect.stringContaining('(set lock_timeout = 0;') },
      ]);
      expect(await checkConfig({ ...pooled, DATABASE_DIRECT_URL: '' })).toEqual([{ about: 'DATABASE_URL', problem }]);
      expect(await checkConfig({ ...pooled, DATABASE_DIRECT_URL: pooler.url })).toEqual([
        { about: 'DATABASE_DIRECT_URL', problem },
      ]);
    } finally {
      await Promise.all([careless.stop(), pooler.stop()]);
    }
  });

  it('names a clock that is an hour off', async () => {
    const variables = await onDatabase();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60 * 60 * 1000 });
    try {
      const [found] = await checkConfig(variables);
      expect(found?.problem).toMatch(/this machine's is (3599|3600|3601) s ahead/);
    } finally {
      vi.useRealTimers();
    }
  });
});
