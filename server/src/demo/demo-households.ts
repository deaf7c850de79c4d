import { isRecord } from '@fridge/shared-contracts/page';
import * as v from 'valibot';
import type { ReportFields } from '../activities/report/report-fields.ts';
import seed from './households.json' with { type: 'json' };

const [text, number] = [v.string(), v.number()];
const isTrue = v.exactOptional(v.literal(true));

/** Architecture, "Demo households". `description`: in the stand-in app's list. */
const householdSchema = v.object({
  userId: text,
  phone: text,
  nickName: text,
  homeId: text,
  description: text,
  fridge: v.exactOptional(v.object({ fridgeId: text, sn8: text, spec: text, name: text })),
  grid: v.exactOptional(text),
  supply: v.exactOptional(text),
  realNameVerified: isTrue,
  couponGranted: isTrue,
  drawsLeft: v.exactOptional(number),
  prizes: v.exactOptional(v.array(v.object({ id: text, level: number }))),
  /** As `report import` takes it. U1001: every slide; U1003: too few functions for the chart; U1005: extremes. */
  report: v.exactOptional(v.custom<ReportFields>(isRecord)),
});
export type DemoHousehold = v.InferOutput<typeof householdSchema>;

/** `deviceConfigs`: `0000A001` is ordinary and has none. */
const seedSchema = v.object({
  households: v.array(householdSchema),
  deviceConfigs: v.array(v.object({ sn: text, highBrand: number, devType: text })),
  outcomes: v.array(v.object({ level: number, weight: number, stock: v.nullable(number) })),
  codesPerLevel: number,
  addedFridge: v.object({ sn8: text, spec: text, name: text }),
});

/** `addedFridge`: bound by the stand-in app's `addDevice`. */
export const {
  households: demoHouseholds,
  deviceConfigs: demoDeviceConfigs,
  outcomes: demoOutcomes,
  codesPerLevel: demoCodesPerLevel,
  addedFridge,
} = v.parse(seedSchema, seed);
