import { evidenceOfMostlyFailing, evidenceOfWorse, type Outcomes } from './failure-evidence.ts';

/** With fewer visitors a canary isn't judged; with fewer of stable it isn't compared with stable. */
export const LEAST_VISITORS = 20;

/** The chance that a canary that isn't worse is ever taken back, at most; half of it for each of the two tests. */
export const MOST_FALSE_ROLL_BACKS = 0.01;
const ENOUGH = Math.log(2 / MOST_FALSE_ROLL_BACKS);

/**
 * Of the networks with the most failures. The visitors in all others have to show the same, so that this many hostile
 * networks decide nothing.
 */
export const NETWORKS_LEFT_OUT = 3;

type BothOutcomes = { canary: Outcomes; stable: Outcomes };

export type CanarySample = BothOutcomes & {
  /** The networks with the most visitors for whom the canary failed, at most `NETWORKS_LEFT_OUT`. */
  mostFailing: readonly BothOutcomes[];
  /** In how many networks the remote's visitors are; of `NETWORKS_LEFT_OUT` or fewer none is left out. */
  networks: number;
};

/** `byHalf`: without enough visitors of stable, it is compared with a canary that fails for half of its visitors. */
export type Verdict =
  | { takeBack: true; byHalf: boolean; evidence: number }
  | { takeBack: false; because: 'fewVisitors' | 'notShown' | 'fewNetworks' };

/** Whether a canary is taken back (docs/operations.md, "Roll-back by itself"; decision 12). */
export function judgeCanary(sample: CanarySample): Verdict {
  if (sample.canary.visitors < LEAST_VISITORS) return { takeBack: false, because: 'fewVisitors' };
  const evidence = evidenceOf(sample);
  if (evidence < ENOUGH) return { takeBack: false, because: 'notShown' };
  if (sample.networks > NETWORKS_LEFT_OUT && evidenceOf(withoutMostFailing(sample)) < ENOUGH)
    return { takeBack: false, because: 'fewNetworks' };
  return { takeBack: true, byHalf: isAlone(sample), evidence };
}

const evidenceOf = (outcomes: BothOutcomes): number =>
  isAlone(outcomes) ? evidenceOfMostlyFailing(outcomes.canary) : evidenceOfWorse(outcomes.canary, outcomes.stable);

/** Where stable is hardly opened, such as beside a canary of 100 %. */
const isAlone = ({ stable }: BothOutcomes): boolean =>
  stable.visitors < LEAST_VISITORS && stable.failed * 2 <= stable.visitors;

function withoutMostFailing({ canary, stable, mostFailing }: CanarySample): BothOutcomes {
  return {
    canary: mostFailing.reduce((left, network) => less(left, network.canary), canary),
    stable: mostFailing.reduce((left, network) => less(left, network.stable), stable),
  };
}

const less = (all: Outcomes, part: Outcomes): Outcomes => ({
  visitors: all.visitors - part.visitors,
  failed: all.failed - part.failed,
});
