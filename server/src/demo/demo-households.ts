import { eligibleSupply } from '../activities/campaign/eligibility.ts';
import type { ReportFields } from '../activities/report/report-fields.ts';
import { extremeReport, fewFunctionsReport, fullReport } from './demo-reports.ts';

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

const eligible = { ...eligibleSupply, realNameVerified: true } as const;
const mainBrand = { sn8: '0000A001', spec: 'BCD-501', name: '智能冰箱' };
const premiumBrand = { sn8: '0000B001', spec: 'BCD-610', name: '臻享冰箱' };
const subBrand = { sn8: '0000C001', spec: 'BCD-318', name: '轻享冰箱' };

export const demoHouseholds: readonly DemoHousehold[] = [
  {
    userId: 'U1001', phone: '13800001001', nickName: '林晓', homeId: 'H1001', fridge: { fridgeId: 'F1001', ...mainBrand }, ...eligible,
    drawsLeft: 3, prizes: [{ id: 'demo-physical', level: 2 }, { id: 'demo-virtual', level: 3 }],
    report: fullReport,
    description: '江苏用户，可答题领券；有三种状态的作品、待填地址的奖品，还有3次抽奖机会',
  },
  {
    userId: 'U1002', phone: '13800001002', nickName: '陈默', homeId: 'H1002', fridge: { fridgeId: 'F1002', ...mainBrand }, ...eligible,
    couponGranted: true,
    description: '江苏用户，电费券已领取，直接进入领券页',
  },
  {
    userId: 'U1003', phone: '13800001003', nickName: '苏芮', homeId: 'H1003', fridge: { fridgeId: 'F1003', ...premiumBrand },
    supply: eligibleSupply.supply, realNameVerified: true,
    report: fewFunctionsReport,
    description: '江苏以外的用户，臻享皮肤',
  },
  {
    userId: 'U1004', phone: '13800001004', nickName: '周宁', homeId: 'H1004', fridge: { fridgeId: 'F1004', ...subBrand }, ...eligible,
    description: '江苏用户，可答题领券；轻享皮肤，没有2022年数据、作品和奖品',
  },
  {
    userId: 'U1005', phone: '13800001005', nickName: '吴越', homeId: 'H1005', fridge: { fridgeId: 'F1005', ...mainBrand }, ...eligibleSupply,
    report: extremeReport,
    description: '未实名认证的江苏用户，数据处处是极端值',
  },
  {
    userId: 'U1006', phone: '13800001006', nickName: '何安', homeId: 'H1006',
    description: '还没有绑定冰箱',
  },
];

/** Bound by the stand-in app's `addDevice`. */
export const addedFridge = mainBrand;

export function describeHousehold(userId: string): { userId: string; description: string } | null {
  return demoHouseholds.find((household) => household.userId === userId) ?? null;
}

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
