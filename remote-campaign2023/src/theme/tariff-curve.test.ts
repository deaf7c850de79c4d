import { describe, expect, it } from 'vitest';
import { curvePoints, fillDownTo, tariffCurve } from './tariff-curve.ts';

const shape = { fromHour: 12, toHour: 36, left: 0, right: 240, peakY: 20, valleyY: 100, softness: 2, crest: 8 };

describe('curvePoints', () => {
  it('puts the middle of each slope at the hour at which the price changes', () => {
    const points = curvePoints(shape);
    const dusk = points.findIndex((point) => point.x === 70); // 19:00
    expect(points.slice(dusk, dusk + 2)).toEqual([{ x: 70, y: 20 }, { x: 110, y: 100 }]);
  });

  it('goes from left to right and reaches beyond both ends', () => {
    const xs = curvePoints(shape).map((point) => point.x);
    expect(xs).toEqual([...xs].sort((one, other) => one - other));
    expect(xs[0]).toBeLessThan(0);
    expect(xs.at(-1)).toBeGreaterThan(240);
  });

  it('raises summits and sinks floors', () => {
    const ys = new Set(curvePoints(shape).map((point) => point.y));
    expect(ys).toEqual(new Set([12, 20, 100, 102]));
  });
});

describe('tariffCurve', () => {
  it('is one open path', () => {
    expect(tariffCurve(shape)).toMatch(/^M-?[\d.]+ [\d.]+(C[-\d. ]+)+$/);
  });
});

describe('fillDownTo', () => {
  it('closes below the first and the last point', () => {
    expect(fillDownTo('M-5 1C0 1 0 2 9.5 2', 40)).toBe('M-5 1C0 1 0 2 9.5 2L9.5 40L-5 40Z');
  });
});
