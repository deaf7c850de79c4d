import { afterEach, describe, expect, it, vi } from 'vitest';
import { keepRunning, restartDelay, type RunningServer, type ServerEnd } from './server-process.ts';

const terms = { firstDelayMs: 10, longestDelayMs: 40, quickMs: 400 };
const killed: ServerEnd = { code: null, signal: 'SIGKILL', output: 'the database is down' };

/** Servers that end when the test says so. `refusals`: starts that fail, counted from the second. */
function servers({ refusals = 0 }: { refusals?: number } = {}) {
  const ends: ((end: ServerEnd) => void)[] = [];
  const starts: number[] = [];
  const stops: number[] = [];
  let left = refusals;
  const start = async (): Promise<RunningServer> => {
    starts.push(Date.now());
    if (starts.length > 1 && left > 0) {
      left -= 1;
      throw new Error('The server ended before it was ready:\nno database');
    }
    const number = starts.length;
    let end: (end: ServerEnd) => void = () => {};
    const exited = new Promise<ServerEnd>((resolve) => (end = resolve));
    ends.push(end);
    return {
      exited,
      async stop() {
        stops.push(number);
        end({ code: 0, signal: null, output: '' });
      },
    };
  };
  return { start, starts, stops, endLatest: () => ends.at(-1)?.(killed) };
}

const printed: string[] = [];
const print = (line: string) => void printed.push(line);
const logged = () => printed.flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : []));
let stop: (() => Promise<void>) | undefined;
afterEach(async () => {
  await stop?.();
  stop = undefined;
  printed.length = 0;
});

describe('restartDelay', () => {
  it('doubles up to the longest delay', () =>
    expect([1, 2, 3, 4, 5, 6, 500].map((failures) => restartDelay(failures))).toEqual([
      500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000,
    ]));
});

describe('keepRunning', () => {
  it('restarts a server that ended, with one line of JSON per event', async () => {
    const { start, starts, endLatest } = servers({ refusals: 1 });
    stop = await keepRunning(start, print, terms);
    endLatest();
    const time = expect.any(Number);
    await vi.waitFor(() =>
      expect(logged()).toEqual([
        { time, event: 'serverEnded', ...killed },
        { time, event: 'serverEnded', output: expect.stringContaining('no database') },
        { time, event: 'serverRestarted' },
      ]),
    );
    expect(starts).toHaveLength(3);
  });

  it('throws what the first start throws, and starts nothing after a stop', async () => {
    await expect(keepRunning(() => Promise.reject(new Error('no')), print, terms)).rejects.toThrow('no');

    const { start, starts, stops, endLatest } = servers();
    const end = await keepRunning(start, print, { ...terms, firstDelayMs: 30_000, longestDelayMs: 30_000 });
    endLatest();
    await vi.waitFor(() => expect(logged()).toHaveLength(1));
    await end();
    expect([starts.length, stops]).toEqual([1, [1]]);
  });
});
