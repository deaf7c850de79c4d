import { describe, expect, it } from 'vitest';
import * as v from 'valibot';
import { outdatedForShop, readAppVersion } from '../page/app-version.ts';
import { bridgeMethods, bridgeTable, parseBridgeMessage } from './bridge.ts';

describe('parseBridgeMessage', () => {
  it.each([
    [
      { id: '1', ok: true, data: { a: 1 } },
      { id: '1', ok: true, data: { a: 1 } },
    ],
    ['{"id":"1","ok":true,"data":null}', { id: '1', ok: true, data: null }],
    [
      { id: 7, ok: true },
      { id: '7', ok: true },
    ],
    [
      { id: '1', ok: false, error: { code: 4, errMessage: 'no' } },
      { id: '1', ok: false, error: { code: 4, errMessage: 'no' } },
    ],
    [
      { id: '1', ok: false },
      { id: '1', ok: false, error: { code: 0, errMessage: '' } },
    ],
    [
      { event: 'loginResult', data: { success: true, userId: 'u', accessToken: 't' } },
      { event: 'loginResult', data: { success: true, userId: 'u', accessToken: 't' } },
    ],
    [{ event: 'pageShow' }, { event: 'pageShow' }],
    [{ event: 'loginResult', data: { success: 'yes' } }, null],
    [{ event: 'unknown' }, null],
    [{ id: '1', ok: 'true' }, null],
    ['{broken', null],
    [null, null],
    [42, null],
    [[], null],
  ])('%j', (raw, message) => expect(parseBridgeMessage(raw)).toEqual(message));
});

describe('bridge methods', () => {
  it('have the limits of the architecture, and are refused after a visit where the user would see them', () => {
    const rules = bridgeMethods.map((method) => [method, bridgeTable[method].limitMs, bridgeTable[method].acts]);
    expect(rules).toEqual([
      ['getUserInfo', 5_000, false],
      ['getHomeInfo', 5_000, false],
      ['getStatusBarHeight', 5_000, false],
      ['choosePhotos', 30_000, true],
      ['share', 30_000, true],
      ['openWebView', 5_000, true],
      ['login', 30_000, true],
      ['addDevice', 30_000, true],
      ['cloudRequest', 5_000, false],
      ['setHeader', 5_000, true],
      ['closePage', 5_000, true],
    ]);
  });

  it.each([
    ['getUserInfo', { userId: '' }, true],
    ['getUserInfo', {}, false],
    ['getHomeInfo', { homeId: 'h', fridges: [{ fridgeId: 'f' }] }, true],
    ['getHomeInfo', { homeId: 'h', fridges: [{ sn8: 's' }] }, false],
    ['getStatusBarHeight', { height: 59 }, true],
    ['getStatusBarHeight', { height: -1 }, false],
    ['getStatusBarHeight', { height: 'tall' }, false],
  ] as const)('%s %j: %s', (method, data, valid) =>
    expect(v.safeParse(bridgeTable[method].answer, data).success).toBe(valid),
  );
});

describe('outdatedForShop', () => {
  it.each([
    ['x CompanionApp/8.0.0', 'ios', null],
    ['x CompanionApp/7.99.99', 'ios', 'companion'],
    ['x CompanionApp/10.0.0', 'ios', null],
    ['x CompanionApp/7.0.0', 'android', null],
    ['x MallApp/2.1.0', 'android', null],
    ['x MallApp/2.0.9', 'ios', 'mall'],
    ['Mozilla/5.0', 'ios', null],
    ['x CompanionApp/8', 'ios', null],
  ] as const)('%s on %s: %s', (agent, platform, outdated) =>
    expect(outdatedForShop(readAppVersion(agent), platform)).toBe(outdated),
  );
});
