import { type Outcomes, rateOf } from './failure-evidence.ts';
import type { BothOutcomes, Verdict } from './judge-release.ts';
import type { Judged, MainFault } from './read-sample.ts';

/** Beyond that a chance says nothing more to a reader. */
const MOST_TIMES = 1_000_000;

/** Why a release was taken back, for the history. */
export function rollBackReason(
  { canary, stable, before }: Pick<Judged, 'canary' | 'stable' | 'before'>,
  sample: BothOutcomes,
  { byHalf, evidence }: Extract<Verdict, { kind: 'worse' }>,
  fault: MainFault | null,
): string {
  const when = before === undefined ? 'in the same time' : 'in the hour before';
  const beside = byHalf
    ? `${stable} has too few visitors to compare (${sample.stable.visitors})`
    : `${stable} for ${share(sample.stable)} ${when}`;
  const what = before === undefined ? 'One canary' : 'One release';
  const harmless = byHalf ? 'that fails for at most half' : 'that is no worse';
  const times = Math.min(Math.floor(Math.exp(evidence)), MOST_TIMES).toLocaleString('en');
  const mostly = fault === null ? '' : ` Mostly: ${fault.phase} ${fault.reason} (${fault.visitors} visitors).`;
  return `${canary} failed for ${share(sample.canary)}, ${beside}. ${what} in ${times} ${harmless} looks like this by chance.${mostly}`;
}

/** `18 of 20 visitors (90 %)` */
function share(outcomes: Outcomes): string {
  const percent = (rateOf(outcomes) * 100).toFixed(1).replace(/\.0$/, '');
  return `${outcomes.failed} of ${outcomes.visitors} visitors (${percent} %)`;
}
