import { expect, it, vi } from 'vitest';
import { createSharePage } from './share-page.ts';

it.each<[string, Record<string, string>, string]>([
  ['/open', {}, '/open'],
  ['/detail', { cookId: 'w-1', brand: '1', comeFrom: 'card' }, '/detail?cookId=w-1'],
  ['/address', { id: '7', phone: '13800001001', name: '张三' }, '/address?id=7'],
])('from %s with %j the share page learns %s', (path, query, from) => {
  const push = vi.fn();
  createSharePage({ push, location: () => ({ path, query }) })('report');
  expect(push).toHaveBeenCalledExactlyOnceWith('/share', { type: '2', from });
});

it('leads to the general variant for anything but the report', () => {
  const push = vi.fn();
  createSharePage({ push, location: () => ({ path: '/', query: {} }) })('activity');
  expect(push).toHaveBeenCalledExactlyOnceWith('/share', { from: '/' });
});
