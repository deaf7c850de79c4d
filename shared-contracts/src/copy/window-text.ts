import { formatDateTime, parseInstant, shanghaiFields, shanghaiText } from '../time/shanghai.ts';
import { formatCopy } from './common.ts';
import { fill } from './fill.ts';

/**
 * A period as `2023年7月17日 09:00 – 8月31日 23:59` (copy deck); the end's year only if it differs.
 * @param bounds ISO times with offset; `null`: unbounded
 * @param options `exact`: both years, and seconds unless 0
 * @returns `null` when unbounded
 */
export function windowText(
  bounds: { start: string | null; end: string | null },
  { exact = false } = {},
): string | null {
  const write = exact ? formatToTheSecond : formatDateTime;
  const start = parseInstant(bounds.start);
  const end = parseInstant(bounds.end);
  if (start !== null && end !== null) {
    const sameYear = shanghaiFields(start).year === shanghaiFields(end).year;
    return fill(formatCopy['fmt.period.range'], {
      start: write(start),
      end: sameYear && !exact ? withoutYear(write(end)) : write(end),
    });
  }
  if (start !== null) return fill(formatCopy['fmt.period.from'], { start: write(start) });
  if (end !== null) return fill(formatCopy['fmt.period.until'], { end: write(end) });
  return null;
}

/**
 * `7月17日 09:00`, without the current year.
 * @param now business time in milliseconds; `null`: unknown
 * @returns empty without a start
 */
export function startText({ start }: { start: string | null }, now: number | null): string {
  const instant = parseInstant(start);
  if (instant === null) return '';
  const thisYear = now !== null && shanghaiFields(now).year === shanghaiFields(instant).year;
  return thisYear ? withoutYear(formatDateTime(instant)) : formatDateTime(instant);
}

function formatToTheSecond(instant: number): string {
  const seconds = shanghaiText(instant).slice(16);
  return formatDateTime(instant) + (seconds === ':00' ? '' : seconds);
}

const withoutYear = (dateTime: string) => dateTime.replace(/^\d+年/, '');
