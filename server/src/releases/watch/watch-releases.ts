import { contractVersion } from '@fridge/shared-contracts/page';
import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { ofEach } from '../../bounds/of-each.ts';
import { Refused } from '../../commands/refused.ts';
import { type Asked, run } from '../../commands/run.ts';
import { advisoryLocks } from '../../database/exclusive-connection.ts';
import { rowsOf } from '../../database/database.ts';
import { StaleChange } from '../../documents/documents.ts';
import { HOUR_MS } from '../../program/clock.ts';
import type { Services } from '../../program/services.ts';
import type { Canary } from '../registry/registry-document.ts';
import { readDecided } from '../read-decided.ts';
import { readPromotions } from '../registry/releases.ts';
import { promotedReleases } from '../registry/resolve-registry.ts';
import { type Outcomes, rateOf } from './failure-evidence.ts';
import { type CanaryStep, failsMore, judgeRelease, planStep, type Verdict } from './judge-release.ts';
import { type Judged, type MainFault, readMainFault, readSample } from './read-sample.ts';

/** How often releases are looked at; a step of a timetable is at most this late. */
export const WATCH_EVERY_MS = 10_000;

/** After a run, a pause of this many times its duration: with many visitors looks take longer, and are rarer. */
const REST = 20;

/** A promotion is watched so long, and compared with as long before it. */
const FIRST_MS = HOUR_MS;

/**
 * The job that watches releases that are new to their visitors, canaries and promotions in their first hour: it takes
 * back one that is worse, lets a canary with a timetable grow once it is shown that it isn't, and else holds it and
 * tells (docs/operations.md, "Roll-back by itself"). Any number of processes may run it: a change counts only from the
 * document that was judged.
 */
export function createWatch(services: Services, { rest = REST }: { rest?: number } = {}) {
  const { queries, clock, log, metrics, settings } = services;
  const told = new Map<string, string>();
  let restsUntil = 0;

  /** Each event of a remote once for each decision, by its first reason: a canary and a promotion may both be held. */
  const tell = (event: string, remote: string, decidedAt: Date, why: object) => {
    const decision = decidedAt.toISOString();
    if (told.get(`${remote} ${event}`) !== decision) log.warn({ event, remote, ...why });
    told.set(`${remote} ${event}`, decision);
  };

  /** @returns `null`: it was taken back, or another process is looking */
  const judge = async (judged: Judged, decidedAt: Date, serial: number): Promise<Verdict | null> => {
    const verdict = await look(judged, services);
    if (verdict?.kind !== 'worse' || !settings.current().releases.rollBack) return verdict;
    const { remote, canary, stable, before } = judged;
    const fault = await readMainFault(queries, judged);
    const asked = { command: 'rollback', fields: { name: remote, release: canary } } as const;
    const by = { by: 'roll-back', why: rollBackReason(judged, verdict, fault) };
    const { isDone, problems } = await change(asked, by, serial, services);
    const what = before === undefined ? 'canary' : 'promotion';
    const fields = { [what]: canary, stable, ...outcomeFields(verdict) };
    if (problems.length > 0) tell(`${what}NotTakenBack`, remote, decidedAt, { ...fields, problems });
    if (!isDone) return null;
    metrics.rollBacks.inc({ remote });
    log.warn({ event: `${what}TakenBack`, remote, ...fields, phase: fault?.phase, reason: fault?.reason });
    return null;
  };

  const watchCanary = async (remote: string, canary: Canary, stable: string, serial: number): Promise<void> => {
    const { release, percent, steps } = canary;
    const { decidedAt, startedAt } = await readDecided(queries, remote);
    const now = clock.real();
    const step = planStep(canary, now - decidedAt.getTime());
    const hold = (event: string, why: object) => {
      metrics.canaryHeld.set({ remote }, (step?.dueForMs ?? 0) / 1_000);
      if (step !== null) tell(event, remote, decidedAt, { release, percent, ...why });
    };
    if (percent > 0) {
      const since = new Date(Math.min(startedAt.getTime(), now));
      const verdict = await judge({ remote, canary: release, stable, since }, decidedAt, serial);
      if (verdict === null) return;
      const { kind: because } = verdict;
      if (because !== 'notWorse') return hold('canaryHeld', { because, ...outcomeFields(verdict) });
    }
    const problems = step === null ? [] : await takeStep(remote, step, serial, services);
    if (problems.length > 0) hold('canaryNotPromoted', { problems });
    else if (steps !== undefined) metrics.canaryHeld.set({ remote }, 0);
  };

  const watchPromotion = async (remote: string, stable: string, serial: number): Promise<void> => {
    const promotions = await readPromotions(queries, remote);
    const last = promotions.findLast(({ version }) => version === stable);
    const former = promotedReleases(remote, promotions, contractVersion).at(-2);
    const now = clock.real();
    if (last === undefined || former === undefined || last.isRollBack) return;
    if (last.at.getTime() + FIRST_MS < now) return;
    const since = new Date(Math.min(last.at.getTime(), now));
    const before = new Date(since.getTime() - FIRST_MS);
    const verdict = await judge({ remote, canary: stable, stable: former, since, before }, last.at, serial);
    if (verdict === null) return;
    const { kind: because, outcomes } = verdict;
    if (because === 'notWorse' || because === 'fewVisitors' || !failsMore(outcomes)) return;
    tell('promotionHeld', remote, last.at, { release: stable, because, ...outcomeFields(verdict) });
  };

  const watch = async (): Promise<void> => {
    metrics.canaryHeld.reset();
    await ofEach(Object.keys(services.registry.reading().document.remotes), async (remote) => {
      // As it is now: the change of one remote makes a version.
      const { document, resolved, serial } = services.registry.reading();
      const { canary } = document.remotes[remote] ?? {};
      const stable = resolved.registry.remotes[remote];
      if (stable?.enabled !== true) return;
      metrics.rollBacks.inc({ remote }, 0);
      const isGiven = canary !== undefined && resolved.canaries[remote] !== undefined;
      if (isGiven) await watchCanary(remote, canary, stable.version, serial);
      if (stable.pin === null) await watchPromotion(remote, stable.version, serial);
    });
  };

  return {
    async run(): Promise<void> {
      if (performance.now() < restsUntil) return;
      const began = performance.now();
      try {
        await watch();
      } finally {
        restsUntil = performance.now() + rest * (performance.now() - began);
      }
    },
  };
}

