import { describeFault, type Log } from '../log/log.ts';
import type { Metrics } from '../operations/metrics/metrics.ts';

/** `everyMs`: for a job that can't wait for the others' interval. */
export type UpkeepJob = { name: string; everyMs?: number; run(): Promise<unknown> };

/** Of one job in this process. Real time, milliseconds; `null`: never yet. */
export type UpkeepState = { job: string; doneAt: number | null; failedAt: number | null; failures: number };

export type Upkeep = ReturnType<typeof createUpkeep>;

/**
 * Runs each job every so often; one that still runs is left alone. A failed one is logged, counted and tried at the
 * next turn. The states stay in memory: each process does its own upkeep, and says so by itself.
 */
export function createUpkeep({ now, log, metrics }: { now: () => number; log: Log; metrics: Metrics }) {
  const states = new Map<string, UpkeepState>();
  const running = new Set<string>();
  const timers: NodeJS.Timeout[] = [];

  const run = async ({ name, run: work }: UpkeepJob) => {
    const state = states.get(name);
    if (state === undefined || running.has(name)) return;
    running.add(name);
    try {
      await work();
      state.doneAt = now();
      metrics.upkeepRuns.inc({ job: name, outcome: 'done' });
      metrics.upkeepDone.set({ job: name }, now() / 1_000);
    } catch (error) {
      state.failedAt = now();
      state.failures += 1;
      metrics.upkeepRuns.inc({ job: name, outcome: 'failed' });
      log.warn({ event: 'upkeepFailed', job: name, fault: describeFault(error) });
    } finally {
      running.delete(name);
    }
  };

  return {
    start(jobs: readonly UpkeepJob[], everyMs: number) {
      for (const { name } of jobs) states.set(name, { job: name, doneAt: null, failedAt: null, failures: 0 });
      for (const job of jobs) timers.push(setInterval(() => void run(job), Math.min(job.everyMs ?? everyMs, everyMs)));
    },
    states: (): UpkeepState[] => [...states.values()].map((state) => ({ ...state })),
    close: () => timers.forEach((timer) => clearInterval(timer)),
  };
}
