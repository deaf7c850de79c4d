// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { defineCall } from '@fridge/shared-contracts';
import { type BridgeMessage, readAddress } from '@fridge/shared-contracts/page';
import * as v from 'valibot';
import { copy } from '../copy.ts';
import { removePageListeners } from '../lib/testing/page-listeners.ts';
import { createPlatform } from './create-platform.ts';
import { testSettings } from './testing/test-settings.ts';

type Answers = Record<string, unknown>;
const user = { userId: 'u1', accessToken: 't1' };
const home = { homeId: 'h1', fridges: [{ fridgeId: 'f1', sn8: '', spec: '', name: '' }] };
const anyCall = defineCall({ path: '/activity/anything', access: 'household', data: v.unknown() });

removePageListeners();

/** The whole platform at an address, in an app that gives these answers; `undefined` is silence, `null` no app. */
function open(address: string, answers: Answers | null) {
  window.history.replaceState(null, '', '/');
  const sent: BridgeMessage[] = [];
  if (answers) {
    Object.assign(window, {
      companionNative: {
        postMessage(text: string) {
          const message: BridgeMessage = JSON.parse(text);
          sent.push(message);
          const data = answers[message.method];
          if (data !== undefined) window.companion?.receive({ id: message.id, ok: true, data });
        },
      },
    });
  }
  const fetched = vi.fn(async (_url: unknown, _init?: RequestInit) => Response.json({ code: 0, msg: '', data: 1 }));
  const confirm = vi.fn(async () => true);
  const toast = vi.fn();
  const location = { ...readAddress(new URL(address, 'https://host.test')) };
  const navigation = {
    push: vi.fn(),
    replace: vi.fn((path: string) => void (location.path = path)),
    location: () => location,
  };
  const platform = createPlatform({
    window,
    address: { ...location },
    settings: testSettings,
    serverTimings: {},
    toast,
    confirm,
    navigation,
    pageName: () => '/draw',
    fetch: fetched,
    createXhr: () => new XMLHttpRequest(),
  });
  platform.start();
  const services = { ...platform.services, ...platform.visitServices({ isOver: () => false, toast }) };
  return { platform, services, sent, fetched, confirm, toast, navigation };
}

/** Every text that can be reached by properties, and by reading stores. */
function textsIn(value: unknown, seen = new Set<unknown>()): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null || seen.has(value)) return [];
  seen.add(value);
  const { getState } = value as { getState?: () => unknown }; // a store's, if it is one
  const parts = [...Object.values(value), typeof getState === 'function' ? getState() : null];
  return parts.flatMap((part) => textsIn(part, seen));
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  Reflect.deleteProperty(window, 'companionNative');
});

describe('the platform', () => {
  it('signs requests in as the user of the app', async () => {
    const { platform, services, fetched } = open('/?fridgeId=f1', {
      getUserInfo: user,
      getHomeInfo: home,
      getStatusBarHeight: { height: 50 },
    });
    await vi.advanceTimersByTimeAsync(0);
    expect(await services.session.require()).toMatchObject({
      allowed: true,
      household: { userId: 'u1', fridgeId: 'f1', homeId: 'h1' },
    });
    await services.requests.call(anyCall, {});
    expect(fetched.mock.calls[0]?.[1]?.headers).toEqual({ authorization: `Basic ${btoa('u1:t1')}` });
    expect(platform.statusBarHeight.getState()).toBe(50);
  });

  it('keeps the token of the address out of everything that activities can read', async () => {
    const { services } = open('/yearReport?userId=u7&wxToken=secret&fridgeId=f7', null);
    await vi.advanceTimersByTimeAsync(0);
    const texts = textsIn(services);
    expect(texts).toContain('f7');
    expect(texts.filter((text) => text.includes('secret'))).toEqual([]);
  });

  it('hides the native header for a banner of the app', () => {
    expect(open('/open?meijuBanner=1', {}).sent).toContainEqual(
      expect.objectContaining({ method: 'setHeader', params: { visible: false } }),
    );
    expect(open('/open', {}).sent.map(({ method }) => method)).not.toContain('setHeader');
  });

  it('leads a card page without an answer to the disconnected page, once, with the parameters of the way back', async () => {
    const { navigation, services } = open('/address?comeFrom=card&id=7&phone=13800000001', {});
    await vi.advanceTimersByTimeAsync(5_000);
    expect(navigation.replace.mock.calls).toEqual([
      ['/disconnected', { from: '/address?comeFrom=card&id=7', phone: '13800000001' }],
    ]);
    void services.bridge.call('getUserInfo');
    await vi.advanceTimersByTimeAsync(5_000);
    expect(navigation.replace).toHaveBeenCalledTimes(1);
  });

  it('shows the timeout popup for an action of the user only', async () => {
    const { services, confirm } = open('/', {});
    await vi.advanceTimersByTimeAsync(5_000);
    expect(confirm).not.toHaveBeenCalled();
    void services.bridge.call('openWebView', { url: 'https://a.test', title: '' }, { popup: true });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(confirm.mock.calls).toMatchObject([[{ title: copy['host.native.timeout.title'] }]]);
  });

  it('shows no timeout popup while the user is in a page of the app', async () => {
    const { services, confirm } = open('/', { getUserInfo: { userId: '' }, getHomeInfo: home });
    await vi.advanceTimersByTimeAsync(0);
    void services.session.require();
    await vi.advanceTimersByTimeAsync(0);
    window.companion?.receive({ event: 'pageHide' });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(confirm).not.toHaveBeenCalled();
    expect(services.visibility.getState()).toBe('hidden');
  });

  it('leads actions in a browser to the share page, without personal parameters', async () => {
    const { services, navigation, platform } = open('/open?brand=2&fridgeId=f1&phone=13800000001&userId=u1', null);
    expect(await services.session.require()).toEqual({ allowed: false, reason: 'outsideApp' });
    expect(navigation.push.mock.calls).toEqual([['/share', { from: '/open?brand=2' }]]);
    expect([services.environment.inApp, services.skin.getState(), platform.statusBarHeight.getState()]).toEqual([
      false,
      2,
      0,
    ]);
  });

  it('uses the token of the link for report calls only', async () => {
    const { services, fetched } = open('/yearReport?userId=u7&wxToken=w&fridgeId=f7', null);
    expect(services.context.reportAccess).toBe(true);
    expect(await services.session.require('report')).toMatchObject({
      allowed: true,
      household: { userId: 'u7', phone: '', fridgeId: 'f7' },
    });
    const { requests } = services;
    await requests.call(defineCall({ path: '/annualReport/get.do', access: 'report', data: v.unknown() }), {});
    await requests.call(anyCall, {});
    expect(fetched.mock.calls.map(([, init]) => init?.headers)).toEqual([
      { authorization: `Basic ${btoa('u7:w')}` },
      {},
    ]);
  });

  it('ignores a login that a script of the page announces in a browser', async () => {
    const { services } = open('/', null);
    await vi.advanceTimersByTimeAsync(0);
    window.companion?.receive({ event: 'loginResult', data: { success: true, ...user } });
    window.dispatchEvent(
      new MessageEvent('message', {
        data: { type: 'loginResult', success: true, ...user },
        origin: window.location.origin,
        source: window,
      }),
    );
    await vi.advanceTimersByTimeAsync(0);
    expect(services.session.getState().status).toBe('guest');
  });
});
