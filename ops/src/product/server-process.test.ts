import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  keepRunning,
  restartDelay,
  type RunningServer,
  type ServerEnd,
  type SupervisedServer,
} from './server-process.ts';

const terms = { firstDelayMs: 10, longestDelayMs: 40, quickMs: 400, quickFailures: 4, slowDelayMs: 100 };
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
      businessOffset: number,
      businessStart: null,
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
let supervised: SupervisedServer | undefined;
afterEach(async () => {
  await supervised?.stop();
  supervised = undefined;
  printed.length = 0;
});

describe('restartDelay', () => {
  it('doubles up to the longest delay, and is slow after too many failures', () => {
    expect([1, 2, 3, 4, 5, 6, 7].map((failures) => restartDelay(failures))).toEqual([
      500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000,
    ]);
    expect([8, 9, 500].map((failures) => restartDelay(failures))).toEqual([60_000, 60_000, 60_000]);
  });
});

describe('keepRunning', () => {
  it('restarts a server that ended, with one line of JSON per event', async () => {
    const { start, starts, endLatest } = servers();
    supervised = await keepRunning(start, print, terms);
    expect(supervised.current().businessOffset).toBe(1);
    endLatest();
    await vi.waitFor(() => expect(supervised?.current().businessOffset).toBe(2));
    expect(starts).toHaveLength(2);
    await vi.waitFor(() =>
      expect(logged()).toEqual([
        {
          time: expect.any(Number),
          event: 'serverEnded',
          exitCode: null,
          signal: 'SIGKILL',
          ranMs: expect.any(Number),
          quickFailures: 1,
          restartInMs: 10,
        },
        { time: expect.any(Number), event: 'serverRestarted', downMs: expect.any(Number) },
      ]),
    );
  });

  it('prints advice once after too many quick failures, and goes on at the slow rate', async () => {
    const { start, starts, endLatest } = servers({ refusals: 5 });
    supervised = await keepRunning(start, print, terms);
    endLatest();
    await vi.waitFor(() => expect(supervised?.current().businessOffset).toBe(7), { timeout: 3_000 });
    expect(
      logged().flatMap(({ event, quickFailures, restartInMs }) =>
        event === 'serverRestarted' ? [] : [[event, quickFailures, restartInMs]],
      ),
    ).toEqual([
      ['serverEnded', 1, 10],
      ['serverNotStarted', 2, 20],
      ['serverNotStarted', 3, 40],
      ['serverNotStarted', 4, 100],
      ['serverNotStarted', 5, 100],
      ['serverNotStarted', 6, 100],
    ]);
    const words = printed.filter((line) => !line.startsWith('{'));
    expect(words).toHaveLength(1);
    expect(words[0]).toMatch(/failed 4 times in a row[^]*no database[^]*SERVER_LOG=1 npm start[^]*Ctrl-C/);
    expect((starts.at(-1) ?? 0) - (starts.at(-2) ?? 0)).toBeGreaterThanOrEqual(terms.slowDelayMs - 5);
  });

  it('forgets failures once a server has run for a while', async () => {
    const { start, endLatest } = servers();
    supervised = await keepRunning(start, print, terms);
    for (let turn = 2; turn <= 3; turn += 1) {
      endLatest();
      await vi.waitFor(() => expect(supervised?.current().businessOffset).toBe(turn));
    }
    await new Promise((resolve) => setTimeout(resolve, terms.quickMs));
    endLatest();
    await vi.waitFor(() =>
      expect(
        logged()
          .filter(({ event }) => event === 'serverEnded')
          .map(({ quickFailures }) => quickFailures),
      ).toEqual([1, 2, 1]),
    );
  });

  it('throws what the first start throws, and starts nothing after a stop', async () => {
    await expect(keepRunning(() => Promise.reject(new Error('no')), print, terms)).rejects.toThrow('no');

    const { start, starts, stops, endLatest } = servers();
    const ending = await keepRunning(start, print, { ...terms, firstDelayMs: 30_000, longestDelayMs: 30_000 });
    endLatest();
    await vi.waitFor(() => expect(logged()).toHaveLength(1));
    await ending.stop();
    expect([starts.length, stops]).toEqual([1, [1]]);
  });
});
