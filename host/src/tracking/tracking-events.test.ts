import { expect, it } from 'vitest';
import { isSafeEvent } from './tracking-events.ts';

it.each([
  [{ path: '/open', name: 'campaign.home.question' }, true],
  [{}, true],
  [{ path: '/%E4%BD%A0' }, false],
  [{ path: '/a?fridgeId=F1' }, false],
  [{ name: '13900002001' }, false],
  [{ path: '/u/13900002001' }, false],
  [{ name: '张三' }, false],
  [{ name: '' }, false],
  [{ name: 'x'.repeat(65) }, false],
])('%j may leave the page: %j', (values, safe) => expect(isSafeEvent(values)).toBe(safe));
