import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startPostgres } from '@fridge/server/testing/postgres';
import { testEnvironment } from '@fridge/server/testing/test-server';
import { Client } from 'pg';
import { freeHostPort, planPorts } from '../../product/ports.ts';
import { inRepository } from '../../workspace.ts';
import { fillDatabase } from './fill-database.ts';
import { familyOf, parentOf } from './processor-time.ts';

export type Servers = { ports: number[]; pids: number[] };

/** A PostgreSQL that syncs, and both programs on it, as often as wanted. */
export interface BenchSite {
  readonly client: Client;
  /** The program as it runs in production, and the bare server. */
  start(processes: number): Promise<{ program: Servers; bare: Servers; stop(): Promise<void> }>;
  /** PostgreSQL's processes at present. */
  databasePids(): number[];
  close(): Promise<void>;
}

const START_LIMIT_MS = 30_000;

/** Nothing but limits that one machine, which is all users at once, would meet. */
const settings = { NODE_ENV: 'production', ADDRESS_LIMIT_PER_MINUTE: '10000000' };

/** @returns `null` without PostgreSQL */
export async function openBenchSite(accounts: number): Promise<BenchSite | null> {
  const postgres = await startPostgres({ fsync: true });
  if (postgres === null) return null;
  const folder = mkdtempSync(join(tmpdir(), 'fridge-throughput-'));
  const url = await postgres.database('throughput');
  const client = new Client({ connectionString: url });
  await client.connect();
  const main = inRepository('server/dist/main.js');
  const log = openSync(join(folder, 'program.log'), 'a');

  const run = async (parameters: readonly string[], env: Record<string, string>, port: number, probe: string) => {
    const child = spawn(process.execPath, parameters, {
      cwd: inRepository('server'),
      env: { PATH: process.env['PATH'], HOST: '127.0.0.1', DATABASE_URL: url, ...env },
      stdio: ['ignore', log, 'inherit'],
    });
    await untilAnswering(child, `http://127.0.0.1:${port}${probe}`);
    return { child, port };
  };
  const startProgram = async (index: number) => {
    const port = planPorts(String(await freeHostPort())).server;
    const env = testEnvironment(join(folder, String(index)), { ...settings, API_PORT: String(port) });
    return run([...profiling(), main], env, port, '/ready');
  };
  const startBare = async () => {
    const port = planPorts(String(await freeHostPort())).host;
    const bare = inRepository('ops/src/bench/throughput/bare-select.ts');
    return run(['--import', 'tsx', bare], { PORT: String(port), NODE_ENV: 'production' }, port, '/accounts/none');
  };
  /** One after the other, so that none takes another's port. */
  const startAll = async (count: number, start: (index: number) => ReturnType<typeof run>) => {
    const started = [];
    for (let index = 0; index < count; index += 1) started.push(await start(index));
    return started;
  };

  const [first] = await startAll(1, startProgram);
  await end(first?.child); // stores what every site has
  await fillDatabase(client, accounts);
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const postmaster = parentOf(rows[0]?.pid ?? 0);

  return {
    client,
    async start(processes) {
      const program = await startAll(processes, startProgram);
      const bare = await startAll(processes, startBare);
      return {
        program: serversOf(program),
        bare: serversOf(bare),
        stop: async () => void (await Promise.all([...program, ...bare].map(({ child }) => end(child)))),
      };
    },
    databasePids: () => familyOf(postmaster),
    async close() {
      await client.end();
      await postgres.stop();
      closeSync(log);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const serversOf = (started: readonly { child: ChildProcess; port: number }[]): Servers => ({
  ports: started.map(({ port }) => port),
  pids: started.map(({ child }) => child.pid ?? 0),
});

/** `BENCH_PROFILES=FOLDER`: V8's profiles of the program, one per process. */
function profiling(): string[] {
  const folder = process.env['BENCH_PROFILES'] ?? '';
  return folder === '' ? [] : ['--cpu-prof', `--cpu-prof-dir=${folder}`];
}

async function end(child: ChildProcess | undefined): Promise<void> {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

/** @throws when it ends, or doesn't answer in time */
async function untilAnswering(child: ChildProcess, url: string): Promise<void> {
  const giveUpAt = Date.now() + START_LIMIT_MS;
  for (;;) {
    const answer = await fetch(url).catch(() => null);
    if (answer !== null) return;
    if (child.exitCode !== null || Date.now() > giveUpAt)
      throw new Error(`${child.spawnargs.join(' ')} did not start.`);
    await sleep(50);
  }
}
