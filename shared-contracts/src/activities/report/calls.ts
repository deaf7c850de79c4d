import * as v from 'valibot';
import { defineCall } from '../../contract/calls.ts';
import {
  amount,
  calendarDay,
  count,
  degrees,
  givenText,
  lenient,
  listOf,
  percent,
  plainText,
  timeOfDay,
} from './wire-fields.ts';

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
