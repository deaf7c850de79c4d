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
    value: 'PERCENT',
    summary: 'it grows by so much by itself while its users show that it is no worse, and is promoted once all have it',
  },
  every: { value: 'MINUTES', summary: 'and so often' },
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
  const faults: string[] = [];
  if (!v.is(canaryPercentSchema, percent)) faults.push(`${named} needs a whole number from 0 to 100, such as 10.`);
  if ((grow === undefined) !== (every === undefined))
    faults.push('A timetable needs both, such as --grow 10 --every 30.');
  if (steps !== undefined && !v.is(canaryStepsSchema, steps))
    faults.push(`--grow needs a whole number from 1 to 100, --every one from 1 to ${MOST_STEP_MINUTES} (minutes).`);
  if (faults.length > 0) throw new CommandFailed(2, faults);
  return { percent, ...(steps && { steps }) };
}

const numberOf = (text: string): number => (/^\d{1,6}%?$/.test(text) ? Number.parseInt(text, 10) : Number.NaN);

/** `10 % of the users get 1.5.0, 10 % more every 30 minutes; all others get 1.4.0.` */
export function canaryLine({ release, percent, steps }: RunningCanary, stable: string | null, get = 'get'): string {
  const often = steps?.minutes === 1 ? 'minute' : `${steps?.minutes} minutes`;
  const growth = steps === undefined ? '' : `, ${steps.percent} % more every ${often}`;
  return `${percent} % of the users ${get} ${release}${growth}; all others ${get} ${stable ?? 'no release'}.`;
}

/** What can be done about a running one. */
export function nextLines({ release, percent }: RunningCanary): string[] {
  const more =
    percent >= 100 ? [] : [`For more of them: npx remote-kit canary ${release} ${Math.min(percent + 15, 100)}`];
  return [...more, 'For all, and the canary ends: npx remote-kit promote', 'For none: npx remote-kit canary end'];
}
