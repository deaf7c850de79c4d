import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { Version } from '../../configuration/documents.ts';
import { documentOf } from '../../configuration/fault-lines.ts';
import { advisoryLocks } from '../../database/exclusive-connection.ts';
import { rowsOf } from '../../database/rows-of.ts';
import { ofEach } from '../../of-each.ts';
import { changeRegistry } from '../../registry/change-registry.ts';
import { registryDocumentSchema } from '../../registry/registry-document.ts';
import type { Services } from '../../services.ts';
import { ROLL_BACK_AUTHOR } from '../canary-protocol.ts';
import { planCanaryEnd } from '../plan-canary.ts';
import { runningSince } from '../running-since.ts';
import { type CanarySample, judgeCanary, type Verdict } from './judge-canary.ts';
import { type JudgedReleases, readCanarySample, readMainFault } from './read-canary-sample.ts';
import { rollBackReason } from './roll-back-reason.ts';

/** How often canaries are looked at. */
export const ROLL_BACK_EVERY_MS = 10_000;
/** After a look, a pause of this many times its duration: with many visitors looks take longer, and are rarer. */
const REST = 20;

type RollBackServices = Pick<
  Services,
  'queries' | 'configuration' | 'registry' | 'settings' | 'clock' | 'log' | 'metrics'
>;

/**
 * The job that takes back canaries that fail more often than the stable release (docs/operations.md, "Roll-back by
 * itself"). Any number of processes may run it: they look one at a time, looks don't add to what counts as evidence, and
 * only the document that was judged is changed.
 */
export function createRollBack(services: RollBackServices, { rest = REST }: { rest?: number } = {}) {
  const starts = new Map<string, { of: string; since: Date }>();
  let restsUntil = 0;

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

  const look = async (name: string, canary: string, latest: Version): Promise<void> => {
    const stable = services.registry.current().registry.remotes[name]?.version;
    if (stable === undefined || stable === canary) return;
    services.metrics.canaryWatched(name);
    const judged = { remote: name, canary, stable, since: await startOf(name, stable, latest) };
    const sample = await oneAtATime(services, judged);
    if (sample === null) return;
    const verdict = judgeCanary(sample);
    if (verdict.takeBack) await takeBack(judged, { sample, verdict, latest }, services);
  };

  return {
    async run(): Promise<void> {
      if (!services.settings.current().rollBackCanaries || performance.now() < restsUntil) return;
      const began = performance.now();
      const latest = services.configuration.current('registry');
      const { remotes } = documentOf(registryDocumentSchema, latest);
      try {
        await ofEach(Object.entries(remotes), async ([name, { enabled, canary }]) => {
          if (enabled && canary !== undefined) await look(name, canary.release, latest);
        });
      } finally {
        restsUntil = performance.now() + rest * (performance.now() - began);
      }
    },
  };
}

const freeSchema = v.object({ free: v.boolean() });

/** @returns `null`: another process is looking */
async function oneAtATime({ queries }: RollBackServices, judged: JudgedReleases): Promise<CanarySample | null> {
  return queries.transaction(async (transaction) => {
    const lock = sql`select pg_try_advisory_xact_lock(${advisoryLocks.rollBack}) as free`;
    const [asked] = await rowsOf(transaction, freeSchema, lock);
    return asked?.free === true ? readCanarySample(transaction, judged) : null;
  });
}

type Judgement = { sample: CanarySample; verdict: Extract<Verdict, { takeBack: true }>; latest: Version };

async function takeBack(
  judged: JudgedReleases,
  { sample, verdict, latest }: Judgement,
  services: RollBackServices,
): Promise<void> {
  const { queries, log, metrics } = services;
  const { remote, canary, stable } = judged;
  const fault = await readMainFault(queries, judged);
  const why = rollBackReason(judged, sample, verdict, fault);
  const author = { by: ROLL_BACK_AUTHOR, why, way: 'program' } as const;
  const { isTaken } = await changeRegistry(services, author, (document, _transaction, { serial }) => {
    // Somebody decided meanwhile: the next look judges what is there now.
    if (serial !== latest.serial) return { document, isTaken: false };
    const plan = planCanaryEnd(remote, document);
    return plan.refused === undefined ? { document: plan.document, isTaken: true } : { document, isTaken: false };
  });
  if (!isTaken) return;
  metrics.canaryTakenBack(remote);
  log.warn({
    event: 'canaryTakenBack',
    remote,
    canary,
    stable,
    visitors: sample.canary.visitors,
    failed: sample.canary.failed,
    stableVisitors: sample.stable.visitors,
    stableFailed: sample.stable.failed,
    phase: fault?.phase,
    reason: fault?.reason,
  });
}
