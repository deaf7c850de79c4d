// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { ClockScene, litWindows } from './scenes.tsx';

afterEach(cleanup);

describe('litWindows', () => {
  it.each([
    [0, 0],
    [0.0002, 1],
    [0.5, 27],
    [1, 54],
  ])('lights for a share of %d: %i of 54', (share, count) => {
    expect(litWindows(54, share)).toHaveLength(count);
    expect(new Set(litWindows(54, share)).size).toBe(count);
  });

  it('lights the same windows and more', () =>
    expect(litWindows(54, 0.8).slice(0, 10)).toEqual(litWindows(54, 0.2).slice(0, 10)));
});

it.each([
  ['earliest', 0, false],
  ['earliest', 239, false],
  ['earliest', 240, true],
  ['earliest', 780, true],
  ['latest', 240, false],
] as const)('an %s opening in minute %i has a rising sun: %s', (of, minute, isMorning) => {
  const { container } = render(<ClockScene of={of} minute={minute} />);
  expect(container.querySelector('[class*="horizon"]') !== null).toBe(isMorning);
});
