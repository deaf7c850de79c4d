// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type BridgeMessage, readAddress } from '@fridge/shared-contracts';
import { copy } from '../copy.ts';
import { createServices, type Shell } from './create-services.ts';
import { testSettings } from './testing/test-settings.ts';

type Answers = Record<string, unknown>;
const user = { userId: 'u1', accessToken: 't1' };
const home = { homeId: 'h1', fridges: [{ fridgeId: 'f1', sn8: '', spec: '', name: '' }] };
const running: Shell[] = [];

/** The whole of the services at an address, in an app that gives these answers; `undefined` is silence. */
function open(address: string, answers: Answers | null) {
  window.history.replaceState(null, '', address);
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
  const shell = createServices({ address: readAddress(window.location), settings: testSettings, window, opens: () => true, fetch: fetched });
  running.push(shell);
  shell.start();
  return { shell, services: shell.services, sent, fetched };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  for (const shell of running.splice(0)) shell.stop();
  Reflect.deleteProperty(window, 'companionNative');
});

describe('the services together', () => {
  it('sign in the user whom the app names, and no one sees the token but the server', async () => {
    const { services, fetched } = open('/?fridgeId=f1', { getUserInfo: user, getHomeInfo: home, getStatusBarHeight: { height: 50 } });
    await vi.advanceTimersByTimeAsync(0);
    expect(await services.session.require()).toMatchObject({ allowed: true, household: { userId: 'u1', fridgeId: 'f1', homeId: 'h1' } });
    await services.requests.call('getSurplusNum', {});
    expect(fetched.mock.calls[0]?.[1]?.headers).toEqual({ authorization: `Basic ${btoa('u1:t1')}` });
  });

  it('let an activity ask the app who the user is, but not for the token', async () => {
    const { services } = open('/', { getUserInfo: { ...user, nickName: '小冰' }, getHomeInfo: home });
    expect(await services.bridge.call('getUserInfo')).toEqual({
      ok: true,
      data: { userId: 'u1', accessToken: '', nickName: '小冰', headImgUrl: '', mobile: '' },
    });
    expect(await services.bridge.call('getHomeInfo')).toEqual({ ok: true, data: home });
    expect(Object.keys(services.bridge).toSorted()).toEqual(['call', 'supports']);
  });

  it('hide the native header for a banner of the app', () => {
    expect(open('/open?meijuBanner=1', {}).sent).toContainEqual(expect.objectContaining({ method: 'setHeader', params: { visible: false } }));
    expect(open('/open', {}).sent.map(({ method }) => method)).not.toContain('setHeader');
  });

  it('lead a silent card page to the disconnected page, once', async () => {
    const { shell } = open('/open?comeFrom=card', {});
    await vi.advanceTimersByTimeAsync(5_000);
    expect(shell.navigation.get()).toMatchObject({ path: '/disconnected', query: { comeFrom: 'card', from: '/open' } });
    const { key } = shell.navigation.get();
    void shell.services.bridge.call('getUserInfo');
    await vi.advanceTimersByTimeAsync(5_000);
    expect(shell.navigation.get().key).toBe(key);
  });

  it('show the timeout popup for a person, and none for the page itself', async () => {
    const { shell, services } = open('/', {});
    await vi.advanceTimersByTimeAsync(5_000);
    expect(shell.dialogs.get()).toBeNull();
    void services.bridge.call('openWebView', { url: 'https://a.test', title: '' }, { popup: true });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(shell.dialogs.get()?.content.title).toBe(copy['host.native.timeout.title']);
    services.navigation.push('/open');
    expect(shell.dialogs.get()?.open).toBe(false);
  });

  it('do not take a user who is busy in the app for a silent app', async () => {
    const { shell, services } = open('/', { getUserInfo: { userId: '' }, getHomeInfo: home });
    await vi.advanceTimersByTimeAsync(0);
    await services.session.require();
    window.companion?.receive({ event: 'pageHide' });
    await vi.advanceTimersByTimeAsync(30_000);
    expect(shell.dialogs.get()).toBeNull();
  });

  it('lead actions in a browser to the share page, and back to the hall', async () => {
    const { shell, services } = open('/open?brand=2', null);
    expect(await services.session.require()).toEqual({ allowed: false, because: 'outsideApp' });
    expect(shell.navigation.get()).toMatchObject({ path: '/share', query: { brand: '2' } });
    expect([services.environment.inApp, services.skin.get(), shell.statusBar.get()]).toEqual([false, 2, 0]);
  });

  it('refuse a login that a script of the page announces in a browser', async () => {
    const { services } = open('/', null);
    await vi.advanceTimersByTimeAsync(0);
    window.companion?.receive({ event: 'loginResult', data: { success: true, ...user } });
    window.dispatchEvent(new MessageEvent('message', { data: { type: 'loginResult', success: true, ...user }, origin: window.location.origin, source: window }));
    await vi.advanceTimersByTimeAsync(0);
    expect(services.session.get().status).toBe('guest');
  });

  it('close the web view with the first entry\'s back', async () => {
    const { services, sent } = open('/open', { closePage: null });
    services.navigation.back();
    await vi.advanceTimersByTimeAsync(0);
    expect(sent.at(-1)?.method).toBe('closePage');
  });

  it('leave nothing behind', () => {
    const { shell } = open('/', {});
    shell.stop();
    expect(window.companion).toBeUndefined();
  });
});
