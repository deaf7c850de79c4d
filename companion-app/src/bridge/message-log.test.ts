import { describe, expect, it } from 'vitest';
import { createMessageLog, maskForLog } from './message-log.ts';
import type { Call } from './messages.ts';

const call: Call = { view: 1, id: 'x1', method: 'getUserInfo', params: undefined };

describe('createMessageLog', () => {
  it('keeps the newest first, with the time each answer took', () => {
    let clock = 1000;
    const log = createMessageLog(() => clock);
    log.called(call);
    clock = 1250;
    log.answered(call, { id: 'x1', ok: true, data: { userId: 'u', accessToken: 'abcdefghijklmnop' } });
    expect(log.store.getState()).toMatchObject([
      {
        direction: 'toPage',
        name: 'getUserInfo',
        id: 'x1',
        outcome: 'ok',
        took: 250,
        detail: { userId: 'u', accessToken: '••••mnop' },
      },
      { direction: 'toApp', name: 'getUserInfo', id: 'x1', outcome: 'call', took: null },
    ]);
  });

  it('drops the oldest', () => {
    const log = createMessageLog();
    for (let n = 0; n < 305; n += 1) log.sent(`event${n}`, 'event', null);
    expect(log.store.getState()).toHaveLength(300);
    expect(log.store.getState()[0]?.name).toBe('event304');
    log.clear();
    expect(log.store.getState()).toEqual([]);
  });
});

describe('maskForLog', () => {
  it.each([
    [
      { accessToken: 'abcdefghijklmnop', userId: 'u' },
      { accessToken: '••••mnop', userId: 'u' },
    ],
    [{ accessToken: '' }, { accessToken: '' }],
    [{ accessToken: 'short' }, { accessToken: '••••' }],
    [
      { data: { wxToken: 'abcdefghijklmnop', list: [{ token: 'abcdefghijklmnop' }] } },
      { data: { wxToken: '••••mnop', list: [{ token: '••••mnop' }] } },
    ],
    [{ accessToken: ['abcdefghijklmnop'] }, { accessToken: ['••••mnop'] }],
    [{ link: 'http://h/?a=1&wxToken=abcdefghijklmnop&b=2' }, { link: 'http://h/?a=1&wxToken=••••mnop&b=2' }],
    [{ link: 'http://h/#/r?at=abcdefghijklmnop' }, { link: 'http://h/#/r?at=••••mnop' }],
    [{ link: 'http://h/?cat=abcdefghijklmnop' }, { link: 'http://h/?cat=abcdefghijklmnop' }],
    [{ photos: [{ name: 'a.jpg', base64: 'A'.repeat(4096) }] }, { photos: [{ name: 'a.jpg', base64: '<3 KB>' }] }],
    [
      { n: 1, on: true, none: null },
      { n: 1, on: true, none: null },
    ],
    ['text', 'text'],
    [undefined, undefined],
  ])('%j', (value, masked) => expect(maskForLog(value)).toEqual(masked));

  it("doesn't change the original", () => {
    const original = { accessToken: 'abcdefghijklmnop' };
    maskForLog(original);
    expect(original.accessToken).toBe('abcdefghijklmnop');
  });
});
