import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import * as v from 'valibot';
import { messageOf } from '@fridge/server/storage/text';

/** Several times the 5 s of a first start with an embedded database. */
const READY_LIMIT_MS = 60_000;
const ANSWER_LIMIT_MS = 3_000;
const STOP_LIMIT_MS = 10_000;
const OUTPUT_KEPT = 4_000;

export type ServerEnd = {
  code: number | null;
  signal: string | null;
  output: string;
};

export type RunningServer = { exited: Promise<ServerEnd>; stop(): Promise<void> };

/**
 * Starts the server and waits until it is ready.
 * @param readyUrl answered once all listeners are open
 * @param signal cancels the start
 * @throws with the end of its output when it isn't ready in time
 */
export async function startServer(
  [program = process.execPath, ...parameters]: readonly string[],
  env: NodeJS.ProcessEnv,
  readyUrl: string,
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
    if ((await isAnswered(readyUrl)) && signal?.aborted !== true) return { exited, stop };
    if (signal?.aborted === true || Date.now() > giveUpAt) {
      await stop();
      throw new Error(`The server didn't answer at ${readyUrl} within ${READY_LIMIT_MS / 1000} s:\n${output.trim()}`);
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

/** The program opens the host's origin last. */
async function isAnswered(url: string): Promise<boolean> {
  return fetch(url, { signal: AbortSignal.timeout(ANSWER_LIMIT_MS) }).then(
    () => true,
    () => false,
  );
}

const restartTerms = {
  firstDelayMs: 500,
  longestDelayMs: 15_000,
  /** A server that ends sooner failed quickly. */
  quickMs: 60_000,
} as const;

type Terms = { readonly [Name in keyof typeof restartTerms]: number };

/** @param failures quick ones in a row, this one included @returns ms */
export function restartDelay(failures: number, { firstDelayMs, longestDelayMs }: Terms = restartTerms): number {
  return Math.min(firstDelayMs * 2 ** (failures - 1), longestDelayMs);
}

/**
 * Restarts the server when it ends or doesn't start, with a growing delay after quick failures. Prints each end and
 * restart as a line of JSON, an end with what the server said last. In production a service manager does this.
 * @returns stops it
 * @throws when the first start fails
 */
export async function keepRunning(
  start: (signal: AbortSignal) => Promise<RunningServer>,
  print: (line: string) => void,
  terms: Terms = restartTerms,
): Promise<() => Promise<void>> {
  const stopping = new AbortController();
  const { signal } = stopping;
  let server = await start(signal);
  const supervision = supervise();
  return async () => {
    stopping.abort();
    await server.stop();
    await supervision;
  };

  async function supervise(): Promise<void> {
    let running: Promise<object> = server.exited;
    for (let [failures, startedAt] = [0, Date.now()]; ; startedAt = Date.now()) {
      const end = await running;
      if (isEnding()) return;
      log('serverEnded', end);
      failures = Date.now() - startedAt < terms.quickMs ? failures + 1 : 1;
      await delay(restartDelay(failures, terms), undefined, { signal }).catch(() => undefined);
      if (isEnding()) return;
      running = start(signal).then(
        (next) => {
          server = next;
          log('serverRestarted', {});
          return next.exited;
        },
        (error: unknown) => ({ output: messageOf(error) }),
      );
    }
  }

  /** TypeScript assumes that `signal.aborted` stays the same during an `await`. */
  function isEnding(): boolean {
    return signal.aborted;
  }

  function log(event: string, facts: object): void {
    print(JSON.stringify({ time: Date.now(), event, ...facts }));
  }
}
