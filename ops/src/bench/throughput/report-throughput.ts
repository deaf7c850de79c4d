import { availableParallelism } from 'node:os';
import { buildAll } from '../../build-all.ts';
import { median, percentile } from '../frame-times.ts';
import { type BenchSite, openBenchSite } from './bench-site.ts';
import { type Answered, answersAreExact, drawsAreExact, type ExactnessCheck, readsAreExact } from './exactness.ts';
import { type LoadCall, sendCalls } from './load.ts';
import { answerCall, drawCall, householdOf, type PreparedCall, prizesCall, selectCall } from './prepared-calls.ts';
import { processorTime } from './processor-time.ts';

const CONNECTIONS = 32;
const PROCESSES = [1, 2];
const ROUNDS = 5;
const WINDOW_MS = 1_200;
const WARM_UP_CALLS = 6_000;
const WARM_UP_MS = 3_000;
const ACCOUNTS = 80_000;
/** Above any rate that a window may reach, so that calls don't run out in it. */
const SPARE = 2;

/**
 * @property visit calls of one user that follow each other, with those of 63 others between them
 * @property goal ratio to the bare server
 */
type Row = {
  name: string;
  visit: number;
  goal: number | null;
  prepare(number: number): Promise<PreparedCall>;
  check: ExactnessCheck;
};

const rows: Readonly<Record<string, Row>> = {
  read: {
    name: 'signed read, five a visit',
    visit: 5,
    goal: 0.5,
    prepare: (number) => prizesCall(householdOf(number).userId),
    check: readsAreExact,
  },
  first: {
    name: 'signed read, one a visit',
    visit: 1,
    goal: null,
    prepare: (number) => prizesCall(householdOf(number).userId),
    check: readsAreExact,
  },
  draw: {
    name: 'draw',
    visit: 1,
    goal: 0.25,
    prepare: (number) => drawCall(householdOf(number).userId),
    check: drawsAreExact,
  },
  answer: {
    name: 'right answer',
    visit: 1,
    goal: null,
    prepare: (number) => answerCall(householdOf(number)),
    check: answersAreExact,
  },
};
const VISITS_AT_ONCE = 64;

/**
 * The built program on a PostgreSQL with fsync, in turns with a bare server of one `select` and as many processes and
 * connections. Every answer is checked, and afterwards the rows.
 * @param only names of rows and numbers of processes; default: all
 */
export async function reportThroughput(print: (line: string) => void, only: readonly string[] = []): Promise<void> {
  await buildAll(print, { only: ['server'] });
  const site = await openBenchSite(ACCOUNTS);
  if (site === null) return print('\nThroughput is not measured: there is no PostgreSQL.');
  const chosen = Object.keys(rows).filter((name) => !only.some((each) => each in rows) || only.includes(name));
  const counts = PROCESSES.filter((count) => !only.some((each) => /^\d$/.test(each)) || only.includes(String(count)));
  try {
    print(
      `\nThroughput: PostgreSQL with fsync, ${CONNECTIONS} connections, ${availableParallelism()} processors for programs, database and load;`,
    );
    print(
      `beside a bare Fastify server with one select, ${ROUNDS} windows of ${WINDOW_MS / 1000} s each in turns; processor time per call`,
    );
    print(
      `  ${'call'.padEnd(26)} processes  calls/s  bare/s  ratio (least-greatest)  p50 ms  p99 ms  bare p50, p99   program  database    load    bare`,
    );
    const exact: string[] = [];
    const supplies = new Map(chosen.map((name) => [name, createSupply(rowNamed(name))]));
    for (const count of counts) {
      const servers = await site.start(count);
      try {
        for (const name of chosen) {
          const supply = supplies.get(name);
          if (supply === undefined) continue;
          print(await measure(site, servers, rowNamed(name), supply, count));
          exact.push(
            `  ${rowNamed(name).name}: ${await rowNamed(name).check(site.client, supply.answered, servers.program.ports)}`,
          );
          if (rowNamed(name).check === readsAreExact) supply.answered = { calls: [], bodies: [] };
        }
      } finally {
        await servers.stop();
      }
    }
    print('  Afterwards, by the rows:');
    for (const line of exact) print(line);
  } finally {
    await site.close();
  }
}

function rowNamed(name: string): Row {
  const found = rows[name];
  if (found === undefined) throw new Error(`There is no row ${name}.`);
  return found;
}

