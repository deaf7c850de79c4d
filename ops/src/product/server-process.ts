import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import * as v from 'valibot';
import { clockHeaders } from '@fridge/shared-contracts/host';

/** Several times the 5 s of a first start with an embedded database. */
const READY_LIMIT_MS = 60_000;
/** `/health` waits up to 2 s for the database. */
const HEALTH_ANSWER_LIMIT_MS = 3_000;
const STOP_LIMIT_MS = 10_000;

export type ServerEnd = {
  code: number | null;
  signal: string | null;
  lastWords: string;
};

export type RunningServer = {
  /** Business time minus real time, ms. */
  businessOffset: number;
  /** Business time at the server's first start, ISO; `null` where it is real time. */
  businessStart: string | null;
  exited: Promise<ServerEnd>;
  stop(): Promise<void>;
};

/**
 * Starts the server and waits until it is ready.
 * @param options.signal cancels the start
 * @throws with the end of its output when it isn't ready in time
 */
export async function startServer(
  command: readonly string[],
  env: NodeJS.ProcessEnv,
  origin: string,
  showLog: boolean,
  { signal }: { signal?: AbortSignal } = {},
): Promise<RunningServer> {
  const [program = process.execPath, ...parameters] = command;
  // The IPC channel closes when this process ends, even by SIGKILL, and the server ends with it.
  const child = spawn(program, parameters, { env, stdio: ['ignore', showLog ? 'inherit' : 'pipe', 'pipe', 'ipc'], detached: true });
  const endServer = () => signalGroup(child, 'SIGTERM');
  process.once('exit', endServer);
  child.once('exit', () => process.off('exit', endServer));
  let lastWords = '';
  const keep = (chunk: Buffer) => (lastWords = (lastWords + chunk.toString()).slice(-4000));
  child.stdout?.on('data', keep);
  child.stderr?.on('data', keep);
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

/** Its own process group: a watcher's child ends too, and Ctrl-C doesn't reach it directly. */
function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, signal);
  } catch {
    // The group has ended.
  }
}

const pause = (ms: number): Promise<false> => new Promise((resolve) => setTimeout(() => resolve(false), ms));
