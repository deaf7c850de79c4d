import { describe, expect, it } from 'vitest';
import { pageBefore } from './page-before.ts';

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
