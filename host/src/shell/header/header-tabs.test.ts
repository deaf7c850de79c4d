import { expect, it } from 'vitest';
import { tabAfterKey } from './header-tabs.tsx';

it.each([
  ['ArrowRight', 0, 3, 1],
  ['ArrowRight', 2, 3, 0],
  ['ArrowLeft', 0, 3, 2],
  ['ArrowLeft', 2, 3, 1],
  ['Home', 2, 3, 0],
  ['End', 0, 3, 2],
  ['Enter', 0, 3, null],
  ['ArrowRight', 0, 1, 0],
  ['ArrowRight', 0, 0, null],
])('%s on tab %i of %i leads to %j', (key, selected, count, next) => expect(tabAfterKey(key, selected, count)).toBe(next));
