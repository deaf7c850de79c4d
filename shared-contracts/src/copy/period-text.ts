import { formatDateTime, parseInstant, shanghaiFields } from '../time/shanghai.ts';
import { fill } from './fill.ts';
import { formatCopy } from './formats.ts';

/**
 * A period as the copy deck writes one: `2023年7月17日 09:00 – 8月31日 23:59`. The end names its year only when that
 * isn't the start's.
 * @param bounds ISO times with their offset; `null` where the period has no bound
 * @returns `null` when the period is open for ever
 */
export function periodText(bounds: { start: string | null; end: string | null }): string | null {
  const start = bounds.start === null ? null : parseInstant(bounds.start);
  const end = bounds.end === null ? null : parseInstant(bounds.end);
  if (start !== null && end !== null) {
    const sameYear = shanghaiFields(start).year === shanghaiFields(end).year;
    return fill(formatCopy['fmt.period.range'], { start: formatDateTime(start), end: sameYear ? withoutYear(formatDateTime(end)) : formatDateTime(end) });
  }
  if (start !== null) return fill(formatCopy['fmt.period.from'], { start: formatDateTime(start) });
  if (end !== null) return fill(formatCopy['fmt.period.until'], { end: formatDateTime(end) });
  return null;
}

const withoutYear = (dateTime: string) => dateTime.replace(/^\d+年/, '');
