import { describe, expect, it } from 'vitest';
import { maskForLog } from './message-log.ts';

describe('maskForLog', () => {
  it.each([
    [{ accessToken: 'abcdefghijklmnop', userId: 'u' }, { accessToken: '••••mnop', userId: 'u' }],
    [{ accessToken: '' }, { accessToken: '' }],
    [{ accessToken: 'short' }, { accessToken: '••••' }],
    [{ data: { wxToken: 'abcdefghijklmnop', list: [{ token: 'abcdefghijklmnop' }] } }, { data: { wxToken: '••••mnop', list: [{ token: '••••mnop' }] } }],
    [{ accessToken: ['abcdefghijklmnop'] }, { accessToken: ['••••mnop'] }],
    [{ link: 'http://h/?a=1&wxToken=abcdefghijklmnop&b=2' }, { link: 'http://h/?a=1&wxToken=••••mnop&b=2' }],
    [{ link: 'http://h/#/r?at=abcdefghijklmnop' }, { link: 'http://h/#/r?at=••••mnop' }],
    [{ link: 'http://h/?cat=abcdefghijklmnop' }, { link: 'http://h/?cat=abcdefghijklmnop' }],
    [{ photos: [{ name: 'a.jpg', base64: 'A'.repeat(4096) }] }, { photos: [{ name: 'a.jpg', base64: '<3 KB>' }] }],
    [{ n: 1, on: true, none: null }, { n: 1, on: true, none: null }],
    ['text', 'text'],
    [undefined, undefined],
  ])('%j', (value, masked) => expect(maskForLog(value)).toEqual(masked));

  it("doesn't change the original", () => {
    const original = { accessToken: 'abcdefghijklmnop' };
    maskForLog(original);
    expect(original.accessToken).toBe('abcdefghijklmnop');
  });
});
