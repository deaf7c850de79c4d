import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, closeSync, existsSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { MIGRATION_LOCK_MS } from '../database/database.ts';
import { migratePostgresql } from '../database/migrate-postgresql.ts';
import { migrationsKey } from './embedded-database.ts';
import { copyPrepared } from './prepared-folder.ts';
import { unprivilegedUser } from './unprivileged-user.ts';

/** A migrated database that others are copied from. */
const TEMPLATE = 'migrated';

interface TestPostgres {
  /** Creates a database with the newest schema, or without any. @returns its URL */
  database(name: string, options?: { empty: boolean }): Promise<string>;
  /** Terminates every connection, as an administrator would. @returns how many there were */
  terminateConnections(): Promise<number>;
  /** Crashes PostgreSQL and starts it again on the same port and data, once `whileAway` is done. */
  restart(whileAway?: () => Promise<unknown>): Promise<void>;
  /** What it has logged. */
  log(): string;
  stop(): Promise<void>;
}

/**
 * Starts a PostgreSQL in a temporary folder.
 * @param options.fsync whether a commit waits for the disk, as on a site; tests don't need it
 * @param options.configFile its settings count where the test needs no others
 * @returns `null`, with a warning, when none is installed; with `REQUIRE_POSTGRES=1` that is an error
 */
export async function startPostgres({
  fsync = false,
  configFile,
}: { fsync?: boolean; configFile?: string } = {}): Promise<TestPostgres | null> {
  const bin = findBinaries();
  if (bin === null) {
    const missing = 'PostgreSQL was not found in PATH or /usr/lib/postgresql/*/bin';
    if (process.env['REQUIRE_POSTGRES'] === '1') throw new Error(`${missing}, and REQUIRE_POSTGRES=1 asks for it.`);
    process.stderr.write(
      `\n*** ${missing}: THE TESTS ON A REAL POSTGRESQL ARE SKIPPED. Install it, or set REQUIRE_POSTGRES=1 to fail. ***\n\n`,
    );
    return null;
  }
  const folder = mkdtempSync(join(tmpdir(), 'fridge-pg-'));
  // PostgreSQL refuses to run as root.
  const user = unprivilegedUser();
  if (user !== null) chownSync(folder, user.uid, user.gid);
  const options = { cwd: folder, env: { LC_ALL: 'C', PATH: process.env['PATH'] }, ...user };
  const data = join(folder, 'data');
  const port = await freePort();

  const settings = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${folder}`,
    'max_connections=60',
    `fsync=${fsync ? 'on' : 'off'}`,
    ...(configFile === undefined ? [] : [`config_file=${configFile}`, 'ssl=off']),
  ];
  const logFile = join(folder, 'log');
  const urlOf = (name: string) => `postgres://postgres@127.0.0.1:${port}/${name}`;
  const createDatabase = (name: string) =>
    withClient(urlOf('postgres'), (client) => client.query(`create database ${name}`));
  const start = async () => {
    const log = openSync(logFile, 'a');
    const started = spawn(join(bin, 'postgres'), ['-D', data, ...settings.flatMap((setting) => ['-c', setting])], {
      ...options,
      stdio: ['ignore', log, log],
    });
    closeSync(log);
    await untilAnswering(urlOf('postgres'), started, logFile);
    return started;
  };
  await copyPrepared({ name: 'postgresql', key: `${bin}\n${migrationsKey()}`, target: data }, async (draft) => {
    await promisify(execFile)(
      join(bin, 'initdb'),
      ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync'],
      options,
    );
    const preparing = await start();
    await createDatabase(TEMPLATE);
    await migratePostgresql({ connectionString: urlOf(TEMPLATE) }, { lockTimeoutMs: MIGRATION_LOCK_MS });
    await endProcess(preparing, 'SIGINT');
    await cp(data, draft, { recursive: true });
    rmSync(data, { recursive: true });
  });
  if (user !== null) await promisify(execFile)('chown', ['-R', `${user.uid}:${user.gid}`, data]);
  let child = await start();

  return {
    async database(name, { empty } = { empty: false }) {
      await createDatabase(empty ? name : `${name} template ${TEMPLATE}`);
      return urlOf(name);
    },
    async terminateConnections() {
      let ended = 0;
      await withClient(urlOf('postgres'), async (client) => {
        const { rowCount } = await client.query(
          'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and usename is not null',
        );
        ended = rowCount ?? 0;
      });
      return ended;
    },
    async restart(whileAway) {
      // SIGQUIT: immediate shutdown, then recovery.
      await endProcess(child, 'SIGQUIT');
      await whileAway?.();
      child = await start();
    },
    log: () => readFileSync(logFile, 'utf8'),
    async stop() {
      // SIGINT: fast shutdown, which ends open connections.
      await endProcess(child, 'SIGINT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function endProcess(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  child.kill(signal);
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

/** Debian doesn't put the binaries on the PATH. The newest version is used. */
function findBinaries(): string | null {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((left, right) => Number(right) - Number(left)) : [];
  const packaged = versions.map((version) => join(debian, version, 'bin'));
  const folders = [...packaged, ...(process.env['PATH'] ?? '').split(delimiter)];
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres'))) ?? null;
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Error('no port was given');
  return address.port;
}

async function untilAnswering(url: string, child: ChildProcess, log: string): Promise<void> {
  const end = Date.now() + 30_000;
  for (;;) {
    try {
      await withClient(url, (client) => client.query('select 1'));
      return;
    } catch (error) {
      if (child.exitCode !== null || Date.now() > end)
        throw new Error(`PostgreSQL did not start: ${readFileSync(log, 'utf8')}`, { cause: error });
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  }
}

async function withClient(url: string, act: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await act(client);
  } finally {
    await client.end();
  }
}
