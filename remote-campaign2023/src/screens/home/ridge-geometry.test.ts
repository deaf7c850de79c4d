import { tariffs } from '@fridge/shared-contracts/activities/campaign';
import { describe, expect, it } from 'vitest';
import { curvePoints } from '../../theme/tariff-curve.ts';
import { crescentX, day, hourAt, stars, summitX, valleyX, xOf } from './ridge-geometry.ts';

const inPeak = (x: number) => hourAt(x) > tariffs.peak.fromHour && hourAt(x) < tariffs.peak.toHour;

describe('the picture of the day', () => {
  it('has the sun over the hours of the peak, moon, stars and fridge over those of the valley', () => {
    expect(inPeak(summitX)).toBe(true);
    expect([valleyX, crescentX, ...stars.map(({ x }) => x)].filter(inPeak)).toEqual([]);
  });

  it('has the summit of its line at the sun and the floor of its line at the fridge', () => {
    const points = curvePoints({ ...day, peakY: 100, valleyY: 200, softness: 2, crest: 8 }).filter(({ x }) => x >= 0 && x <= day.right);
    expect(points.find(({ y }) => y < 100)?.x).toBeCloseTo(summitX);
    expect(points.find(({ y }) => y > 200)?.x).toBeCloseTo(valleyX);
  });

  it('reads its hours as it writes them', () => expect(hourAt(xOf(32))).toBeCloseTo(8));
});
