import {
  formatDate,
  type HostServices,
  type ProseElement,
  readProse,
  specifiedWindows,
} from '@fridge/shared-contracts';
import { collectionEnd, CONTEST_WINDOW } from '@fridge/shared-contracts/activities/contest';
import { readEndTime } from './end-time.ts';
import { rulesCopy } from './rules-copy.ts';

/**
 * The contest's rules with its two dates: from the address's `eTime` where it names one, else the operator's, else the
 * specification's (copy deck 0.1). What counts is the server's period; these are for reading.
 */
export function contestRules({ windows, navigation }: Pick<HostServices, 'windows' | 'navigation'>): ProseElement[] {
  const named = readEndTime(navigation.query['eTime']);
  const end = named ?? Date.parse(windows.bounds(CONTEST_WINDOW).end ?? specifiedWindows.contest.end);
  const period = { start: null, end: new Date(end).toISOString() };
  const collected = collectionEnd(period) ?? end;
  return readProse(rulesCopy['rules.contest'], { collectEnd: formatDate(collected), contestEnd: formatDate(end) });
}
