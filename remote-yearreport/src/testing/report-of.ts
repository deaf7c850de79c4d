import { type Report, reportSchema } from '@fridge/shared-contracts/activities/report';
import { parse } from 'valibot';

/** A report read from fields as a backend would send them; what isn't named is absent. */
export const reportOf = (fields: Readonly<Record<string, unknown>> = {}): Report => parse(reportSchema, fields);

/** A fridge that has something to say on every slide. */
export const fullFields = {
  registerTime: '2020-06-18',
  registerYears: 2,
  yearOpenNum: 3286,
  yearOpenNumPercent: 88,
  averageOpenTime: 75,
  yearOpenDuration: 68,
  doorOpenTimeout: 12,
  earliestOpenTime: '05:42',
  latestOpenTime: '23:48',
  maxTemp: 6.5,
  maxTempDate: '2022-07-21',
  maxTempTime: '14:05',
  morningOpenNum: 820,
  noonOpenNum: 956,
  nightOpenNum: 1510,
  openDoorPercent: 46,
  favoriteUseTime: 5,
  favoriteFunction: '食材管理',
  favoriteFunctionNum: 386,
  foodManageNum: 386,
  marchRecipesNum: 215,
  dietAnalyseNum: 132,
  cleanNum: 98,
  temperatureControlNum: 64,
  checkSelfNum: 12,
  smartServicesNum: 8,
  smartSlienceNum: 46,
  smartCleanNum: 73,
  homeCareNum: 5,
  dietitianeList: [
    { headUrl: '', userName: '小禾' },
    { headUrl: '', userName: '小麦' },
    { headUrl: '', userName: '小橙' },
  ],
  problemNum: 9,
  problem: '控糖期间怎么吃水果？',
  keyWordList: ['保鲜专家', '早起先锋', '深夜食堂', '营养管家', '整洁卫士', '省电之星'],
  earliestOpenTimeUsers: 123_456,
  latestOpenTimeUsers: 100_000,
} as const;
export const fullReport = reportOf(fullFields);
