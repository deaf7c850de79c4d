import { parseRegistry, type Registry } from '@fridge/shared-contracts/page';
import { describe, expect, it } from 'vitest';
import { activityLink, pageBefore } from './page-before.ts';

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

const origin = 'https://fridge.example';
const remote = { enabled: true, title: '活动', description: '', entry: 'https://remote.example/entry.js' };
const registry = parseRegistry({
  version: 1,
  remotes: {
    campaign2023: { ...remote, routes: ['/', '/open'] },
    draw: { ...remote, enabled: false, routes: ['/draw'] },
    contest: { ...remote, routes: ['/detail'], publicParameters: ['cookId'] },
  },
}) as Registry; // the fixture fits the schema

describe('activityLink', () => {
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
  ])('%s', (_, query, link) =>
    expect(activityLink({ origin, variant: 'activity', query, registry })).toBe(origin + link),
  );

  it('is the report for the report variant without a previous page', () => {
    expect(activityLink({ origin, variant: 'report', query: { type: '2' }, registry })).toBe(`${origin}/yearReport`);
  });

  it('believes the path alone while there is no registry', () => {
    expect(activityLink({ origin, variant: 'activity', query: { from: '/detail?cookId=w-1' }, registry: null })).toBe(
      `${origin}/detail`,
    );
  });
});
