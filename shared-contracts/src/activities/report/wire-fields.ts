import * as v from 'valibot';
import { cleanText } from '../../text/clean-field.ts';
import { parseInstant, shanghaiFields } from '../../time/shanghai.ts';

/** Missing, negative or malformed values become `null` and never fail the report. */
const lenient = <T>(read: (raw: unknown) => T | null) => v.optional(v.pipe(v.unknown(), v.transform(read)), null);

/** Above any real count. */
const MAX_VALUE = 999_999_999;

/** Also with a unit: `'12.5'`, `'88%'`. */
function readNumber(raw: unknown): number | null {
  if (typeof raw === 'string' && !/^-?\d+(?:\.\d+)?(?:\s*[%℃])?$/.test(raw.trim())) return null;
  const value = typeof raw === 'number' ? raw : typeof raw === 'string' ? Number.parseFloat(raw) : Number.NaN;
  return Number.isFinite(value) && Math.abs(value) <= MAX_VALUE ? value : null;
}

const atLeastZero = (raw: unknown): number | null => {
  const value = readNumber(raw);
  return value !== null && value >= 0 ? value : null;
};

/** Fractions are cut off. */
export const count = lenient((raw) => {
  const value = atLeastZero(raw);
  return value === null ? null : Math.floor(value);
});
/** Seconds or hours, with fractions. */
export const amount = lenient(atLeastZero);
/** 0 to 100. */
export const percent = lenient((raw) => {
  const value = atLeastZero(raw);
  return value !== null && value <= 100 ? value : null;
});
/** Degrees Celsius, also below zero. */
export const degrees = lenient(readNumber);

/** Backends' spellings of a missing value. */
const MISSING = /^(?:null|undefined|nan|none|-+)$/i;

/** Text without markup and line breaks; `''` when missing. */
export const plainText = v.optional(v.pipe(v.unknown(), v.transform(readPlainText)), '');

function readPlainText(raw: unknown): string {
  if (typeof raw !== 'string' && !Number.isSafeInteger(raw)) return '';
  // Bounds the regular expressions; no slide has room for more.
  const text = cleanText(String(raw).slice(0, 2000))
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
  return MISSING.test(text) ? '' : text;
}

/** Minutes since midnight, from `06:12`, `6:12:30` or a date with a time. */
export const timeOfDay = lenient((raw) => {
  if (typeof raw !== 'string') return null;
  const instant = parseInstant(raw);
  if (instant !== null) {
    const { hour, minute } = shanghaiFields(instant);
    return hour * 60 + minute;
  }
  const match = /^(?:\d[\d/年月日.-]*[\sT]+)?(\d{1,2}):(\d{2})(?::\d{2}(?:\.\d+)?)?$/.exec(raw.trim());
  const [, hour = Number.NaN, minute = Number.NaN] = match?.map(Number) ?? [];
  return hour < 24 && minute < 60 ? hour * 60 + minute : null;
});

/** `year` is `null` where the data have none. */
export type CalendarDay = { year: number | null; month: number; day: number };

/** `2020-06-18`, `2020/6/18`, `2020年6月18日` (each also with a time), `06-18`, an instant or its milliseconds. */
export const calendarDay = lenient((raw): CalendarDay | null => {
  if (typeof raw !== 'string' && typeof raw !== 'number') return null;
  const text = String(raw);
  const instant = typeof raw === 'number' || /^\d{12,13}$/.test(text) ? Number(raw) : parseInstant(text);
  if (instant !== null) {
    const { year, month, day } = shanghaiFields(instant);
    return year >= 2000 && year < 2100 ? { year, month, day } : null;
  }
  const match = /^(?:(\d{4})[-/.年])?(\d{1,2})[-/.月](\d{1,2})日?(?:[\sT].*)?$/.exec(text.trim());
  if (!match) return null;
  const day = {
    year: match[1] === undefined ? null : Number(match[1]),
    month: Number(match[2]),
    day: Number(match[3]),
  };
  // Without a year, 29 February is valid.
  return isCalendarDay(day.year ?? 2020, day.month, day.day) ? day : null;
});

function isCalendarDay(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/** Without malformed entries; empty for anything but a list. */
export const listOf = <Entry>(read: (raw: unknown) => Entry | null) =>
  v.optional(
    v.pipe(
      v.unknown(),
      v.transform((raw): Entry[] =>
        (Array.isArray(raw) ? raw.slice(0, 1000) : []).map(read).filter((entry) => entry !== null),
      ),
    ),
    [],
  );
