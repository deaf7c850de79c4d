import {
  canaryPercentSchema,
  type CanaryShare,
  canaryStepsSchema,
  type RunningCanary,
} from '@fridge/shared-contracts/team';
import * as v from 'valibot';
import { CommandFailed } from './command-failed.ts';
import type { Options } from './command.ts';
import { numberText } from './option-schemas.ts';

/** How many get it: `10` or `10%`. */
export const percentText = v.pipe(
  v.string(),
  v.transform((text) => text.replace(/%$/, '')),
  numberText(canaryPercentSchema),
);

/** Of every command that starts a canary. */
export const growthOptions = {
  grow: {
    value: 'PERCENT',
    schema: numberText(canaryStepsSchema.entries.percent),
    summary: 'it grows by so much by itself while its users show that it is no worse, and is promoted once all have it',
  },
  every: { value: 'MINUTES', schema: numberText(canaryStepsSchema.entries.minutes), summary: 'and so often' },
} as const satisfies Options;

/** @throws CommandFailed (2) for half a timetable */
export function shareOf(
  percent: number,
  { grow, every }: { grow: number | undefined; every: number | undefined },
): CanaryShare {
  if (grow !== undefined && every !== undefined) return { percent, steps: { percent: grow, minutes: every } };
  if (grow === every) return { percent };
  throw new CommandFailed(2, 'A timetable needs both, such as --grow 10 --every 30.');
}

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
