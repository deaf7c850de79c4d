import { expect, it } from 'vitest';
import { nextPercent } from './use-progress.ts';

const after = (steps: readonly number[], ready: boolean) =>
  steps.reduce((percent, step) => nextPercent(percent, ready, step), 0);
const times = (count: number, step = 14) => Array.from({ length: count }, () => step);

it.each<[string, number[], boolean, number]>([
  ['starts at 0', [], true, 0],
  ['adds up', times(3, 10), false, 30],
  ['shows 98 itself', times(7), true, 98],
  ['shows 100 one tick behind 98', times(8), true, 100],
  ['waits at 98 for data and code', times(200), false, 98],
  ['shows no 99', [...times(6), 13, 2], false, 98],
])('the percentage %s', (_, steps, ready, percent) => expect(after(steps, ready)).toBe(percent));
