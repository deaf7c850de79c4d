import { describe, expect, it } from 'vitest';
import { pageBefore } from './page-before.ts';

describe('pageBefore', () => {
  it.each([
    ['/open', '/open'],
    ['/draw/rule', '/draw/rule'],
    ['/', '/'],
    [undefined, '/'],
    ['', '/'],
    ['/disconnected', '/'],
    ['//evil.example', '/'],
    ['https://evil.example', '/'],
    ['/\\evil', '/'],
  ])('%j leads to %s', (from, path) => expect(pageBefore(from)).toBe(path));
});
