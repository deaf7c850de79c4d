import { write, writeSync } from 'node:fs';
import Fastify, { type FastifyBaseLogger } from 'fastify';

/**
 * JSON lines with names, counts and durations; never a phone, token, code, address, person's name or request body, nor
 * an error's message, which may quote one.
 */
export type Log = Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;

/**
 * Fastify's pino, from an idle instance because it is needed before the app.
 * @param base in every line
 */
export function createLogger(
  level: string,
  stream?: { write(line: string): void },
  base: { instance: string } | null = null,
): FastifyBaseLogger {
  return Fastify({ logger: { level, base, ...(stream && { stream }) } }).log;
}

const STANDARD_OUTPUT = 1;

/** An output that takes no lines holds up nothing, not even the end of the process. */
export function openStandardOutput(dropped: (lines: number) => void): LogOutput {
  const output = createLogOutput({ fd: STANDARD_OUTPUT, dropped });
  process.once('exit', () => output.flush() || process.kill(process.pid, 'SIGKILL'));
  return output;
}

/** An error's kind and place, without its message, which may quote query parameters. */
type Fault = { name: string; code?: string; constraint?: string; at: string[]; cause?: Fault };

export function describeFault(error: unknown): Fault {
  if (!(error instanceof Error)) return { name: typeof error, at: [] };
  const code = shortText(error, 'code');
  const constraint = shortText(error, 'constraint');
  return {
    name: error.name,
    ...(code !== undefined && { code }),
    ...(constraint !== undefined && { constraint }),
    at: (error.stack ?? '')
      .split('\n')
      .filter((line) => /^ {4}at /.test(line))
      .slice(0, 6)
      .map((line) => line.trim()),
    ...(error.cause !== undefined && { cause: describeFault(error.cause) }),
  };
}

function shortText(error: object, name: string): string | undefined {
  const value: unknown = Reflect.get(error, name);
  return typeof value === 'string' && /^[\w.-]{1,80}$/.test(value) ? value : undefined;
}

/** Lines that wait for the output; beyond it lines are dropped, so that a reader who stopped costs no memory. */
const MOST_WAITING_BYTES = 4 * 1024 * 1024;
/** After a failed write, such as to a full disk. Lines of the meantime are dropped. */
const AGAIN_AFTER_MS = 1_000;
/** An unfinished write would hold up the end of the process for as long as the reader is silent. */
const STUCK_AFTER_MS = 1_000;

type LogOutput = {
  write(line: string): void;
  /** Resolves when everything is written or dropped. */
  drained(): Promise<void>;
  /** For an end without notice: writes what waits. @returns `false` if a write is stuck, which holds up the end */
  flush(): boolean;
};

/**
 * Writes lines to a file descriptor without ever blocking or ending the process: a disk that is full, a pipe that
 * nobody reads, or one whose reader ended costs log lines and nothing else. Whatever was dropped is counted.
 */
export function createLogOutput({
  fd,
  dropped,
  mostWaitingBytes = MOST_WAITING_BYTES,
}: {
  fd: number;
  dropped: (lines: number) => void;
  mostWaitingBytes?: number;
}): LogOutput {
  let waiting: string[] = [];
  let waitingBytes = 0;
  let writingSince: number | null = null;
  let torn = false;
  let failedAt = Number.NEGATIVE_INFINITY;
  let onDrained: (() => void)[] = [];

  const drop = (lines: number) => {
    if (lines > 0) dropped(lines);
  };
  const take = (): { lines: number; bytes: Buffer } => {
    const taken = { lines: waiting.length, bytes: Buffer.from(`${torn ? '\n' : ''}${waiting.join('')}`) };
    waiting = [];
    waitingBytes = 0;
    return taken;
  };

  const writeWaiting = () => {
    writingSince = waiting.length === 0 ? null : performance.now();
    if (writingSince === null) {
      for (const each of onDrained) each();
      onDrained = [];
      return;
    }
    const { lines, bytes } = take();
    torn = false;
    const writeFrom = (start: number) =>
      write(fd, bytes, start, bytes.length - start, null, (error, written) => {
        if (error?.code === 'EAGAIN') return void setTimeout(writeFrom, 50, start).unref();
        if (error === null && start + written < bytes.length) return writeFrom(start + written);
        if (error !== null) {
          torn = start > 0;
          failedAt = performance.now();
          drop(lines + take().lines);
        }
        writeWaiting();
      });
    writeFrom(0);
  };

  return {
    write(line) {
      if (waitingBytes + line.length > mostWaitingBytes || performance.now() - failedAt < AGAIN_AFTER_MS)
        return drop(1);
      waiting.push(line);
      waitingBytes += line.length;
      if (writingSince === null) writeWaiting();
    },
    drained: () => (writingSince === null ? Promise.resolve() : new Promise((resolve) => onDrained.push(resolve))),
    flush() {
      if (writingSince !== null && performance.now() - writingSince > STUCK_AFTER_MS) return false;
      const { lines, bytes } = take();
      try {
        if (lines > 0) writeSync(fd, bytes);
      } catch {
        drop(lines);
      }
      return true;
    },
  };
}
