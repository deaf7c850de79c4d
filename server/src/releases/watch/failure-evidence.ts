import { logBeta } from './log-beta.ts';

/** Distinct visitors, and those of them for whom the release failed. */
export type Outcomes = { visitors: number; failed: number };

/** A canary has to be worse by more than that: two visitors in a hundred. */
export const MARGIN = 0.02;
/** A canary that is worse by that or more mustn't be promoted: ten visitors in a hundred. */
export const CLEARLY_WORSE = 0.1;

/** A canary that fails for a greater share is bad, whatever stable does: half. */
export const MOST_FAILING = 0.5;

/** Beta prior of a canary's failure rate: every rate is as likely. */
const CANARY_PRIOR = [1, 1] as const;
/** Beta prior of a stable release's failure rate: mostly a few in a hundred. */
const STABLE_PRIOR = [0.5, 10] as const;

/**
 * Evidence that the canary fails more often than stable by more than the margin: the natural logarithm of an e-value
 * (decision 12). For a canary that isn't worse, the chance that it ever reaches log(1 / a) is at most a, however often it
 * is computed.
 */
export function evidenceOfWorse(canary: Outcomes, stable: Outcomes): number {
  // Without visitors of stable its rate may be any, so the margin doesn't bind the canary's.
  const isFree = stable.visitors === 0 || rateOf(canary) <= rateOf(stable) + MARGIN;
  const best = isFree ? bestOf(canary, stable) : bestApart(canary, stable, MARGIN);
  return logMixture(canary, CANARY_PRIOR) + logMixture(stable, STABLE_PRIOR) - best;
}

/**
 * The same for the opposite: that the canary isn't clearly worse than stable. Without visitors of stable, that it fails
 * for fewer than `CLEARLY_WORSE`.
 */
export function evidenceOfNotWorse(canary: Outcomes, stable: Outcomes): number {
  const isFree = rateOf(canary) >= rateOf(stable) + CLEARLY_WORSE;
  const best = isFree ? bestOf(canary, stable) : bestApart(canary, stable, CLEARLY_WORSE);
  return logMixture(canary, STABLE_PRIOR) + logMixture(stable, STABLE_PRIOR) - best;
}

/** The same for a canary alone: that it fails for more than half of its visitors. */
export function evidenceOfMostlyFailing(canary: Outcomes): number {
  return logMixture(canary, CANARY_PRIOR) - logLikelihood(canary, Math.min(rateOf(canary), MOST_FAILING));
}

export const rateOf = ({ visitors, failed }: Outcomes): number => (visitors === 0 ? 0 : failed / visitors);

/** Of the outcomes in their order, averaged over all rates by their prior. */
const logMixture = ({ visitors, failed }: Outcomes, [a, b]: readonly [number, number]): number =>
  logBeta(failed + a, visitors - failed + b) - logBeta(a, b);

const logLikelihood = ({ visitors, failed }: Outcomes, rate: number): number =>
  times(failed, Math.log(rate)) + times(visitors - failed, Math.log1p(-rate));

/** 0 for what never happened, also at the logarithm of 0. */
const times = (count: number, log: number): number => (count === 0 ? 0 : count * log);

/** The greatest likelihood of both outcomes among all rates. */
const bestOf = (canary: Outcomes, stable: Outcomes): number =>
  logLikelihood(canary, rateOf(canary)) + logLikelihood(stable, rateOf(stable));

/** Of the interval in which the rate is looked for. */
const HALVINGS = 32;

/** The greatest likelihood of both outcomes among the rates of which the canary's is higher by so much. */
function bestApart(canary: Outcomes, stable: Outcomes, margin: number): number {
  // The likelihood has one peak, for a rate of stable between what both outcomes suggest.
  const suggested = [rateOf(stable), rateOf(canary) - margin];
  let [low, high] = [Math.max(0, Math.min(...suggested)), Math.min(1 - margin, Math.max(...suggested))];
  for (let halving = 0; halving < HALVINGS; halving += 1) {
    const middle = (low + high) / 2;
    if (slope(canary, middle + margin) + slope(stable, middle) > 0) low = middle;
    else high = middle;
  }
  const peak = (low + high) / 2;
  return logLikelihood(canary, peak + margin) + logLikelihood(stable, peak);
}

/** Of the logarithm of the likelihood. */
const slope = ({ visitors, failed }: Outcomes, rate: number): number =>
  times(failed, 1 / rate) - times(visitors - failed, 1 / (1 - rate));
