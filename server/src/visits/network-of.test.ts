import { describe, expect, it } from 'vitest';
import { networkOf } from './network-of.ts';

const key = 'a secret of the server';

describe('the number of a network', () => {
  it.each([
    ['192.0.2.1', '192.0.2.250', true],
    ['192.0.2.1', '::ffff:192.0.2.9', true],
    ['192.0.2.1', '192.0.3.1', false],
    ['2001:db8:1::1', '2001:0db8:0001:ffff::2', true],
    ['2001:db8:1::1', '2001:db8:2::1', false],
    ['2001:db8::1', '2001:db8:0:5::9', true],
    ['::1', '0:0:0:9::1', true],
    ['fe80::1%eth0', 'fe80::2', true],
    ['192.0.2.1', '2001:db8::1', false],
    ['', 'no address', true],
  ])('of %j and %j', (one, other, isSame) => expect(networkOf(one, key) === networkOf(other, key)).toBe(isSame));

  it('has four digits, by the key', () => {
    expect(networkOf('192.0.2.1', key)).toMatch(/^[\da-f]{4}$/);
    expect(networkOf('192.0.2.1', key)).not.toBe(networkOf('192.0.2.1', 'another secret'));
  });
});
