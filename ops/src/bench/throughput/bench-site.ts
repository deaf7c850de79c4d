import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startPostgres } from '@fridge/server/testing/postgres';
import { testEnvironment } from '@fridge/server/testing/test-server';
import { Client } from 'pg';
import { freeHostPort } from '../../product/ports.ts';
import { inRepository } from '../../workspace.ts';
import { fillDatabase } from './fill-database.ts';
import { familyOf, parentOf, processorTime } from './processor-time.ts';

/** The program as it runs in production, and the bare server, on one database. */
export type RunningServers = {
  ports: { program: number[]; bare: number[] };
  /** Seconds so far, of the load's own process too. */
  processorTimes(): Readonly<Record<string, number>>;
  stop(): Promise<void>;
};

const START_LIMIT_MS = 30_000;

/** Nothing but limits that one machine, which is all users at once, would meet. */
const settings = { NODE_ENV: 'production', ADDRESS_LIMIT_PER_MINUTE: '10000000' };

/** A PostgreSQL that syncs, with accounts. @returns `null` without PostgreSQL */
export async function openBenchSite(accounts: number) {
  const postgres = await startPostgres({ fsync: true });
  if (postgres === null) return null;
  const folder = mkdtempSync(join(tmpdir(), 'fridge-throughput-'));
  const url = await postgres.database('throughput');
  const client = new Client({ connectionString: url });
  await client.connect();
  const log = openSync(join(folder, 'program.log'), 'a');

  const start = async (parameters: readonly string[], env: Record<string, string>, port: number, probe: string) => {
    const child = spawn(process.execPath, parameters, {
      cwd: inRepository('server'),
      env: { PATH: process.env['PATH'], HOST: '127.0.0.1', DATABASE_URL: url, ...env },
      stdio: ['ignore', log, 'inherit'],
    });
    await untilAnswering(child, `http://127.0.0.1:${port}${probe}`);
    return { child, port };
  };
  const kinds = {
    program: (port: number) => {
      const env = testEnvironment(join(folder, String(port)), { ...settings, API_PORT: String(port) });
      return start([...profiling(), inRepository('server/dist/main.js')], env, port, '/ready');
    },
    bare: (port: number) => {
      const main = inRepository('ops/src/bench/throughput/bare-select.ts');
      return start(['--import', 'tsx', main], { PORT: String(port), NODE_ENV: 'production' }, port, '/accounts/none');
    },
  };
  /** One after the other, so that none takes another's port. */
  const startAll = async (kind: keyof typeof kinds, count: number) => {
    const started = [];
    for (let index = 0; index < count; index += 1) started.push(await kinds[kind](await freeHostPort()));
    return started;
  };

  const [first] = await startAll('program', 1);
  if (first) await end(first); // it stored what every site has
  await fillDatabase(client, accounts);
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const postmaster = parentOf(rows[0]?.pid ?? 0);

  return {
    client,
    async start(processes: number): Promise<RunningServers> {
      const program = await startAll('program', processes);
      const bare = await startAll('bare', processes);
      const timeOf = (started: typeof program) => processorTime(started.map(({ child }) => child.pid ?? 0));
      return {
        ports: { program: program.map(({ port }) => port), bare: bare.map(({ port }) => port) },
        processorTimes() {
          const { user, system } = process.cpuUsage();
          const [database, load] = [processorTime(familyOf(postmaster)), (user + system) / 1e6];
          return { program: timeOf(program), bare: timeOf(bare), database, load };
        },
        stop: async () => void (await Promise.all([...program, ...bare].map(end))),
      };
    },
    async close() {
      await client.end();
      await postgres.stop();
      closeSync(log);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** `BENCH_PROFILES=FOLDER`: V8's profiles of the program, one per process. */
function profiling(): string[] {
  const folder = process.env['BENCH_PROFILES'] ?? '';
  return folder === '' ? [] : ['--cpu-prof', `--cpu-prof-dir=${folder}`];
}

async function end({ child }: { child: ChildProcess }): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

/** @throws when it ends, or doesn't answer in time */
async function untilAnswering(child: ChildProcess, url: string): Promise<void> {
  const giveUpAt = Date.now() + START_LIMIT_MS;
  while ((await fetch(url).catch(() => null)) === null) {
    if (child.exitCode !== null || Date.now() > giveUpAt)
      throw new Error(`${child.spawnargs.join(' ')} did not start.`);
    await sleep(50);
  }
}
