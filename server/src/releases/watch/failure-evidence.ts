/** Distinct visitors, and those of them for whom the release failed. */
export type Outcomes = { visitors: number; failed: number };

/** A release has to be worse by more than that: two visitors in a hundred. */
export const MARGIN = 0.02;
/** A release that is worse by that or more mustn't be promoted: ten visitors in a hundred. */
export const CLEARLY_WORSE = 0.1;

/** A release that fails for a greater share is bad, whatever stable does: half. */
export const MOST_FAILING = 0.5;

type Prior = readonly [number, number];
/** Beta prior of a canary's failure rate: every rate is as likely. */
const CANARY_PRIOR: Prior = [1, 1];
/** Beta prior of a stable release's failure rate: mostly a few in a hundred. */
const STABLE_PRIOR: Prior = [0.5, 10];

/**
 * Evidence that the canary fails more often than stable by more than the margin: the natural logarithm of an e-value
 * (decision 12). For a canary that isn't worse, the chance that it ever reaches log(1 / a) is at most a, however often
 * it is computed.
 */
export function evidenceOfWorse(canary: Outcomes, stable: Outcomes): number {
  // Without visitors of stable its rate may be any, so the margin doesn't bind the canary's.
  const isFree = stable.visitors === 0 || rateOf(canary) <= rateOf(stable) + MARGIN;
  return logMixtures(canary, stable, CANARY_PRIOR) - bestOf(canary, stable, isFree ? null : MARGIN);
}

/**
 * The same for the opposite: that the canary isn't clearly worse than stable. Without visitors of stable, that it fails
 * for fewer than `CLEARLY_WORSE`.
 */
export function evidenceOfNotWorse(canary: Outcomes, stable: Outcomes): number {
  const isFree = rateOf(canary) >= rateOf(stable) + CLEARLY_WORSE;
  return logMixtures(canary, stable, STABLE_PRIOR) - bestOf(canary, stable, isFree ? null : CLEARLY_WORSE);
}

/** The same for a canary alone: that it fails for more than half of its visitors. */
export const evidenceOfMostlyFailing = (canary: Outcomes): number =>
  logMixture(canary, CANARY_PRIOR) - logLikelihood(canary, Math.min(rateOf(canary), MOST_FAILING));

export const rateOf = ({ visitors, failed }: Outcomes): number => (visitors === 0 ? 0 : failed / visitors);

const logMixtures = (canary: Outcomes, stable: Outcomes, prior: Prior): number =>
  logMixture(canary, prior) + logMixture(stable, STABLE_PRIOR);

/** Of the outcomes in their order, averaged over all rates by their prior. */
const logMixture = ({ visitors, failed }: Outcomes, [a, b]: Prior): number =>
  logBeta(failed + a, visitors - failed + b) - logBeta(a, b);

const logLikelihood = ({ visitors, failed }: Outcomes, rate: number): number =>
  times(failed, Math.log(rate)) + times(visitors - failed, Math.log1p(-rate));

/** 0 for what never happened, also at the logarithm of 0. */
const times = (count: number, log: number): number => (count === 0 ? 0 : count * log);

/** Of the interval in which the rate is looked for. */
const HALVINGS = 32;

/**
 * The greatest likelihood of both outcomes.
 * @param apart among the rates of which the canary's is higher by so much; `null`: among all
 */
function bestOf(canary: Outcomes, stable: Outcomes, apart: number | null): number {
  if (apart === null) return logLikelihood(canary, rateOf(canary)) + logLikelihood(stable, rateOf(stable));
  // The likelihood has one peak, for a rate of stable between what both outcomes suggest.
  const suggested = [rateOf(stable), rateOf(canary) - apart];
  let [low, high] = [Math.max(0, Math.min(...suggested)), Math.min(1 - apart, Math.max(...suggested))];
  for (let halving = 0; halving < HALVINGS; halving += 1) {
    const middle = (low + high) / 2;
    if (slope(canary, middle + apart) + slope(stable, middle) > 0) low = middle;
    else high = middle;
  }
  const peak = (low + high) / 2;
  return logLikelihood(canary, peak + apart) + logLikelihood(stable, peak);
}

/** Of the logarithm of the likelihood. */
const slope = ({ visitors, failed }: Outcomes, rate: number): number =>
  times(failed, 1 / rate) - times(visitors - failed, 1 / (1 - rate));

/** The natural logarithm of the beta function. @param a @param b above 0 */
const logBeta = (a: number, b: number): number => logGamma(a) + logGamma(b) - logGamma(a + b);

/** Stirling's series is exact to the last digits from here on. */
const STIRLING_FROM = 10;

/** @param x above 0 */
function logGamma(x: number): number {
  let [at, passed] = [x, 1];
  for (; at < STIRLING_FROM; at += 1) passed *= at;
  const series = 1 / (12 * at) - 1 / (360 * at ** 3) + 1 / (1_260 * at ** 5) - 1 / (1_680 * at ** 7);
  return (at - 0.5) * Math.log(at) - at + Math.log(2 * Math.PI) / 2 + series - Math.log(passed);
}