const freeSchema = v.object({ free: v.boolean() });

/** In one process at a time; looks don't add to what counts as evidence. @returns `null`: another process is looking */
async function look(judged: Judged, { queries }: Pick<Services, 'queries'>): Promise<Verdict | null> {
  return queries.transaction(async (transaction) => {
    const lock = sql`select pg_try_advisory_xact_lock(${advisoryLocks.rollBack}) as free`;
    const [asked] = await rowsOf(transaction, freeSchema, lock);
    if (asked?.free !== true) return null;
    return judgeRelease(await readSample(transaction, judged));
  });
}

/**
 * @returns `problems`: why it can't be done; neither done nor a problem: somebody was faster, and the next look sees
 * what they did
 */
async function change(asked: Asked, { by, why }: { by: string; why: string }, expected: number, services: Services) {
  try {
    await run(asked, { by, why, way: 'program', role: 'program' }, { expected }, services);
    return { isDone: true, problems: [] };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const problems = error instanceof StaleChange ? [] : error.problems.map(({ text }) => text);
    return { isDone: false, problems };
  }
}

/** @returns why the release can't be promoted */
async function takeStep(remote: string, { to, release, why }: CanaryStep, serial: number, services: Services) {
  const { percent, steps } = to === 'promotion' ? {} : to;
  const asked: Asked =
    percent === undefined
      ? { command: 'promote', fields: { name: remote, release } }
      : { command: 'canary', fields: { name: remote, release, percent, grow: steps?.percent, every: steps?.minutes } };
  const { isDone, problems } = await change(asked, { by: 'timetable', why }, serial, services);
  if (isDone)
    services.log.info({ event: percent === undefined ? 'canaryPromoted' : 'canaryGrew', remote, release, percent });
  return problems;
}

/** For the log. */
const outcomeFields = ({ outcomes: { canary, stable } }: Verdict) => ({
  ...canary,
  stableVisitors: stable.visitors,
  stableFailed: stable.failed,
});

/** Beyond that a chance says nothing more to a reader. */
const MOST_TIMES = 1_000_000;

/** Why a release was taken back, for the history. */
function rollBackReason(
  { canary, stable, before }: Judged,
  { byHalf, evidence, outcomes }: Verdict,
  fault: MainFault | null,
): string {
  const when = before === undefined ? 'in the same time' : 'in the hour before';
  const beside = byHalf
    ? `${stable} has too few visitors to compare (${outcomes.stable.visitors})`
    : `${stable} for ${share(outcomes.stable)} ${when}`;
  const what = before === undefined ? 'One canary' : 'One release';
  const harmless = byHalf ? 'that fails for at most half' : 'that is no worse';
  const times = Math.min(Math.floor(Math.exp(evidence)), MOST_TIMES).toLocaleString('en');
  const mostly = fault === null ? '' : ` Mostly: ${fault.phase} ${fault.reason} (${fault.visitors} visitors).`;
  return `${canary} failed for ${share(outcomes.canary)}, ${beside}. ${what} in ${times} ${harmless} looks like this by chance.${mostly}`;
}

/** `18 of 20 visitors (90 %)` */
function share(outcomes: Outcomes): string {
  const percent = (rateOf(outcomes) * 100).toFixed(1).replace(/\.0$/, '');
  return `${outcomes.failed} of ${outcomes.visitors} visitors (${percent} %)`;
}
