import { eligibleSupply } from '../activities/campaign/grants.ts';
import type { ReportFields } from '../activities/report/report-fields.ts';

/** Architecture, "Demo households". */
export type DemoHousehold = {
  userId: string;
  phone: string;
  nickName: string;
  homeId: string;
  /** In the stand-in app's list. */
  description: string;
  fridge?: { fridgeId: string; sn8: string; spec: string; name: string };
  grid?: string;
  supply?: string;
  realNameVerified?: true;
  couponGranted?: true;
  drawsLeft?: number;
  prizes?: readonly { id: string; level: number }[];
  report?: ReportFields;
};

const portrait = (background: string, hair: string) =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" fill="${background}"/><path d="M8 64c2-15 12-20 24-20s22 5 24 20z" fill="#fff"/><path d="M17 28c0-11 6-18 15-18s15 7 15 18v8H17z" fill="${hair}"/><ellipse cx="32" cy="31" rx="11" ry="13" fill="#f3d2bb"/><path d="M21 27c5 0 9-3 11-7 2 4 6 7 11 7-1-9-5-13-11-13s-10 4-11 13z" fill="${hair}"/></svg>`)}`;

/** Data for every slide; the figures are consistent. */
const fullReport: ReportFields = {
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
    { headUrl: portrait('#cfe3d4', '#3a2a22'), userName: '小禾' },
    { headUrl: portrait('#f4ddb6', '#5a3a26'), userName: '小麦' },
    { headUrl: portrait('#f6cdb4', '#2b2430'), userName: '小橙' },
  ],
  problemNum: 9,
  problem: '控糖期间怎么吃水果？',
  keyWordList: ['保鲜专家', '早起先锋', '深夜食堂', '营养管家', '整洁卫士', '省电之星'],
  earliestOpenTimeUsers: 123_456,
  latestOpenTimeUsers: 86_420,
  favoriteUseTimeUsers: 214_700,
};

/** Too few functions for the chart, a cold freezer, a door always closed in time. */
const fewFunctionsReport: ReportFields = {
  registerTime: '2022-03-12',
  registerYears: 0,
  yearOpenNum: 1204,
  yearOpenNumPercent: 41.5,
  averageOpenTime: 42,
  yearOpenDuration: 14,
  doorOpenTimeout: 0,
  earliestOpenTime: '08:05',
  latestOpenTime: '19:20',
  maxTemp: -4,
  maxTempDate: '2022-08-15',
  maxTempTime: '13:30',
  morningOpenNum: 402,
  noonOpenNum: 316,
  nightOpenNum: 486,
  openDoorPercent: 40,
  favoriteUseTime: 1,
  favoriteFunction: '温度调节',
  favoriteFunctionNum: 21,
  foodManageNum: 0,
  marchRecipesNum: 0,
  dietAnalyseNum: 0,
  cleanNum: 0,
  temperatureControlNum: 21,
  checkSelfNum: 0,
  smartServicesNum: 0,
  smartSlienceNum: 9,
  smartCleanNum: 0,
  homeCareNum: 0,
  dietitianeList: [{ headUrl: portrait('#d9d2e9', '#45302a'), userName: '小麦' }],
  problemNum: 2,
  problem: '减脂期晚餐怎么搭配？',
  keyWordList: ['整洁卫士', '省电之星'],
};

