import { MINUTE_MS } from '../../program/clock.ts';
import type { Canary } from '../registry/registry-document.ts';
import {
  evidenceOfMostlyFailing,
  evidenceOfNotWorse,
  evidenceOfWorse,
  MARGIN,
  MOST_FAILING,
  type Outcomes,
  rateOf,
} from './failure-evidence.ts';

/** With fewer visitors a canary isn't judged; with fewer of stable it isn't compared with stable to be taken back. */
export const LEAST_VISITORS = 20;

/** The chance that a canary that isn't worse is ever taken back, at most; half of it for each of the two tests. */
export const MOST_FALSE_ROLL_BACKS = 0.01;
const ENOUGH_OF_WORSE = Math.log(2 / MOST_FALSE_ROLL_BACKS);

/** The chance that a canary that is clearly worse is ever let grow, at most. */
export const MOST_FALSE_PROMOTIONS = 0.01;
const ENOUGH_OF_NOT_WORSE = Math.log(1 / MOST_FALSE_PROMOTIONS);

/** Of each release one network counts for its first visitors, so many: it can't hide what all others meet. */
export const VISITORS_OF_NETWORK = 20;

/**
 * A verdict has to hold without this many networks, those that speak for it most: as many hostile ones decide nothing.
 */
export const NETWORKS_LEFT_OUT = 3;

/**
 * Of one network, or of several together. `canary`: the release that is new to its visitors, also one that was
 * promoted; `stable`: the one beside it, or before it.
 */
export type BothOutcomes = { canary: Outcomes; stable: Outcomes };

/**
 * `isOfFewNetworks`: the remote's visitors are in `NETWORKS_LEFT_OUT` networks or fewer, which count in full. `others`:
 * of a promotion, what became of all other remotes since it, and before it.
 */
export type Sample = { networks: readonly BothOutcomes[]; isOfFewNetworks: boolean; others?: BothOutcomes };

/**
 * All but `worse` and `notWorse` hold a release: `failsMore`: than stable, by more than the margin, of which chance may
 * be the cause. `fewNetworks`: without the networks left out nothing is shown. Of promotions alone: `noBaseline`: the
 * release before it had too few visitors to compare; `othersFail`: other remotes fail more as well, so the cause is
 * elsewhere. `byHalf`: without enough visitors of stable, it is compared with a canary that fails for half of its
 * visitors. `evidence`: the logarithm of an e-value. `outcomes`: in all networks.
 */
export type Verdict = {
  kind: 'worse' | 'notWorse' | 'fewVisitors' | 'failsMore' | 'notShown' | 'fewNetworks' | 'noBaseline' | 'othersFail';
  byHalf: boolean;
  evidence: number;
  outcomes: BothOutcomes;
};

/**
 * A release that is new to its visitors is taken back (`worse`) once they show that it fails for more of them than the
 * release beside it, or before it, by more than the margin. It goes on (`notWorse`) once they show that it isn't
 * clearly worse. Until then, or where a few networks or all remotes alike make the difference, it is held, and somebody
 * is told (docs/operations.md, "Roll-back by itself"; decision 12).
 */
export function judgeRelease(sample: Sample): Verdict {
  const outcomes = inAll(sample.networks);
  return { kind: kindOf(sample, outcomes), byHalf: isAlone(outcomes), evidence: evidenceOf(outcomes), outcomes };
}

function kindOf({ networks, isOfFewNetworks, others }: Sample, all: BothOutcomes): Verdict['kind'] {
  const without = (speaksFor: SpeaksFor) =>
    isOfFewNetworks
      ? all
      : inAll(networks.toSorted((one, other) => speaksFor(other) - speaksFor(one)).slice(NETWORKS_LEFT_OUT));
  if (all.canary.visitors < LEAST_VISITORS) return 'fewVisitors';
  if (others !== undefined && isAlone(all)) return 'noBaseline';
  if (evidenceOf(all) >= ENOUGH_OF_WORSE) {
    if (others !== undefined && failsMore(others)) return 'othersFail';
    return evidenceOf(without(canaryFails)) >= ENOUGH_OF_WORSE ? 'worse' : 'fewNetworks';
  }
  if (failsMore(all)) return 'failsMore';
  if (!isNotWorse(all)) return 'notShown';
  const isShown = isNotWorse({ canary: without(canaryWorks).canary, stable: without(stableFails).stable });
  return isShown ? 'notWorse' : 'fewNetworks';
}

type SpeaksFor = (network: BothOutcomes) => number;
const canaryFails: SpeaksFor = ({ canary }) => canary.failed;
const canaryWorks: SpeaksFor = ({ canary }) => canary.visitors - canary.failed;
const stableFails: SpeaksFor = ({ stable }) => stable.failed;

const evidenceOf = (outcomes: BothOutcomes): number =>
  isAlone(outcomes) ? evidenceOfMostlyFailing(outcomes.canary) : evidenceOfWorse(outcomes.canary, outcomes.stable);

/** Where stable is hardly opened, such as beside a canary of 100 %. */
const isAlone = ({ stable }: BothOutcomes): boolean =>
  stable.visitors < LEAST_VISITORS && stable.failed * 2 <= stable.visitors;

/** Without visitors of stable: than one that never fails. One that fails for most never grows. */
export const failsMore = ({ canary, stable }: BothOutcomes): boolean =>
  rateOf(canary) > Math.min(rateOf(stable) + MARGIN, MOST_FAILING);

const isNotWorse = (outcomes: BothOutcomes): boolean =>
  !failsMore(outcomes) && evidenceOfNotWorse(outcomes.canary, outcomes.stable) >= ENOUGH_OF_NOT_WORSE;

/** Of networks together. */
export function inAll(networks: readonly BothOutcomes[]): BothOutcomes {
  const sumOf = (release: keyof BothOutcomes): Outcomes => ({
    visitors: networks.reduce((sum, network) => sum + network[release].visitors, 0),
    failed: networks.reduce((sum, network) => sum + network[release].failed, 0),
  });
  return { canary: sumOf('canary'), stable: sumOf('stable') };
}

/** What a timetable does: a step, or the promotion once all have had the canary for one interval. */
export type CanaryStep = { to: Canary | 'promotion'; release: string; why: string; dueForMs: number };

/**
 * One step at most, however long the canary was held.
 * @param heldMs how long its percentage holds
 * @returns `null`: it isn't time
 */
export function planStep(canary: Canary, heldMs: number): CanaryStep | null {
  const { release, percent, steps } = canary;
  if (steps === undefined) return null;
  const dueForMs = heldMs - steps.minutes * MINUTE_MS;
  if (dueForMs < 0) return null;
  const held = `held at ${percent} % for ${steps.minutes === 1 ? 'a minute' : `${steps.minutes} minutes`}`;
  if (percent === 100) return { to: 'promotion', release, why: `${held}: everybody gets it`, dueForMs };
  const next = Math.min(100, percent + steps.percent);
  return { to: { ...canary, percent: next }, release, why: `${held}: ${next - percent} % more`, dueForMs };
}
