import { fill, formatCopy } from '@fridge/shared-contracts';
import { type CalendarDay, reportTerms } from '@fridge/shared-contracts/activities/report';

// Formats of the copy deck, section 0.2.

const TEN_THOUSAND = 10_000;
const twoDigits = (value: number) => String(value).padStart(2, '0');

/** At most one decimal, no `.0`; a value above 0 is at least 0.1. */
export function plainNumber(value: number): string {
  const rounded = Math.round(value * 10) / 10;
  return String(value > 0 && rounded === 0 ? 0.1 : rounded);
}

export function formatUsers(users: number): string {
  if (users <= reportTerms.usersInFull) return fill(formatCopy['fmt.users.plain'], { n: users });
  return fill(formatCopy['fmt.users.over'], { w: Math.floor(users / TEN_THOUSAND) });
}

/** @param degrees above 0 */
export function formatMaxTemp(degrees: number): string {
  if (degrees > reportTerms.maxTempInFull) return formatCopy['fmt.temp.over'];
  return fill(formatCopy['fmt.temp.value'], { n: plainNumber(degrees) });
}

/** @param minute since midnight */
export function formatTime(minute: number): string {
  return fill(formatCopy['fmt.time'], { HH: twoDigits(Math.floor(minute / 60)), mm: twoDigits(minute % 60) });
}

export function formatDay({ year, month, day }: CalendarDay): string {
  return year === null ? formatDayShort({ month, day }) : fill(formatCopy['fmt.date'], { Y: year, M: month, D: day });
}

export function formatDayShort({ month, day }: Pick<CalendarDay, 'month' | 'day'>): string {
  return fill(formatCopy['fmt.dateShort'], { M: month, D: day });
}

/** Maximum lengths, characters. */
export const room = { keyword: 8, userName: 8, problem: 36, functionName: 12 } as const;

/** Maximum entries; sentences count all. */
export const shownAtMost = { keywords: 6, dietitians: 4 } as const;
