import { availableParallelism } from 'node:os';
import { buildAll } from '../../build-all.ts';
import { median, percentile } from '../frame-times.ts';
import { type BenchSite, openBenchSite } from './bench-site.ts';
import { checkRows, drawsHold, type Expected, grantsHold } from './exactness.ts';
import { type LoadCall, type LoadResult, sendCalls } from './load.ts';
import { answerCall, drawCall, householdOf, prizesCall, selectCall } from './prepared-calls.ts';
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
  prepare(number: number): Promise<LoadCall>;
  /** Of the rows afterwards. */
  expected?: Expected;
};

const rows = {
  read: {
    name: 'signed read, five a visit',
    visit: 5,
    goal: 0.5,
    prepare: (number) => prizesCall(householdOf(number).userId),
  },
  first: {
    name: 'signed read, one a visit',
    visit: 1,
    goal: null,
    prepare: (number) => prizesCall(householdOf(number).userId),
  },
  draw: {
    name: 'draw',
    visit: 1,
    goal: 0.25,
    prepare: (number) => drawCall(householdOf(number).userId),
    expected: drawsHold,
  },
  answer: {
    name: 'right answer',
    visit: 1,
    goal: null,
    prepare: (number) => answerCall(householdOf(number)),
    expected: grantsHold,
  },
} satisfies Record<string, Row>;
const rowNames = Object.keys(rows) as (keyof typeof rows)[]; // its own names
const VISITS_AT_ONCE = 64;

/**
 * The built program on a PostgreSQL with fsync, in turns with a bare server of one `select` and as many processes and
 * connections. Every answer is checked, and the rows afterwards.
 * @param only names of rows and numbers of processes; default: all
 */
export async function reportThroughput(print: (line: string) => void, only: readonly string[] = []): Promise<void> {
  await buildAll(print, { only: ['server'] });
  const site = await openBenchSite(ACCOUNTS);
  if (site === null) return print('\nThroughput is not measured: there is no PostgreSQL.');
  const chosen = rowNames.filter((name) => !only.some((each) => each in rows) || only.includes(name));
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
    const supplies = chosen.map((name) => createSupply(rows[name]));
    for (const count of counts) {
      const servers = await site.start(count);
      try {
        for (const supply of supplies) {
          print(await measure(site, servers, supply, count));
          if (supply.row.expected) await checkRows(site.client, supply.row.expected, supply.answered);
        }
      } finally {
        await servers.stop();
      }
    }
    print('  Afterwards, the rows of draws and grants are as many as the answers.');
  } finally {
    await site.close();
  }
}

/** Calls that are signed but not sent yet, and how many were answered. */
type Supply = { row: Row; ready: LoadCall[]; answered: number; fill(count: number): Promise<void> };

function createSupply(row: Row): Supply {
  const { visit, prepare } = row;
  let made = 0;
  const ready: LoadCall[] = [];
  return {
    row,
    ready,
    answered: 0,
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

async function measure(site: BenchSite, servers: Servers, supply: Supply, processes: number): Promise<string> {
  const bareCalls = Array.from({ length: 20_000 }, (_, index) => selectCall(householdOf(index + 1).userId));
  const send = async (calls: readonly LoadCall[], ports: readonly number[], ms: number): Promise<Window> => {
    const before = processorTimes(site, servers);
    const result = await sendCalls(calls, { ports, connections: CONNECTIONS, ms });
    const after = processorTimes(site, servers);
    return { ...result, spent: after.map((time, index) => time - (before[index] ?? 0)) };
  };
  const sendBare = (ms: number) => send(bareCalls, servers.bare.ports, ms);
  const sendPrepared = async (ms: number, count: number) => {
    await supply.fill(count);
    const result = await send(supply.ready.slice(0, count), servers.program.ports, ms);
    supply.ready.splice(0, result.answered);
    supply.answered += result.answered;
    return result;
  };

  await sendBare(WINDOW_MS / 2);
  const warm = await sendPrepared(WARM_UP_MS, WARM_UP_CALLS);
  const inWindow = Math.ceil(((SPARE * warm.answered) / warm.seconds) * (WINDOW_MS / 1_000));
  const windows: Record<'bare' | 'program', Window[]> = { bare: [], program: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    await supply.fill(inWindow);
    windows.bare.push(await sendBare(WINDOW_MS));
    windows.program.push(await sendPrepared(WINDOW_MS, inWindow));
  }
  const { bare, program } = windows;
  const bareRates = rates(bare);
  const ratios = rates(program).map((rate, round) => rate / (bareRates[round] ?? Infinity));
  const { name, goal } = supply.row;
  return [
    `  ${name.padEnd(26)}`,
    String(processes).padStart(9),
    median(rates(program)).toFixed(0).padStart(8),
    median(bareRates).toFixed(0).padStart(7),
    `${median(ratios).toFixed(2)} (${Math.min(...ratios).toFixed(2)}-${Math.max(...ratios).toFixed(2)})`.padStart(17),
    (goal === null ? '' : `goal ${goal}`).padStart(9),
    latency(program, 0.5).padStart(7),
    latency(program, 0.99).padStart(7),
    `${latency(bare, 0.5)}, ${latency(bare, 0.99)}`.padStart(14),
    perCall(program, PARTS.program).padStart(9),
    perCall(program, PARTS.database).padStart(9),
    perCall(program, PARTS.load).padStart(7),
    perCall(bare, PARTS.bare).padStart(7),
  ].join(' ');
}

/** `spent`: seconds of processor time, by `PARTS`. */
type Window = LoadResult & { spent: number[] };

const rates = (windows: readonly Window[]): number[] => windows.map(({ answered, seconds }) => answered / seconds);

const latency = (windows: readonly Window[], share: number): string =>
  percentile(
    windows.flatMap(({ latencies }) => latencies),
    share,
  ).toFixed(1);

function perCall(windows: readonly Window[], part: number): string {
  const seconds = sumOf(windows.map(({ spent }) => spent[part] ?? 0));
  return `${((seconds / sumOf(windows.map(({ answered }) => answered))) * 1e6).toFixed(0)} us`;
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

const PARTS = { program: 0, database: 1, load: 2, bare: 3 } as const;

/** Seconds so far, by `PARTS`. */
function processorTimes(site: BenchSite, { program, bare }: Servers): number[] {
  const { user, system } = process.cpuUsage();
  return [
    processorTime(program.pids),
    processorTime(site.databasePids()),
    (user + system) / 1e6,
    processorTime(bare.pids),
  ];
}
