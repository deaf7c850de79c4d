import Fastify, { type FastifyBaseLogger } from 'fastify';
import { createLogOutput, type LogOutput } from './log-output.ts';

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
export type Fault = { name: string; code?: string; constraint?: string; at: string[]; cause?: Fault };

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
