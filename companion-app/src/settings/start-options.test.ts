import { describe, expect, it } from 'vitest';
import { defaultDevice, readStartOptions, writeStartOptions } from './start-options.ts';

const start = { user: null, guest: false, open: null, device: defaultDevice, faults: {} };

describe('readStartOptions', () => {
  it.each([
    ['', start],
    ['?user=someone', { ...start, user: 'someone' }],
    ['?user=', start],
    ['?user=someone&guest=1', { ...start, guest: true }],
    ['?guest=0', start],
    ['?open=/open?brand=1', { ...start, open: '/open?brand=1' }],
    ['?open=', { ...start, open: '' }],
    ['?open=%2F%23%2FyearReport', { ...start, open: '/#/yearReport' }],
    ['?app=CompanionApp/7.0.0', { ...start, device: { ...defaultDevice, agent: 'CompanionApp/7.0.0' } }],
    [
      '?app=MallApp/2.0.9&platform=android',
      { ...start, device: { ...defaultDevice, agent: 'MallApp/2.0.9', platform: 'android' } },
    ],
    ['?app=Other/1.0.0&platform=windows', start],
    ['?app=CompanionApp/8', start],
    ['?statusBar=59', { ...start, device: { ...defaultDevice, statusBarHeight: 59 } }],
    ['?statusBar=-4', { ...start, device: { ...defaultDevice, statusBarHeight: 0 } }],
    ['?statusBar=1000', { ...start, device: { ...defaultDevice, statusBarHeight: 100 } }],
    ['?statusBar=tall', start],
    [
      '?fail=share:silent&fail=login:late',
      { ...start, faults: { share: { mode: 'silent' }, login: { mode: 'late' } } },
    ],
  ])('%s', (search, options) => expect(readStartOptions(search)).toEqual(options));
});

describe('writeStartOptions', () => {
  it.each([
    '',
    '?user=someone&open=/open',
    '?guest=1',
    '?open=/%23/yearReport%3Fbrand%3D1',
    '?app=MallApp/2.1.0&platform=android&statusBar=20',
    '?fail=getHomeInfo:slow:2&fail=share:silent',
    '?fail=all:silent',
  ])('%s is written as it was read', (search) => expect(writeStartOptions(readStartOptions(search))).toBe(search));
});
