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
