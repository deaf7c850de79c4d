import { Refused } from '../commands/refused.ts';

/** A share, a stock or a cap that grows by more is likelier a digit too many than meant. */
export const MOST_TIMES = 5;

/**
 * @param slips what of a change looks like a slip, one line each
 * @throws Refused, unless there is none or whoever asks has confirmed them
 */
export function requireConfirmed(slips: readonly string[], confirmed: boolean | undefined): void {
  if (confirmed === true || slips.length === 0) return;
  const lines = slips.map((line) => `  ${line}`).join('\n');
  throw new Refused(`Nothing was changed. If this is meant, give the command again with --confirm:\n${lines}`);
}
