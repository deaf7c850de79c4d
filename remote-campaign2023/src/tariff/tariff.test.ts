import { tariffs } from '@fridge/shared-contracts/activities/campaign';
import { describe, expect, it } from 'vitest';
import { copy } from '../copy.ts';
import { tariffChart, tariffDay } from './tariff-day.ts';

describe('tariffDay', () => {
  it('covers every hour of the day once, in order', () => {
    const day = tariffDay();
    expect(day.map(({ fromHour, toHour }) => [fromHour, toHour])).toEqual([[0, 8], [8, 21], [21, 24]]);
    expect(day.map((stretch) => stretch.kind)).toEqual(['valley', 'peak', 'valley']);
  });

  it.each([
    ['a peak over midnight', { peak: { fromHour: 20, toHour: 4, price: 2 }, valley: { fromHour: 4, toHour: 20, price: 1 } }, [[0, 4], [4, 20], [20, 24]]],
    ['a change at midnight', { peak: { fromHour: 0, toHour: 12, price: 2 }, valley: { fromHour: 12, toHour: 0, price: 1 } }, [[0, 12], [12, 24]]],
  ])('takes %s', (_name, tariff, hours) => {
    expect(tariffDay(tariff).map(({ fromHour, toHour }) => [fromHour, toHour])).toEqual(hours);
  });
});

describe('tariffChart', () => {
  const chart = tariffChart({ width: 240, height: 100, topPrice: 1 });

  it('draws hours to scale', () => {
    expect(chart.blocks.map(({ x, width }) => [x, width])).toEqual([[0, 80], [80, 130], [210, 30]]);
  });

  it('draws prices to scale from zero', () => {
    const [valley, peak] = chart.blocks;
    expect(valley?.height).toBeCloseTo(100 * tariffs.valley.price);
    expect(peak?.height).toBeCloseTo(100 * tariffs.peak.price);
    expect(100 - chart.flatY).toBeCloseTo(100 * tariffs.flat.price);
    expect((valley?.y ?? 0) + (valley?.height ?? 0)).toBe(100);
  });

  it('outlines the day with one step at each change of price', () => {
    expect(chart.outline).toBe('M0 64.17H80L80 44.17H210L210 64.17H240');
  });

  it('marks both ends of the day and each change', () => {
    expect(chart.ticks).toEqual([{ hour: 0, x: 0 }, { hour: 8, x: 80 }, { hour: 21, x: 210 }, { hour: 24, x: 240 }]);
  });
});

describe('the table in the copy deck', () => {
  it.each(['peak', 'valley', 'flat'] as const)('has the price of %s that the chart draws', (kind) => {
    expect(copy[`campaign.guide.s3.${kind}.price`]).toBe(tariffs[kind].price.toFixed(4));
  });

  it.each(['peak', 'valley'] as const)('has the hours of %s that the chart draws', (kind) => {
    const { fromHour, toHour } = tariffs[kind];
    expect(copy[`campaign.guide.s3.${kind}.time`]).toBe(`${fromHour}:00-${toHour}:00`);
  });
});
