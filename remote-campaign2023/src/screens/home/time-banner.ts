import { formatDateTime, parseInstant, shanghaiFields } from '@fridge/shared-contracts';
import { fill } from '@fridge/shared-contracts/copy';
import { copy } from '../../copy.ts';

/**
 * The activity time as the copy deck writes it (`campaign.home.time`), from the period in the settings: the end names
 * its year only when that isn't the start's.
 * @param bounds ISO times with their offset; `null` where the period has no bound
 * @returns the banner's text, or `null` when the period is open for ever
 */
export function timeBanner(bounds: { start: string | null; end: string | null }): string | null {
  const start = bounds.start === null ? null : parseInstant(bounds.start);
  const end = bounds.end === null ? null : parseInstant(bounds.end);
  if (start !== null && end !== null) {
    const sameYear = shanghaiFields(start).year === shanghaiFields(end).year;
    return fill(copy['campaign.home.time.range'], {
      start: formatDateTime(start),
      end: sameYear ? withoutYear(formatDateTime(end)) : formatDateTime(end),
    });
  }
  if (start !== null) return fill(copy['campaign.home.time.from'], { start: formatDateTime(start) });
  if (end !== null) return fill(copy['campaign.home.time.until'], { end: formatDateTime(end) });
  return null;
}

const withoutYear = (dateTime: string) => dateTime.replace(/^\d+年/, '');
