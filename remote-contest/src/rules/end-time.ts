import { parseInstant } from '@fridge/shared-contracts';

/** The end that the address names, so that a link shows the dates of its own campaign; display only. */
const DATE_TIME = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:[ T+](\d{1,2}):(\d{2})(?::(\d{2}))?)?$/;
const two = (value: string) => value.padStart(2, '0');

/**
 * Reads `eTime` (spec section 2, "Work"), whose form isn't shown: milliseconds or seconds since the epoch, an ISO time,
 * or a date with or without a time, which is then Shanghai's. A date alone means the end of its day.
 * @returns milliseconds, or `null` for what can't be read
 */
export function readEndTime(text: string | undefined): number | null {
  const given = text?.trim() ?? '';
  if (/^\d{13}$/.test(given)) return Number(given);
  if (/^\d{10}$/.test(given)) return Number(given) * 1000;
  const parts = DATE_TIME.exec(given);
  if (parts === null) return parseInstant(given);
  const [, year = '', month = '', day = '', hour, minute = '59', second = hour === undefined ? '59' : '00'] = parts;
  const iso = `${year}-${two(month)}-${two(day)}T${two(hour ?? '23')}:${minute}:${second}+08:00`;
  // `2021-02-31` would otherwise be a day in March.
  const instant = parseInstant(iso);
  return instant !== null && new Date(instant + 8 * 60 * 60 * 1000).getUTCDate() === Number(day) ? instant : null;
}
