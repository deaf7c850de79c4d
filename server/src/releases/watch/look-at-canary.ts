import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { Version } from '../../documents/documents.ts';
import { advisoryLocks } from '../../database/exclusive-connection.ts';
import { rowsOf } from '../../database/rows-of.ts';
import type { Services } from '../../program/services.ts';
import { runningSince } from '../read-start.ts';
import { type BothOutcomes, type CanarySample, inAll, judgeCanary, type Verdict } from './judge-canary.ts';
import { type JudgedReleases, readCanarySample } from './read-canary-sample.ts';

/**
 * After a run of looks, a pause of this many times its duration: with many visitors looks take longer, and are rarer.
 */
export const REST = 20;

type LookServices = Pick<Services, 'queries' | 'registry' | 'clock'>;

export type Look = { judged: JudgedReleases; outcomes: BothOutcomes; verdict: Verdict };

/**
 * Judges a canary by what its visitors met, in one process at a time; looks don't add to what counts as evidence.
 * @returns `null`: the release isn't a canary beside another, or another process is looking
 */
export function createLook(services: LookServices) {
  const starts = new Map<string, { of: string; since: Date }>();

  /** If the clock was set back, the start may be in its future: then views count from now on. */
  const startOf = async (name: string, stable: string, latest: Version): Promise<Date> => {
    const of = `${latest.serial} ${stable}`;
    const known = starts.get(name);
    if (known?.of === of) return known.since;
    const started = await runningSince(services.queries, name, latest);
    const now = new Date(services.clock.real());
    const since = started > now ? now : started;
    starts.set(name, { of, since });
    return since;
  };

  return async (name: string, canary: string, latest: Version): Promise<Look | null> => {
    const stable = services.registry.current().registry.remotes[name]?.version;
    if (stable === undefined || stable === canary) return null;
    const judged = { remote: name, canary, stable, since: await startOf(name, stable, latest) };
    const sample = await oneAtATime(services, judged);
    return sample && { judged, outcomes: inAll(sample.networks), verdict: judgeCanary(sample) };
  };
}

/** @returns runs it unless the pause after its last run lasts */
export function withRest(times: number, run: () => Promise<void>): () => Promise<void> {
  let until = 0;
  return async () => {
    if (performance.now() < until) return;
    const began = performance.now();
    try {
      await run();
    } finally {
      until = performance.now() + times * (performance.now() - began);
    }
  };
}

const freeSchema = v.object({ free: v.boolean() });

/** @returns `null`: another process is looking */
async function oneAtATime({ queries }: LookServices, judged: JudgedReleases): Promise<CanarySample | null> {
  return queries.transaction(async (transaction) => {
    const lock = sql`select pg_try_advisory_xact_lock(${advisoryLocks.rollBack}) as free`;
    const [asked] = await rowsOf(transaction, freeSchema, lock);
    return asked?.free === true ? readCanarySample(transaction, judged) : null;
  });
}

/** For the log. */
export const outcomeFields = ({ canary, stable }: BothOutcomes) => ({
  visitors: canary.visitors,
  failed: canary.failed,
  stableVisitors: stable.visitors,
  stableFailed: stable.failed,
});
