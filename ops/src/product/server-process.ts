import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import * as v from 'valibot';
import { clockHeaders } from '@fridge/shared-contracts/host';

/** The first start of the embedded database takes up to 5 s here and several times that on a slow machine. */
const READY_LIMIT_MS = 60_000;
/** `/health` gives the database 2 s. */
const HEALTH_ANSWER_LIMIT_MS = 3_000;
const STOP_LIMIT_MS = 10_000;

/** How a server's process came to its end. */
export type ServerEnd = {
  code: number | null;
  signal: string | null;
  /** The end of what it wrote, for a person to read. */
  lastWords: string;
};

export type RunningServer = {
  /** Business time minus real time, milliseconds, as the server told it. */
  businessOffset: number;
  /** Business time at the server's very first start, ISO; `null` where business time is real time. */
  businessStart: string | null;
  exited: Promise<ServerEnd>;
  stop(): Promise<void>;
};

/**
 * Starts the server and waits until it is ready for calls.
 * @param options.signal gives the start up; a server that runs already isn't touched by it
 * @throws with its last words when it ends or stays silent, or when the start was given up
 */
export async function startServer(
  command: readonly string[],
  env: NodeJS.ProcessEnv,
  origin: string,
  showLog: boolean,
  { signal }: { signal?: AbortSignal } = {},
): Promise<RunningServer> {
  const [program = process.execPath, ...parameters] = command;
  // The channel carries nothing. It closes however we end, by SIGKILL too, and the server ends with it.
  const child = spawn(program, parameters, { env, stdio: ['ignore', showLog ? 'inherit' : 'pipe', 'pipe', 'ipc'], detached: true });
  // It is no part of our process group: without this it would outlive us, with its port and its database.
  const endWithUs = () => signalGroup(child, 'SIGTERM');
  process.once('exit', endWithUs);
  child.once('exit', () => process.off('exit', endWithUs));
  let lastWords = '';
  child.stdout?.on('data', (chunk: Buffer) => (lastWords = (lastWords + chunk.toString()).slice(-4000)));
  child.stderr?.on('data', (chunk: Buffer) => (lastWords = (lastWords + chunk.toString()).slice(-4000)));
  const exited = once(child, 'exit').then((end): ServerEnd => {
    const [code, endedBy] = v.parse(endSchema, end);
    return { code, signal: endedBy, lastWords: lastWords.trim() };
  });
  const giveUpAt = Date.now() + READY_LIMIT_MS;
  for (;;) {
    const ended = await Promise.race([exited.then(() => true), pause(200)]);
    if (ended) throw new Error(`The server ended before it was ready:\n${lastWords.trim()}`);
    const clock = await readHealth(origin);
    if (clock !== null && signal?.aborted !== true) return { ...clock, exited, stop: () => stop(child, exited) };
    if (signal?.aborted === true || Date.now() > giveUpAt) {
      await stop(child, exited);
      throw new Error(`The server wasn't ready by ${origin}/health within ${READY_LIMIT_MS / 1000} s:\n${lastWords.trim()}`);
    }
  }
}

const endSchema = v.tuple([v.nullable(v.number()), v.nullable(v.string())]);

const healthSchema = v.object({ data: v.object({ businessStart: v.nullable(v.string()) }) });

async function readHealth(origin: string): Promise<Pick<RunningServer, 'businessOffset' | 'businessStart'> | null> {
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

async function stop(child: ChildProcess, exited: Promise<unknown>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  signalGroup(child, 'SIGTERM');
  await Promise.race([exited, pause(STOP_LIMIT_MS)]);
  signalGroup(child, 'SIGKILL');
}

/** The server is its own process group, so that a watcher's child ends with it and Ctrl-C reaches it by us alone. */
function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, signal);
  } catch {
    // The group is gone already.
  }
}

const pause = (ms: number): Promise<false> => new Promise((resolve) => setTimeout(() => resolve(false), ms));
