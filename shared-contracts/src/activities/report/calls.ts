import * as v from 'valibot';
import { defineCall } from '../../contract/calls.ts';
import { anything } from '../../contract/fields.ts';
import { cleanText } from '../../text/clean-field.ts';
import { parseInstant, shanghaiFields, shanghaiText } from '../../time/shanghai.ts';

/** Never fails the report. @param read gets a missing value as `null` */
const lenient = <Value>(read: (raw: unknown) => Value) => v.optional(v.pipe(anything, v.transform(read)), null);

/** Above any real count. */
const MAX_VALUE = 999_999_999;

/** Text may have a unit: `'12.5'`, `'88%'`. */
const NUMBER = /^-?\d+(?:\.\d+)?(?:\s*[%℃])?$/;
/** Missing, malformed, too low or too high: `null`. */
const numberFrom = (least: number, most = MAX_VALUE) =>
  lenient((raw) => {
    const value = typeof raw === 'string' && NUMBER.test(raw.trim()) ? Number.parseFloat(raw) : raw;
    return typeof value === 'number' && value >= least && value <= most ? value : null;
  });

/** Seconds or hours, with fractions. */
const amount = numberFrom(0);
/** Fractions are cut off. */
const count = v.pipe(
  amount,
  v.transform((value) => value && Math.floor(value)),
);
const percent = numberFrom(0, 100);
/** Degrees Celsius, also below zero. */
const degrees = numberFrom(-MAX_VALUE);

/** Backends' spellings of a missing value. */
const MISSING = /^(?:null|undefined|nan|none|-+)$/i;

/** Text without markup and line breaks; `''` when missing. */
const plainText = lenient((raw) => {
  if (typeof raw !== 'string' && !Number.isSafeInteger(raw)) return '';
  // Bounds the regular expressions; no slide has room for more.
  const text = cleanText(String(raw).slice(0, 2000))
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
  return MISSING.test(text) ? '' : text;
});
/** For lists, which leave out an entry without it. */
const givenText = v.pipe(plainText, v.minLength(1));

/** Minutes since midnight, from `06:12`, `6:12:30` or a date with a time. */
const timeOfDay = lenient((raw) => {
  if (typeof raw !== 'string') return null;
  const instant = parseInstant(raw);
  const text = instant === null ? raw.trim() : shanghaiText(instant);
  const match = /^(?:\d[\d/年月日.-]*[\sT]+)?(\d{1,2}):(\d{2})(?::\d{2}(?:\.\d+)?)?$/.exec(text);
  const [, hour = Number.NaN, minute = Number.NaN] = match?.map(Number) ?? [];
  return hour < 24 && minute < 60 ? hour * 60 + minute : null;
});

/** `year` is `null` where the data have none. */
export type CalendarDay = { year: number | null; month: number; day: number };

/** `2020-06-18`, `2020/6/18`, `2020年6月18日` (each also with a time), `06-18`, an instant or its milliseconds. */
const calendarDay = lenient((raw): CalendarDay | null => {
  if (typeof raw !== 'string' && typeof raw !== 'number') return null;
  const text = String(raw);
  const instant = typeof raw === 'number' || /^\d{12,13}$/.test(text) ? Number(raw) : parseInstant(text);
  if (instant !== null) {
    const { year, month, day } = shanghaiFields(instant);
    return year >= 2000 && year < 2100 ? { year, month, day } : null;
  }
  const match = /^(?:([12]\d{3})[-/.年])?(\d{1,2})[-/.月](\d{1,2})日?(?:[\sT].*)?$/.exec(text.trim()) ?? [];
  // Without a year, 29 February is valid.
  const [year, month, day] = [Number(match[1] ?? 2020), Number(match[2]), Number(match[3])];
  // Days that a month doesn't have are counted into the next.
  const isDay = new Date(Date.UTC(year, month - 1, day)).getUTCMonth() === month - 1;
  return isDay ? { year: match[1] === undefined ? null : year, month, day } : null;
});

/** Without malformed entries; empty for anything but a list. */
const listOf = <Entry>(schema: v.GenericSchema<unknown, Entry>) =>
  lenient((raw) =>
    (Array.isArray(raw) ? raw.slice(0, 1000) : []).flatMap((entry): Entry[] => {
      const { success, output } = v.safeParse(schema, entry);
      return success ? [output] : [];
    }),
  );

/** Counted functions (spec section 3, "Counts per feature"). */
export const functionFields = [
  'foodManageNum',
  'marchRecipesNum',
  'dietAnalyseNum',
  'cleanNum',
  'temperatureControlNum',
  'checkSelfNum',
  'smartServicesNum',
  'smartSlienceNum',
  'smartCleanNum',
  'homeCareNum',
] as const;
export type FunctionField = (typeof functionFields)[number];

const favoriteTimes = [0, 1, 2, 3, 4, 5, 6] as const;
/** `unknown`: a time outside the seven (copy deck 6.9). */
export type FavoriteTime = (typeof favoriteTimes)[number] | 'unknown';

const favoriteTime = lenient((raw): FavoriteTime | null =>
  raw === null || raw === '' ? null : (favoriteTimes.find((time) => String(time) === String(raw).trim()) ?? 'unknown'),
);

const dietitian = v.object({ headUrl: plainText, userName: givenText });
export type Dietitian = v.InferOutput<typeof dietitian>;

/**
 * A fridge's year (spec section 3, "Year report data"). Values that can't be shown are `null`. `<field>Users`: number
 * of other users with the same value (section 9, where the fields have no names).
 */
export const reportSchema = v.object({
  registerTime: calendarDay,
  registerYears: count,
  yearOpenNum: count,
  yearOpenNumPercent: percent,
  /** Seconds. */
  averageOpenTime: amount,
  /** Hours. */
  yearOpenDuration: amount,
  doorOpenTimeout: count,
  /** Minutes since midnight, like all times of day here. */
  earliestOpenTime: timeOfDay,
  latestOpenTime: timeOfDay,
  /** Of the freezer, degrees Celsius. */
  maxTemp: degrees,
  maxTempDate: calendarDay,
  maxTempTime: timeOfDay,
  morningOpenNum: count,
  noonOpenNum: count,
  nightOpenNum: count,
  openDoorPercent: percent,
  favoriteUseTime: favoriteTime,
  favoriteFunction: plainText,
  favoriteFunctionNum: count,
  ...v.entriesFromList(functionFields, count),
  dietitianeList: listOf(dietitian),
  problemNum: count,
  problem: plainText,
  keyWordList: listOf(givenText),
  yearOpenNumUsers: count,
  earliestOpenTimeUsers: count,
  latestOpenTimeUsers: count,
  favoriteUseTimeUsers: count,
  favoriteFunctionUsers: count,
});
export type Report = v.InferOutput<typeof reportSchema>;

/** Report service (spec section 7). */
export const reportCalls = {
  /** `null`: no data for 2022. */
  getReport: defineCall({
    path: '/annualReport/2022/get.do',
    required: ['fridgeId'],
    access: 'report',
    data: v.nullable(reportSchema),
  }),
} as const;

/** The specification's other path (section 7), for the server only: no release lists it. */
export const OLDER_REPORT_PATH = '/annualReport/get.do';
