import { setTimeout as delay } from 'node:timers/promises';
import { messageOf } from '../message-of.ts';
import type { RunningServer } from './server-process.ts';

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

export type KeptServer = {
  current(): Pick<RunningServer, 'businessOffset' | 'businessStart'>;
  stop(): Promise<void>;
};

type KeepOptions = {
  start(signal: AbortSignal): Promise<RunningServer>;
  print(line: string): void;
  terms?: Terms;
};

/**
 * Restarts the server when it ends, with a growing delay after quick failures. Prints each end and restart as a line of
 * JSON, and once what an operator has to do.
 * @throws when the first start fails
 */
export async function keepRunning({ start, print, terms = restartTerms }: KeepOptions): Promise<KeptServer> {
  const stopping = new AbortController();
  const { signal } = stopping;
  let server = await start(signal);
  const kept = keep();
  return {
    current: () => server,
    async stop() {
      stopping.abort();
      await server.stop();
      await kept;
    },
  };

  async function keep(): Promise<void> {
    let failures = 0;
    let startedAt = Date.now();
    for (;;) {
      const end = await server.exited;
      if (signal.aborted) return;
      failures = Date.now() - startedAt < terms.quickMs ? failures + 1 : 1;
      log('serverEnded', { exitCode: end.code, signal: end.signal, ranMs: Date.now() - startedAt, quickFailures: failures, restartInMs: restartDelay(failures, terms) });
      if (failures === terms.quickFailures) print(adviceFor(end.lastWords, terms));
      const endedAt = Date.now();
      const again = await startAgain(failures);
      if (again === null) return;
      ({ server, failures } = again);
      startedAt = Date.now();
      log('serverRestarted', { downMs: startedAt - endedAt });
    }
  }

  /** @returns `null` when stopped */
  async function startAgain(failuresBefore: number): Promise<{ server: RunningServer; failures: number } | null> {
    for (let failures = failuresBefore; ; failures += 1) {
      await delay(restartDelay(failures, terms), undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return null;
      try {
        const next = await start(signal);
        if (!isEnding(signal)) return { server: next, failures };
        await next.stop();
        return null;
      } catch (error) {
        if (isEnding(signal)) return null;
        log('serverNotStarted', { quickFailures: failures + 1, restartInMs: restartDelay(failures + 1, terms) });
        if (failures + 1 === terms.quickFailures) print(adviceFor(messageOf(error), terms));
      }
    }
  }

  function log(event: string, facts: Record<string, string | number | null>): void {
    print(JSON.stringify({ time: Date.now(), event, ...facts }));
  }
}

/** TypeScript assumes that `signal.aborted` stays the same during an `await`. */
const isEnding = (signal: AbortSignal): boolean => signal.aborted;

function adviceFor(words: string, { quickFailures, slowDelayMs }: Terms): string {
  return [
    '',
    `! The server has failed ${quickFailures} times in a row. The pages stay up and show that it can't be reached.`,
    words === '' ? '  It said nothing at its end.' : words.replaceAll(/^/gm, '  '),
    '  Mend what it says there (a database that is down, a full disk, a setting); SERVER_LOG=1 npm start shows its whole log.',
    `  It is tried again every ${slowDelayMs / 1000} s, so a mended cause is found by itself. Ctrl-C ends everything.`,
    '',
  ].join('\n');
}
