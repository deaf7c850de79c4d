import { type Outcomes, rateOf } from './failure-evidence.ts';
import type { BothOutcomes, Verdict } from './judge-canary.ts';
import type { MainFault } from './read-canary-sample.ts';

/** Beyond that a chance says nothing more to a reader. */
const MOST_TIMES = 1_000_000;

/** Why a canary was taken back, for the history. */
export function rollBackReason(
  { canary, stable }: { canary: string; stable: string },
  sample: BothOutcomes,
  { byHalf, evidence }: Extract<Verdict, { kind: 'worse' }>,
  fault: MainFault | null,
): string {
  const beside = byHalf
    ? `${stable} has too few visitors to compare (${sample.stable.visitors})`
    : `${stable} for ${share(sample.stable)} in the same time`;
  const harmless = byHalf ? 'that fails for at most half' : 'that is no worse';
  const times = Math.min(Math.floor(Math.exp(evidence)), MOST_TIMES).toLocaleString('en');
  const mostly = fault === null ? '' : ` Mostly: ${fault.phase} ${fault.reason} (${fault.visitors} visitors).`;
  return `${canary} failed for ${share(sample.canary)}, ${beside}. One canary in ${times} ${harmless} looks like this by chance.${mostly}`;
}

/** `18 of 20 visitors (90 %)` */
function share(outcomes: Outcomes): string {
  const percent = (rateOf(outcomes) * 100).toFixed(1).replace(/\.0$/, '');
  return `${outcomes.failed} of ${outcomes.visitors} visitors (${percent} %)`;
}
