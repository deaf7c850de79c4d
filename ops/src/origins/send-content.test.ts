import { describe, expect, it } from 'vitest';
import { acceptedEncoding } from './serve-origin.ts';

describe('acceptedEncoding', () => {
  it.each([
    ['gzip, deflate, br', 'br'],
    ['GZIP', 'gzip'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['br;q=0.000', null],
    ['*', 'br'],
    ['*, br;q=0', 'gzip'],
    ['brotli', null],
    ['identity', null],
    ['', null],
    [undefined, null],
  ])('of %j is %j', (header, encoding) => expect(acceptedEncoding(header)).toBe(encoding));
});
