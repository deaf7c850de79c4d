import { tariffs } from '@fridge/shared-contracts/activities/campaign';
import { HOURS_PER_DAY } from '../../tariff/tariff-day.ts';

/** From the morning to the next: the whole peak's summit, then the whole valley. Lengths in the drawing's own units. */
export const day = { fromHour: 10, toHour: 34, left: 0, right: 390 } as const;

/** @param hour counted on beyond midnight: 32 is the next day's 8:00 */
export function xOf(hour: number): number {
  return day.left + ((hour - day.fromHour) / (day.toHour - day.fromHour)) * (day.right - day.left);
}

/** The hour of the day at a place of the picture. */
export function hourAt(x: number): number {
  return (day.fromHour + ((x - day.left) / (day.right - day.left)) * (day.toHour - day.fromHour)) % HOURS_PER_DAY;
}

/** Middle of the peak, where the sun stands, and of the night's valley, where the fridge does. */
export const summitX = xOf((tariffs.peak.fromHour + tariffs.peak.toHour) / 2);
export const valleyX = xOf((tariffs.valley.fromHour + tariffs.valley.toHour + HOURS_PER_DAY) / 2);

/** The night's own sky lies between the hours at which the price changes. */
export const stars: readonly { x: number; y: number; radius: number }[] = [
  { x: xOf(21.6), y: 150, radius: 1.4 },
  { x: xOf(22.4), y: 104, radius: 1.1 },
  { x: xOf(23.2), y: 172, radius: 1.2 },
  { x: xOf(30.2), y: 66, radius: 1.2 },
  { x: xOf(31), y: 168, radius: 1 },
  { x: xOf(31.7), y: 112, radius: 1.5 },
];
export const crescentX = xOf(30.9);
