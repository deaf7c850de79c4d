import * as v from 'valibot';
import { defineCall } from '../../contract/calls.ts';
import { amount, calendarDay, count, degrees, listOf, percent, plainText, timeOfDay } from './wire-fields.ts';

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

/** `unknown`: a time outside the seven (copy deck 6.9). */
export type FavoriteTime = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 'unknown';

const favoriteTime = v.optional(
  v.pipe(
    v.unknown(),
    v.transform((raw): FavoriteTime | null => {
      if (raw === null || raw === undefined || raw === '') return null;
      const value = typeof raw === 'string' ? Number(raw.trim() || Number.NaN) : raw;
      return value === 0 || value === 1 || value === 2 || value === 3 || value === 4 || value === 5 || value === 6
        ? value
        : 'unknown';
    }),
  ),
  null,
);

export type Dietitian = { headUrl: string; userName: string };

const dietitian = v.object({ headUrl: plainText, userName: plainText });
const readDietitian = (raw: unknown): Dietitian | null => {
  const parsed = v.safeParse(dietitian, raw);
  return parsed.success && parsed.output.userName !== '' ? parsed.output : null;
};
const readWord = (raw: unknown): string | null => v.parse(plainText, raw) || null;

const counts = <const Name extends string>(names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, count])) as Record<Name, typeof count>; // fromEntries forgets the key type

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
  ...counts(functionFields),
  dietitianeList: listOf(readDietitian),
  problemNum: count,
  problem: plainText,
  keyWordList: listOf(readWord),
  ...counts([
    'yearOpenNumUsers',
    'earliestOpenTimeUsers',
    'latestOpenTimeUsers',
    'favoriteUseTimeUsers',
    'favoriteFunctionUsers',
  ]),
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
