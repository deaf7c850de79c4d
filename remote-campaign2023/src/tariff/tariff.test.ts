// @vitest-environment happy-dom
import { tariffs } from '@fridge/shared-contracts/activities/campaign';
import { render } from '@testing-library/react';
import { createElement } from 'react';
import { describe, expect, it } from 'vitest';
import { copy } from '../copy.ts';
import { tariffDay } from './tariff-day.ts';
import { TariffFigure } from './tariff-figure.tsx';

it('covers every hour of the day once, in order', () => {
  expect(tariffDay.map(({ kind, fromHour, toHour }) => [kind, fromHour, toHour])).toEqual([
    ['valley', 0, 8],
    ['peak', 8, 21],
    ['valley', 21, 24],
  ]);
});

it('draws hours and prices to scale, from zero', () => {
  const { container } = render(createElement(TariffFigure));
  const numbers = (rect: Element) =>
    ['x', 'y', 'width', 'height'].map((name) => Math.round(Number(rect.getAttribute(name))));
  expect([...container.querySelectorAll('rect')].map(numbers)).toEqual([
    [0, 100, 117, 90],
    [117, 50, 190, 140],
    [306, 100, 44, 90],
  ]);
  expect([...container.querySelectorAll('text')].slice(0, 3).map(({ textContent }) => textContent)).toEqual([
    '0:00',
    '8:00',
    '21:00',
  ]);
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