/** Edge values: zero, null, just above a limit, unknown. */
const extremeReport: ReportFields = {
  registerTime: null,
  registerYears: 0,
  yearOpenNum: 0,
  yearOpenNumPercent: 0,
  averageOpenTime: 0,
  yearOpenDuration: null,
  doorOpenTimeout: 0,
  earliestOpenTime: '00:00',
  latestOpenTime: '04:00',
  maxTemp: 10.1,
  maxTempDate: '2022-12-10',
  maxTempTime: '00:00',
  morningOpenNum: 0,
  noonOpenNum: null,
  nightOpenNum: 0,
  openDoorPercent: null,
  favoriteUseTime: 7,
  favoriteFunction: null,
  favoriteFunctionNum: 0,
  foodManageNum: 0,
  marchRecipesNum: null,
  dietAnalyseNum: 0,
  cleanNum: 0,
  temperatureControlNum: 0,
  checkSelfNum: 0,
  smartServicesNum: 0,
  smartSlienceNum: 0,
  smartCleanNum: 0,
  homeCareNum: null,
  dietitianeList: null,
  problemNum: 0,
  problem: null,
  keyWordList: [],
  yearOpenNumUsers: 100_001,
  earliestOpenTimeUsers: 100_001,
  latestOpenTimeUsers: 100_001,
  favoriteUseTimeUsers: 100_001,
  favoriteFunctionUsers: 100_001,
};

const eligible = { ...eligibleSupply, realNameVerified: true } as const;
const mainBrand = { sn8: '0000A001', spec: 'BCD-501', name: '智能冰箱' };
const premiumBrand = { sn8: '0000B001', spec: 'BCD-610', name: '臻享冰箱' };
const subBrand = { sn8: '0000C001', spec: 'BCD-318', name: '轻享冰箱' };

export const demoHouseholds: readonly DemoHousehold[] = [
  {
    userId: 'U1001',
    phone: '13800001001',
    nickName: '林晓',
    homeId: 'H1001',
    fridge: { fridgeId: 'F1001', ...mainBrand },
    ...eligible,
    drawsLeft: 3,
    prizes: [
      { id: 'demo-physical', level: 2 },
      { id: 'demo-virtual', level: 3 },
    ],
    report: fullReport,
    description: '江苏用户，可答题领券；有三种状态的作品、待填地址的奖品，还有3次抽奖机会',
  },
  {
    userId: 'U1002',
    phone: '13800001002',
    nickName: '陈默',
    homeId: 'H1002',
    fridge: { fridgeId: 'F1002', ...mainBrand },
    ...eligible,
    couponGranted: true,
    description: '江苏用户，电费券已领取，直接进入领券页',
  },
  {
    userId: 'U1003',
    phone: '13800001003',
    nickName: '苏芮',
    homeId: 'H1003',
    fridge: { fridgeId: 'F1003', ...premiumBrand },
    supply: eligibleSupply.supply,
    realNameVerified: true,
    report: fewFunctionsReport,
    description: '江苏以外的用户，臻享皮肤',
  },
  {
    userId: 'U1004',
    phone: '13800001004',
    nickName: '周宁',
    homeId: 'H1004',
    fridge: { fridgeId: 'F1004', ...subBrand },
    ...eligible,
    description: '江苏用户，可答题领券；轻享皮肤，没有2022年数据、作品和奖品',
  },
  {
    userId: 'U1005',
    phone: '13800001005',
    nickName: '吴越',
    homeId: 'H1005',
    fridge: { fridgeId: 'F1005', ...mainBrand },
    ...eligibleSupply,
    report: extremeReport,
    description: '未实名认证的江苏用户，数据处处是极端值',
  },
  {
    userId: 'U1006',
    phone: '13800001006',
    nickName: '何安',
    homeId: 'H1006',
    description: '还没有绑定冰箱',
  },
];

/** Bound by the stand-in app's `addDevice`. */
export const addedFridge = mainBrand;

/** By the sn8 from its 4th character; `0000A001` is ordinary and has none. */
export const demoDeviceConfigs = [
  { sn: premiumBrand.sn8.slice(3), highBrand: 1, devType: '' },
  { sn: subBrand.sn8.slice(3), highBrand: 0, devType: 'sub' },
] as const;

export const demoOutcomes = [
  { level: 0, weight: 30, stock: null },
  { level: 1, weight: 1, stock: 2 },
  { level: 2, weight: 9, stock: 20 },
  { level: 3, weight: 15, stock: 60 },
  { level: 4, weight: 15, stock: 60 },
  { level: 5, weight: 15, stock: 60 },
  { level: 6, weight: 15, stock: 60 },
] as const;
export const demoCodesPerLevel = 60;