/** Calls that are signed but not sent yet, and those that were answered. */
type Supply = { ready: PreparedCall[]; answered: Answered; fill(count: number): Promise<void> };

function createSupply({ visit, prepare }: Row): Supply {
  let made = 0;
  const ready: PreparedCall[] = [];
  return {
    ready,
    answered: { calls: [], bodies: [] },
    async fill(count) {
      while (ready.length < count) {
        const group = Math.floor(made / (VISITS_AT_ONCE * visit));
        const number = ((group * VISITS_AT_ONCE + (made % VISITS_AT_ONCE)) % ACCOUNTS) + 1;
        made += 1;
        ready.push(await prepare(number));
      }
    },
  };
}

type Servers = Awaited<ReturnType<BenchSite['start']>>;

const send = (calls: readonly LoadCall[], ports: readonly number[], ms: number) =>
  sendCalls(calls, { ports, connections: CONNECTIONS, ms });

async function measure(
  site: BenchSite,
  servers: Servers,
  row: Row,
  supply: Supply,
  processes: number,
): Promise<string> {
  const bareCalls = Array.from({ length: 20_000 }, (_, index) => selectCall(householdOf(index + 1).userId));
  const time = { program: 0, database: 0, load: 0 };
  const bareTime = { seconds: 0, answered: 0 };
  const sendPrepared = async (ms: number, count: number) => {
    await supply.fill(count);
    const before = processorTimes(site, servers);
    const result = await send(supply.ready.slice(0, count), servers.program.ports, ms);
    const after = processorTimes(site, servers);
    supply.answered.calls.push(...supply.ready.splice(0, result.answered));
    supply.answered.bodies.push(...result.bodies);
    return {
      ...result,
      spent: {
        program: after.program - before.program,
        database: after.database - before.database,
        load: after.load - before.load,
      },
    };
  };

  await send(bareCalls, servers.bare.ports, WINDOW_MS / 2);
  const warm = await sendPrepared(WARM_UP_MS, WARM_UP_CALLS);
  const inWindow = Math.ceil(((SPARE * warm.answered) / warm.seconds) * (WINDOW_MS / 1_000));
  const rates: { program: number; bare: number }[] = [];
  const latencies = { program: [] as number[], bare: [] as number[] };
  let answered = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    await supply.fill(inWindow);
    const before = processorTime(servers.bare.pids);
    const bare = await send(bareCalls, servers.bare.ports, WINDOW_MS);
    bareTime.seconds += processorTime(servers.bare.pids) - before;
    bareTime.answered += bare.answered;
    const program = await sendPrepared(WINDOW_MS, inWindow);
    rates.push({ program: program.answered / program.seconds, bare: bare.answered / bare.seconds });
    latencies.program.push(...program.latencies);
    latencies.bare.push(...bare.latencies);
    for (const part of ['program', 'database', 'load'] as const) time[part] += program.spent[part];
    answered += program.answered;
  }
  const ratios = rates.map(({ program, bare }) => program / bare);
  return [
    `  ${row.name.padEnd(26)}`,
    String(processes).padStart(9),
    median(rates.map(({ program }) => program))
      .toFixed(0)
      .padStart(8),
    median(rates.map(({ bare }) => bare))
      .toFixed(0)
      .padStart(7),
    `${median(ratios).toFixed(2)} (${Math.min(...ratios).toFixed(2)}-${Math.max(...ratios).toFixed(2)})`.padStart(17),
    (row.goal === null ? '' : `goal ${row.goal}`).padStart(9),
    percentile(latencies.program, 0.5).toFixed(1).padStart(7),
    percentile(latencies.program, 0.99).toFixed(1).padStart(7),
    `${percentile(latencies.bare, 0.5).toFixed(1)}, ${percentile(latencies.bare, 0.99).toFixed(1)}`.padStart(14),
    perCall(time.program, answered).padStart(9),
    perCall(time.database, answered).padStart(9),
    perCall(time.load, answered).padStart(7),
    perCall(bareTime.seconds, bareTime.answered).padStart(7),
  ].join(' ');
}

const perCall = (seconds: number, calls: number) => `${((seconds / calls) * 1e6).toFixed(0)} us`;

function processorTimes(site: BenchSite, { program }: Servers) {
  const { user, system } = process.cpuUsage();
  return {
    program: processorTime(program.pids),
    database: processorTime(site.databasePids()),
    load: (user + system) / 1e6,
  };
}
