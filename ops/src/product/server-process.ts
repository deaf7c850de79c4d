import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { clockHeaders } from '@fridge/shared-contracts/host';
import * as v from 'valibot';
import { messageOf } from '@fridge/server/text';

/** Several times the 5 s of a first start with an embedded database. */
const READY_LIMIT_MS = 60_000;
/** `/health` waits up to 2 s for the database. */
const HEALTH_ANSWER_LIMIT_MS = 3_000;
const STOP_LIMIT_MS = 10_000;
const OUTPUT_KEPT = 4_000;

export type ServerEnd = {
  code: number | null;
  signal: string | null;
  output: string;
};

type Clock = {
  /** Business time minus real time, ms. */
  businessOffset: number;
  /** Business time at the server's first start, ISO; `null` where it is real time. */
  businessStart: string | null;
};

export type RunningServer = Clock & { exited: Promise<ServerEnd>; stop(): Promise<void> };

/**
 * Starts the server and waits until it is ready.
 * @param signal cancels the start
 * @throws with the end of its output when it isn't ready in time
 */
export async function startServer(
  [program = process.execPath, ...parameters]: readonly string[],
  env: NodeJS.ProcessEnv,
  origin: string,
  showLog: boolean,
  signal?: AbortSignal,
): Promise<RunningServer> {
  // The IPC channel closes when this process ends, even by SIGKILL, and the server ends with it.
  const child = spawn(program, parameters, {
    env,
    stdio: ['ignore', showLog ? 'inherit' : 'pipe', 'pipe', 'ipc'],
    detached: true,
  });
  let output = '';
  const addOutput = (chunk: Buffer) => (output = (output + chunk.toString()).slice(-OUTPUT_KEPT));
  child.stdout?.on('data', addOutput);
  child.stderr?.on('data', addOutput);
  const exited = once(child, 'exit').then((end): ServerEnd => {
    process.off('exit', endServer);
    const [code, endedBy] = v.parse(endSchema, end);
    return { code, signal: endedBy, output: output.trim() };
  });
  process.once('exit', endServer);
  const giveUpAt = Date.now() + READY_LIMIT_MS;
  for (;;) {
    if (await Promise.race([exited, delay(200)]))
      throw new Error(`The server ended before it was ready:\n${output.trim()}`);
    const clock = await readHealth(origin);
    if (clock !== null && signal?.aborted !== true) return { ...clock, exited, stop };
    if (signal?.aborted === true || Date.now() > giveUpAt) {
      await stop();
      throw new Error(
        `The server wasn't ready by ${origin}/health within ${READY_LIMIT_MS / 1000} s:\n${output.trim()}`,
      );
    }
  }

  async function stop(): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    signalGroup('SIGTERM');
    await Promise.race([exited, delay(STOP_LIMIT_MS, undefined, { ref: false })]);
    signalGroup('SIGKILL');
  }

  function endServer(): void {
    signalGroup('SIGTERM');
  }

  /** Its own process group: a watcher's child ends too, and Ctrl-C doesn't reach it directly. */
  function signalGroup(name: NodeJS.Signals): void {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, name);
    } catch {
      // The group has ended.
    }
  }
}

const endSchema = v.tuple([v.nullable(v.number()), v.nullable(v.string())]);

const healthSchema = v.object({ data: v.object({ businessStart: v.nullable(v.string()) }) });

async function readHealth(origin: string): Promise<Clock | null> {
  try {
    const response = await fetch(`${origin}/health`, { signal: AbortSignal.timeout(HEALTH_ANSWER_LIMIT_MS) });
    const real = Number(response.headers.get(clockHeaders.real));
    const business = Number(response.headers.get(clockHeaders.business));
    if (!response.ok || !(real > 0) || !(business > 0)) return null;
    const { data } = v.parse(healthSchema, await response.json());
    return { businessOffset: business - real, businessStart: data.businessStart };
  } catch {
    return null;
  }
}

const restartTerms = {
  firstDelayMs: 500,
  longestDelayMs: 15_000,
  /** A server that ends sooner failed quickly. */
  quickMs: 60_000,
  /** In a row; then restarts slow down. */
  quickFailures: 8,
  slowDelayMs: 60_000,
} as const;

type Terms = { readonly [Name in keyof typeof restartTerms]: number };

/** @param failures quick ones in a row, this one included @returns ms */
export function restartDelay(failures: number, terms: Terms = restartTerms): number {
  if (failures >= terms.quickFailures) return terms.slowDelayMs;
  return Math.min(terms.firstDelayMs * 2 ** (failures - 1), terms.longestDelayMs);
}

export type SupervisedServer = {
  current(): Pick<RunningServer, 'businessOffset' | 'businessStart'>;
  stop(): Promise<void>;
};

/**
 * Restarts the server when it ends, with a growing delay after quick failures. Prints each end and restart as a line of
 * JSON, and once what an operator has to do.
 * @throws when the first start fails
 */
export async function keepRunning(
  start: (signal: AbortSignal) => Promise<RunningServer>,
  print: (line: string) => void,
  terms: Terms = restartTerms,
): Promise<SupervisedServer> {
  const stopping = new AbortController();
  const { signal } = stopping;
  let server = await start(signal);
  const supervision = supervise();
  return {
    current: () => server,
    async stop() {
      stopping.abort();
      await server.stop();
      await supervision;
    },
  };

  async function supervise(): Promise<void> {
    let failures = 0;
    let startedAt = Date.now();
    for (;;) {
      const { code, signal: endedBy, output } = await server.exited;
      if (isEnding()) return;
      const endedAt = Date.now();
      const ranMs = endedAt - startedAt;
      failures = ranMs < terms.quickMs ? failures + 1 : 1;
      logFailure('serverEnded', failures, output, { exitCode: code, signal: endedBy, ranMs });
      let next: RunningServer | null = null;
      while (next === null) {
        await delay(restartDelay(failures, terms), undefined, { signal }).catch(() => undefined);
        if (isEnding()) return;
        try {
          next = await start(signal);
        } catch (error) {
          if (isEnding()) return;
          failures += 1;
          logFailure('serverNotStarted', failures, messageOf(error));
        }
      }
      if (isEnding()) return next.stop();
      server = next;
      startedAt = Date.now();
      log('serverRestarted', { downMs: startedAt - endedAt });
    }
  }

  /** TypeScript assumes that `signal.aborted` stays the same during an `await`. */
  function isEnding(): boolean {
    return signal.aborted;
  }

  function logFailure(event: string, quickFailures: number, output: string, facts: object = {}): void {
    log(event, { ...facts, quickFailures, restartInMs: restartDelay(quickFailures, terms) });
    if (quickFailures === terms.quickFailures) print(adviceFor(output, terms));
  }

  function log(event: string, facts: object): void {
    print(JSON.stringify({ time: Date.now(), event, ...facts }));
  }
}

function adviceFor(output: string, { quickFailures, slowDelayMs }: Terms): string {
  return [
    '',
    `! The server has failed ${quickFailures} times in a row. The pages stay up and show that it can't be reached.`,
    output === '' ? '  It said nothing at its end.' : output.replaceAll(/^/gm, '  '),
    '  Mend what it says there (a database that is down, a full disk, a setting); SERVER_LOG=1 npm start shows its whole log.',
    `  It is tried again every ${slowDelayMs / 1000} s, so a mended cause is found by itself. Ctrl-C ends everything.`,
    '',
  ].join('\n');
}
