import type { ReportFields } from '../activities/report/report-fields.ts';

const portrait = (background: string, hair: string) =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" fill="${background}"/><path d="M8 64c2-15 12-20 24-20s22 5 24 20z" fill="#fff"/><path d="M17 28c0-11 6-18 15-18s15 7 15 18v8H17z" fill="${hair}"/><ellipse cx="32" cy="31" rx="11" ry="13" fill="#f3d2bb"/><path d="M21 27c5 0 9-3 11-7 2 4 6 7 11 7-1-9-5-13-11-13s-10 4-11 13z" fill="${hair}"/></svg>`)}`;

/** Data for every slide; the figures are consistent. */
export const fullReport: ReportFields = {
  registerTime: '2020-06-18', registerYears: 2,
  yearOpenNum: 3286, yearOpenNumPercent: 88, averageOpenTime: 75, yearOpenDuration: 68, doorOpenTimeout: 12,
  earliestOpenTime: '05:42', latestOpenTime: '23:48',
  maxTemp: 6.5, maxTempDate: '2022-07-21', maxTempTime: '14:05',
  morningOpenNum: 820, noonOpenNum: 956, nightOpenNum: 1510, openDoorPercent: 46,
  favoriteUseTime: 5, favoriteFunction: '食材管理', favoriteFunctionNum: 386,
  foodManageNum: 386, marchRecipesNum: 215, dietAnalyseNum: 132, cleanNum: 98, temperatureControlNum: 64,
  checkSelfNum: 12, smartServicesNum: 8, smartSlienceNum: 46, smartCleanNum: 73, homeCareNum: 5,
  dietitianeList: [
    { headUrl: portrait('#cfe3d4', '#3a2a22'), userName: '小禾' },
    { headUrl: portrait('#f4ddb6', '#5a3a26'), userName: '小麦' },
    { headUrl: portrait('#f6cdb4', '#2b2430'), userName: '小橙' },
  ],
  problemNum: 9, problem: '控糖期间怎么吃水果？',
  keyWordList: ['保鲜专家', '早起先锋', '深夜食堂', '营养管家', '整洁卫士', '省电之星'],
  earliestOpenTimeUsers: 123_456, latestOpenTimeUsers: 86_420, favoriteUseTimeUsers: 214_700,
};

/** Too few functions for the chart, a cold freezer, a door always closed in time. */
export const fewFunctionsReport: ReportFields = {
  registerTime: '2022-03-12', registerYears: 0,
  yearOpenNum: 1204, yearOpenNumPercent: 41.5, averageOpenTime: 42, yearOpenDuration: 14, doorOpenTimeout: 0,
  earliestOpenTime: '08:05', latestOpenTime: '19:20',
  maxTemp: -4, maxTempDate: '2022-08-15', maxTempTime: '13:30',
  morningOpenNum: 402, noonOpenNum: 316, nightOpenNum: 486, openDoorPercent: 40,
  favoriteUseTime: 1, favoriteFunction: '温度调节', favoriteFunctionNum: 21,
  foodManageNum: 0, marchRecipesNum: 0, dietAnalyseNum: 0, cleanNum: 0, temperatureControlNum: 21,
  checkSelfNum: 0, smartServicesNum: 0, smartSlienceNum: 9, smartCleanNum: 0, homeCareNum: 0,
  dietitianeList: [{ headUrl: portrait('#d9d2e9', '#45302a'), userName: '小麦' }], problemNum: 2, problem: '减脂期晚餐怎么搭配？',
  keyWordList: ['整洁卫士', '省电之星'],
};

/** Edge values: zero, null, just above a limit, unknown. */
export const extremeReport: ReportFields = {
  registerTime: null, registerYears: 0,
  yearOpenNum: 0, yearOpenNumPercent: 0, averageOpenTime: 0, yearOpenDuration: null, doorOpenTimeout: 0,
  earliestOpenTime: '00:00', latestOpenTime: '04:00',
  maxTemp: 10.1, maxTempDate: '2022-12-10', maxTempTime: '00:00',
  morningOpenNum: 0, noonOpenNum: null, nightOpenNum: 0, openDoorPercent: null,
  favoriteUseTime: 7, favoriteFunction: null, favoriteFunctionNum: 0,
  foodManageNum: 0, marchRecipesNum: null, dietAnalyseNum: 0, cleanNum: 0, temperatureControlNum: 0,
  checkSelfNum: 0, smartServicesNum: 0, smartSlienceNum: 0, smartCleanNum: 0, homeCareNum: null,
  dietitianeList: null, problemNum: 0, problem: null,
  keyWordList: [],
  yearOpenNumUsers: 100_001, earliestOpenTimeUsers: 100_001, latestOpenTimeUsers: 100_001, favoriteUseTimeUsers: 100_001, favoriteFunctionUsers: 100_001,
};
