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
  const start = parseInstant(bounds.start);
  const end = parseInstant(bounds.end);
  const write = exact ? formatToTheSecond : formatDateTime;
  if (start !== null && end !== null)
    return fill(formatCopy['fmt.period.range'], {
      start: write(start),
      end: exact ? write(end) : formatBeside(end, start),
    });
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
  return instant === null ? '' : formatBeside(instant, now);
}

function formatToTheSecond(instant: number): string {
  const seconds = shanghaiText(instant).slice(16);
  return formatDateTime(instant) + (seconds === ':00' ? '' : seconds);
}

/** Without its year where that is the other's. */
function formatBeside(instant: number, other: number | null): string {
  const isSameYear = other !== null && shanghaiFields(other).year === shanghaiFields(instant).year;
  return isSameYear ? formatDateTime(instant).replace(/^\d+年/, '') : formatDateTime(instant);
}
