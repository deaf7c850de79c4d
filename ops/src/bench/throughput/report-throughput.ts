import { availableParallelism } from 'node:os';
import { table } from '@fridge/shared-contracts/team';
import { buildAll } from '../../build-all.ts';
import { median, percentile } from '../frame-times.ts';
import { openBenchSite, type RunningServers } from './bench-site.ts';
import { checkRows, drawsHold, grantsHold } from './exactness.ts';
import { type LoadCall, type LoadResult, sendCalls } from './load.ts';
import { answerCall, drawCall, householdOf, prizesCall, selectCall } from './prepared-calls.ts';

const CONNECTIONS = 32;
const PROCESSES = [1, 2];
const ROUNDS = 5;
const WINDOW_MS = 1_200;
const WARM_UP_CALLS = 6_000;
const WARM_UP_MS = 3_000;
const ACCOUNTS = 80_000;
const BARE_CALLS = 20_000;
/** Above any rate that a window may reach, so that calls don't run out in it. */
const SPARE = 2;

/**
 * @property visit calls of one user that follow each other, with those of 63 others between them
 * @property goal ratio to the bare server
 */
type Row = {
  name: string;
  visit: number;
  goal?: number;
  prepare(household: ReturnType<typeof householdOf>): Promise<LoadCall>;
  /** Of the rows afterwards. */
  expected?: string;
};

const rows: Readonly<Record<string, Row>> = {
  read: { name: 'signed read, five a visit', visit: 5, goal: 0.5, prepare: ({ userId }) => prizesCall(userId) },
  first: { name: 'signed read, one a visit', visit: 1, prepare: ({ userId }) => prizesCall(userId) },
  draw: { name: 'draw', visit: 1, goal: 0.25, prepare: ({ userId }) => drawCall(userId), expected: drawsHold },
  answer: { name: 'right answer', visit: 1, prepare: answerCall, expected: grantsHold },
};
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
  /** Those that are named; all if none is. */
  const chosen = <Each>(all: readonly Each[], nameOf: (each: Each) => string): readonly Each[] =>
    all.some((each) => only.includes(nameOf(each))) ? all.filter((each) => only.includes(nameOf(each))) : all;
  const supplies = chosen(Object.entries(rows), ([name]) => name).map(([, row]) => createSupply(row));
  print(
    `\nThroughput: PostgreSQL with fsync, ${CONNECTIONS} connections, ${availableParallelism()} processors for programs, database and load;`,
  );
  print(
    `beside a bare Fastify server with one select, ${ROUNDS} windows of ${WINDOW_MS / 1000} s each in turns; processor time per call, us`,
  );
  try {
    for (const count of chosen(PROCESSES, String)) {
      const servers = await site.start(count);
      const lines: object[] = [];
      try {
        for (const supply of supplies) {
          lines.push({ processes: count, ...(await measure(servers, supply)) });
          if (supply.row.expected) await checkRows(site.client, supply.row.expected, supply.answered);
        }
      } finally {
        await servers.stop();
      }
      print(table(lines.map((line) => ({ ...line }))));
    }
    print('Afterwards, the rows of draws and grants are as many as the answers.');
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
        ready.push(await prepare(householdOf(number)));
      }
    },
  };
}

/** `spent`: seconds of processor time, by part. */
type Window = LoadResult & { spent: Readonly<Record<string, number>> };

async function measure({ ports, processorTimes }: RunningServers, supply: Supply): Promise<object> {
  const bareCalls = Array.from({ length: BARE_CALLS }, (_, index) => selectCall(householdOf(index + 1).userId));
  const send = async (calls: readonly LoadCall[], to: readonly number[], ms: number): Promise<Window> => {
    const before = processorTimes();
    const result = await sendCalls(calls, { ports: to, connections: CONNECTIONS, ms });
    const after = Object.entries(processorTimes());
    return { ...result, spent: Object.fromEntries(after.map(([part, time]) => [part, time - (before[part] ?? 0)])) };
  };
  const sendPrepared = async (ms: number, count: number) => {
    await supply.fill(count);
    const result = await send(supply.ready.slice(0, count), ports.program, ms);
    supply.ready.splice(0, result.answered);
    supply.answered += result.answered;
    return result;
  };

  await send(bareCalls, ports.bare, WINDOW_MS / 2);
  const [warm] = rates([await sendPrepared(WARM_UP_MS, WARM_UP_CALLS)]);
  const inWindow = Math.ceil(SPARE * (warm ?? 0) * (WINDOW_MS / 1_000));
  const [bare, program]: [Window[], Window[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    await supply.fill(inWindow);
    bare.push(await send(bareCalls, ports.bare, WINDOW_MS));
    program.push(await sendPrepared(WINDOW_MS, inWindow));
  }
  const ratios = rates(program).map((rate, round) => rate / (rates(bare)[round] ?? Infinity));
  const [least, middle, greatest] = [Math.min(...ratios), median(ratios), Math.max(...ratios)];
  return {
    call: supply.row.name,
    'calls/s': median(rates(program)).toFixed(0),
    'bare/s': median(rates(bare)).toFixed(0),
    'ratio (least-greatest)': `${middle.toFixed(2)} (${least.toFixed(2)}-${greatest.toFixed(2)})`,
    goal: supply.row.goal ?? '',
    'p50, p99 ms': latencies(program),
    'bare p50, p99': latencies(bare),
    program: perCall(program, 'program'),
    database: perCall(program, 'database'),
    load: perCall(program, 'load'),
    bare: perCall(bare, 'bare'),
  };
}

const rates = (windows: readonly Window[]): number[] => windows.map(({ answered, seconds }) => answered / seconds);

function latencies(windows: readonly Window[]): string {
  const all = windows.flatMap((window) => window.latencies);
  return `${percentile(all, 0.5).toFixed(1)}, ${percentile(all, 0.99).toFixed(1)}`;
}

function perCall(windows: readonly Window[], part: string): string {
  const seconds = sumOf(windows.map(({ spent }) => spent[part] ?? 0));
  return ((seconds / sumOf(windows.map(({ answered }) => answered))) * 1e6).toFixed(0);
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
