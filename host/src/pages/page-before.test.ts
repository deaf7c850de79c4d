import { parseRegistry, type Registry } from '@fridge/shared-contracts/page';
import { describe, expect, it } from 'vitest';
import { pageBefore, sharedAddress } from './page-before.ts';

describe('pageBefore', () => {
  it.each([
    ['/open', '/open', {}],
    ['/draw/rule', '/draw/rule', {}],
    ['/address?id=7', '/address', { id: '7' }],
    ['/detail?cookId=5&brand=1', '/detail', { cookId: '5', brand: '1' }],
    ['/', '/', {}],
    [undefined, '/', {}],
    ['', '/', {}],
    ['/disconnected?from=/open', '/', {}],
    ['//evil.example', '/', {}],
    ['https://evil.example/open', '/', {}],
    ['/\\evil', '/', {}],
    ['/<script>', '/', {}],
  ])('%j leads to %s with %j', (from, path, query) => expect(pageBefore(from)).toEqual({ path, query }));
});

const remote = { enabled: true, title: '活动', description: '', entry: 'https://remote.example/entry.js' };
const registry = parseRegistry({
  version: 1,
  remotes: {
    campaign2023: { ...remote, routes: ['/', '/open'] },
    draw: { ...remote, enabled: false, routes: ['/draw'] },
    contest: { ...remote, routes: ['/detail'], publicParameters: ['cookId'] },
  },
}) as Registry; // the fixture fits the schema

describe('what a share page shares', () => {
  it.each<[string, Record<string, string>, string]>([
    ['the page that led here', { from: '/open' }, '/open'],
    [
      'with the context of the share page',
      { from: '/open', brand: '1', activityId: 'a7', type: '2' },
      '/open?brand=1&activityId=a7',
    ],
    ['with what its release made public', { from: '/detail?cookId=w-1&tab=2' }, '/detail?cookId=w-1'],
    ['nothing of a person', { from: '/detail?cookId=13800001001&phone=13800001001', userId: 'U1' }, '/detail'],
    ['the home for a page that is switched off', { from: '/draw' }, '/'],
    ['the home for a page of nobody', { from: '/nowhere' }, '/'],
    ['the home for another origin', { from: 'https://evil.example/open' }, '/'],
    ['the home where nothing led here', { brand: '2' }, '/?brand=2'],
    ['never the share page itself', { from: '/share?from=/open' }, '/'],
  ])('%s', (_, query, link) => expect(sharedAddress({ path: '/share', query }, registry)).toBe(link));

  it.each([
    ['/share', { type: '2' }],
    ['/yearReportShare', {}],
  ])('is the report without a previous page: %s %j', (path, query) =>
    expect(sharedAddress({ path, query }, registry)).toBe('/yearReport'),
  );

  it('believes the path alone while there is no registry', () => {
    expect(sharedAddress({ path: '/share', query: { from: '/detail?cookId=w-1' } }, null)).toBe('/detail');
  });
});
