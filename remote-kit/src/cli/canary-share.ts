import {
  canaryPercentSchema,
  type CanaryShare,
  canaryStepsSchema,
  MOST_STEP_MINUTES,
  type RunningCanary,
} from '@fridge/shared-contracts/team';
import * as v from 'valibot';
import { CommandFailed } from './command-failed.ts';
import type { Options } from './command.ts';

/** The first version of the kit's API that has canaries. */
export const CANARY_SINCE = '1.1';

/** Of every command that starts a canary. */
export const growthOptions = {
  grow: {
    type: 'string',
    value: 'PERCENT',
    summary: 'it grows by so much by itself while its users show that it is no worse, and is promoted once all have it',
  },
  every: { type: 'string', value: 'MINUTES', summary: 'and so often' },
} as const satisfies Options;

type Growth = { grow: string | undefined; every: string | undefined };

/**
 * Reads how many get a canary.
 * @param named what the percentage is called on the command line
 * @throws CommandFailed (2) with each fault
 */
export function readShare(named: string, percentText: string, { grow, every }: Growth): CanaryShare {
  const percent = numberOf(percentText);
  const steps =
    grow === undefined || every === undefined ? undefined : { percent: numberOf(grow), minutes: numberOf(every) };
  const faults = [
    v.is(canaryPercentSchema, percent) ? null : `${named} needs a whole number from 0 to 100, such as 10.`,
    (grow === undefined) === (every === undefined) ? null : 'A timetable needs both, such as --grow 10 --every 30.',
    steps === undefined || v.is(canaryStepsSchema, steps)
      ? null
      : `--grow needs a whole number from 1 to 100, --every one from 1 to ${MOST_STEP_MINUTES} (minutes).`,
  ].filter((fault) => fault !== null);
  if (faults.length > 0) throw new CommandFailed(2, faults);
  return { percent, ...(steps && { steps }) };
}

const numberOf = (text: string): number => (/^\d{1,6}%?$/.test(text) ? Number.parseInt(text, 10) : Number.NaN);

/** `10 % of the users get 1.5.0, 10 % more every 30 minutes; all others get 1.4.0.` */
export function canaryLine({ release, ...share }: RunningCanary, stable: string | null, get = 'get'): string {
  return `${share.percent} % of the users ${get} ${release}${growthWords(share)}; all others ${get} ${stable ?? 'no release'}.`;
}

function growthWords({ steps }: Pick<CanaryShare, 'steps'>): string {
  if (steps === undefined) return '';
  return `, ${steps.percent} % more every ${steps.minutes === 1 ? 'minute' : `${steps.minutes} minutes`}`;
}

/** What can be done about a running one. */
export function nextLines({ release, percent }: RunningCanary): string[] {
  const more =
    percent >= 100 ? [] : [`For more of them: npx remote-kit canary ${release} ${Math.min(percent + 15, 100)}`];
  return [...more, 'For all, and the canary ends: npx remote-kit promote', 'For none: npx remote-kit canary end'];
}
