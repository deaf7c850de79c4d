import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { bridgeErrorCode, commonCopy, fill } from '@fridge/shared-contracts';
import { type BridgeEvent, type LoginResult, readPageContext, timeoutError } from '@fridge/shared-contracts/page';
import type { BridgeClient } from '../bridge/bridge-client.ts';
import { copy } from '../../copy.ts';
import { encryptAes } from '../../lib/aes.ts';
import { createReportLink, type ReportIdentity } from './report-link.ts';
import { createSession } from './session.ts';

const user = { userId: 'u1', accessToken: 't1', nickName: '小鲜', headImgUrl: '', mobile: '13800000001' };
const guest = { userId: '', accessToken: '', nickName: '', headImgUrl: '', mobile: '' };
const fridge = { fridgeId: 'f1', sn8: '00000001', spec: 's', name: '厨房' };
const home = { homeId: 'h1', fridges: [fridge] };
const noFridge = { homeId: 'h1', fridges: [] };
const ok = (data: unknown) => ({ ok: true, data });
const error = (code: number, errMessage: string) => ({ ok: false, error: { code, errMessage } });
const LINK_KEY = '0123456789abcdef';
const silence = { ok: false, error: timeoutError };

/** A session in an app that gives these answers; they may be exchanged on the way. */
function scene({
  query = {},
  inApp = true,
  answers = {},
  ...given
}: {
  query?: Record<string, string>;
  inApp?: boolean;
  answers?: Record<string, unknown>;
  report?: () => Promise<ReportIdentity | null>;
} = {}) {
  const app: Record<string, unknown> = {
    getUserInfo: ok(user),
    getHomeInfo: ok(home),
    login: ok({}),
    addDevice: ok({}),
    ...answers,
  };
  const listeners: ((message: BridgeEvent) => void)[] = [];
  const tell = (message: BridgeEvent) => {
    for (const listener of listeners) listener(message);
  };
  const calls: string[] = [];
  const popups: boolean[] = [];
  const bridge = {
    async call(method: string, _params?: unknown, options?: { popup?: boolean }) {
      calls.push(options?.popup ? `${method}!` : method);
      const answer = await app[method];
      if (answer === silence) popups.push(options?.popup === true);
      return answer;
    },
    listen: (listener: (message: BridgeEvent) => void) => void listeners.push(listener),
  } as unknown as BridgeClient; // the session uses nothing else of it
  const toast = vi.fn();
  const openSharePage = vi.fn();
  const context = readPageContext({ query });
  const report = given.report ?? createReportLink(context, [LINK_KEY]);
  const environment = { inApp, inWeChat: false, platform: 'other' } as const;
  const keeper = createSession({ context, environment, bridge, report, toast, openSharePage });
  const visit = { isOver: false };
  /** By the app's event. */
  const handleLoginResult = async (result: LoginResult) => {
    tell({ event: 'loginResult', data: result });
    await vi.advanceTimersByTimeAsync(0);
  };
  const session = { ...keeper, ...keeper.for(() => visit.isOver), handleLoginResult };
  return { session, visit, app, calls, toast, openSharePage, popups, showPage: () => tell({ event: 'pageShow' }) };
}

/** An answer that the test gives when it is time. */
function later() {
  const held: { answer?: (value: unknown) => void } = {};
  const promise = new Promise<unknown>((resolve) => {
    held.answer = resolve;
  });
  return { promise, answer: (value: unknown) => held.answer?.(value) };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('the user of the page', () => {
  it('is unknown until the app has answered, with the values of the address', () => {
    const { session } = scene({ query: { fridgeId: 'f9', phone: '13900000000', homeId: 'h9', userId: 'claimed' } });
    expect(session.store.getState()).toMatchObject({
      status: 'unknown',
      userId: '',
      mobile: '13900000000',
      homeId: 'h9',
      fridge: { fridgeId: 'f9' },
      needsFridge: false,
    });
  });

  it("is the app's user, without the token", async () => {
    const { session } = scene();
    await session.start();
    expect(session.store.getState()).toEqual({
      status: 'user',
      userId: 'u1',
      nickName: '小鲜',
      headImgUrl: '',
      mobile: '13800000001',
      homeId: 'h1',
      fridge,
      needsFridge: false,
    });
    expect(session.credential()).toMatchObject({ userId: 'u1', accessToken: 't1' });
  });

  it.each([
    ['logged out', { getUserInfo: ok(guest), getHomeInfo: ok(noFridge) }, 'guest', false],
    ['a user without a fridge', { getHomeInfo: ok(noFridge) }, 'user', true],
    ['a user whose home is not known', { getHomeInfo: silence }, 'user', false],
    ['an app without an answer', { getUserInfo: silence, getHomeInfo: silence }, 'guest', false],
  ])('%s', async (_name, answers, status, needsFridge) => {
    const { session } = scene({ answers });
    await session.start();
    expect(session.store.getState()).toMatchObject({ status, needsFridge });
  });

  it('is told from a guest while the app does not answer', async () => {
    const { session, app } = scene({ answers: { getUserInfo: silence } });
    await session.start();
    expect(session.store.getState()).toMatchObject({ status: 'guest', appIsSilent: true });
    app['getUserInfo'] = ok(guest);
    void session.require();
    await vi.advanceTimersByTimeAsync(0);
    expect(session.store.getState()).not.toHaveProperty('appIsSilent');
    const broken = scene({ answers: { getUserInfo: error(500, 'x') } });
    await broken.session.start();
    expect(broken.session.store.getState()).not.toHaveProperty('appIsSilent');
  });

  it('needs no fridge when the address names one', async () => {
    const { session } = scene({ query: { fridgeId: 'f9' }, answers: { getHomeInfo: ok(noFridge) } });
    await session.start();
    expect(session.store.getState()).toMatchObject({ needsFridge: false, fridge: { fridgeId: 'f9' } });
  });

  it('is the same object until something changes', async () => {
    const { session } = scene();
    await session.start();
    expect(session.store.getState()).toBe(session.store.getState());
  });
});

describe('require', () => {
  it('allows a household', async () => {
    const { session } = scene();
    await session.start();
    expect(await session.require()).toEqual({
      allowed: true,
      household: { userId: 'u1', phone: '13800000001', fridgeId: 'f1', homeId: 'h1' },
    });
  });

  it('takes the phone of the address when the app knows none', async () => {
    const { session } = scene({
      query: { mobile: '13900000000' },
      answers: { getUserInfo: ok({ ...user, mobile: '' }) },
    });
    await session.start();
    expect(await session.require()).toMatchObject({ household: { phone: '13900000000' } });
  });

  it('waits for the first read', async () => {
    const { answer, promise } = later();
    const { session } = scene({ answers: { getUserInfo: promise } });
    void session.start();
    const asked = session.require();
    answer(ok(user));
    expect(await asked).toMatchObject({ allowed: true });
  });

  it('leads to the share page outside the app', async () => {
    const { session, openSharePage, toast } = scene({
      inApp: false,
      query: { wxToken: 'w', userId: 'u1', fridgeId: 'f1' },
      answers: {
        getUserInfo: error(bridgeErrorCode.unavailable, ''),
        getHomeInfo: error(bridgeErrorCode.unavailable, ''),
      },
    });
    await session.start();
    expect(await session.require()).toEqual({ allowed: false, reason: 'outsideApp' });
    expect(openSharePage).toHaveBeenCalledExactlyOnceWith('activity');
    expect(toast).not.toHaveBeenCalled();
  });

  it('asks a guest to log in, once at a time', async () => {
    const { session, toast, calls } = scene({
      answers: { getUserInfo: ok(guest), getHomeInfo: ok(noFridge), login: new Promise(() => {}) },
    });
    await session.start();
    const asked = [session.require(), session.require()];
    await vi.advanceTimersByTimeAsync(0);
    expect(toast).toHaveBeenCalledWith(commonCopy['host.login.required.toast']);
    await session.handleLoginResult({ success: false, userId: '', accessToken: '' });
    for (const permission of asked) expect(await permission).toEqual({ allowed: false, reason: 'noUser' });
    expect(calls.filter((call) => call === 'login!')).toHaveLength(1);
  });

  it('shows a toast when the app is too old to log in', async () => {
    const { session, toast } = scene({
      answers: { getUserInfo: ok(guest), login: error(bridgeErrorCode.unsupported, 'no') },
    });
    await session.start();
    await session.require();
    await vi.advanceTimersByTimeAsync(0);
    expect(toast).toHaveBeenLastCalledWith(fill(copy['host.native.unsupported.toast']));
  });

  it('reports a missing fridge and does nothing else', async () => {
    const { session, toast, openSharePage } = scene({ answers: { getHomeInfo: ok(noFridge) } });
    await session.start();
    expect(await session.require()).toEqual({ allowed: false, reason: 'noFridge' });
    expect([toast, openSharePage].some((spy) => spy.mock.calls.length > 0)).toBe(false);
  });

  it('calls the app again, with the popup, until it answers', async () => {
    const { session, app, calls } = scene({ answers: { getUserInfo: silence } });
    await session.start();
    expect(await session.require()).toEqual({ allowed: false, reason: 'timeout' });
    expect(calls).toContain('getUserInfo!');
    app['getUserInfo'] = ok(user);
    expect(await session.require()).toMatchObject({ allowed: true });
  });

  it('does not treat an unknown home as an empty one', async () => {
    const { session, app, calls } = scene({ answers: { getHomeInfo: silence } });
    await session.start();
    expect(await session.require()).toEqual({ allowed: false, reason: 'timeout' });
    expect(calls).toContain('getHomeInfo!');
    app['getHomeInfo'] = ok(home);
    expect(await session.require()).toMatchObject({ allowed: true });
  });

  it.each([
    ['both are silent', { getUserInfo: silence, getHomeInfo: silence }, ['getUserInfo!']],
    ['the home is silent', { getHomeInfo: silence }, ['getHomeInfo!']],
  ])('shows one popup when %s', async (_, answers, popups) => {
    const { session, calls, toast } = scene({ answers });
    await session.start();
    await session.require();
    expect(calls.filter((call) => call.endsWith('!'))).toEqual(popups);
    expect(toast).not.toHaveBeenCalled();
  });

  it.each([
    ['getUserInfo', error(500, 'x'), commonCopy['common.fallback.toast']],
    ['getHomeInfo', error(500, 'x'), commonCopy['common.fallback.toast']],
    ['getUserInfo', error(bridgeErrorCode.unsupported, 'no'), fill(copy['host.native.unsupported.toast'])],
  ])('shows a toast for a %s that fails with %j', async (method, answer, words) => {
    const { session, toast } = scene({ answers: { [method]: answer } });
    await session.start();
    expect(toast).not.toHaveBeenCalled();
    expect(await session.require()).toMatchObject({ allowed: false });
    expect(toast.mock.calls).toEqual([[words]]);
  });
});

describe('a login result', () => {
  it('updates profile and home', async () => {
    const { session, app } = scene({ answers: { getUserInfo: ok(guest), getHomeInfo: ok(noFridge) } });
    await session.start();
    Object.assign(app, { getUserInfo: ok(user), getHomeInfo: ok(home) });
    await session.handleLoginResult({ success: true, userId: 'u1', accessToken: 't1' });
    expect(session.store.getState()).toMatchObject({ status: 'user', nickName: '小鲜', fridge: { fridgeId: 'f1' } });
    expect(session.credential()).toMatchObject({ userId: 'u1', accessToken: 't1' });
  });

  it('makes its user current before the app reports that user', async () => {
    const { session } = scene({ answers: { getUserInfo: ok(guest) } });
    await session.start();
    await session.handleLoginResult({ success: true, userId: 'u2', accessToken: 't2' });
    expect(session.store.getState()).toMatchObject({ status: 'user', userId: 'u2' });
    expect(session.credential()).toMatchObject({ userId: 'u2', accessToken: 't2' });
  });

  it('without success keeps the guest without credentials and shows a toast, even if it names a user', async () => {
    const { session, app, toast } = scene({ answers: { getUserInfo: ok(guest) } });
    await session.start();
    app['getUserInfo'] = ok({ ...user, userId: 'u2', accessToken: 't2' });
    await session.handleLoginResult({ success: false, userId: 'u2', accessToken: 't2' });
    await vi.advanceTimersByTimeAsync(0);
    expect(session.store.getState()).toMatchObject({ status: 'guest', userId: '', nickName: '' });
    expect(session.credential()).toBeNull();
    expect(toast.mock.calls).toEqual([[copy['host.login.cancelled.toast']]]);
  });

  it('without success keeps the user who is logged in', async () => {
    const { session } = scene();
    await session.start();
    await session.handleLoginResult({ success: false, userId: 'u2', accessToken: 't2' });
    session.rejectToken('t2');
    expect(session.store.getState()).toMatchObject({ status: 'user', userId: 'u1' });
    expect(session.credential()).toMatchObject({ userId: 'u1', accessToken: 't1' });
  });

  it.each([
    ['another user', user, 'u2', null],
    ['the same user', user, 'u1', 'f1'],
    ['a guest', guest, 'u2', null],
  ])(
    'after %s drops the home of the previous user when the new one can not be read',
    async (_, before, userId, fridgeId) => {
      const { session, app } = scene({ answers: { getUserInfo: ok(before) } });
      await session.start();
      Object.assign(app, { getUserInfo: ok({ ...user, userId, accessToken: 't2' }), getHomeInfo: silence });
      await session.handleLoginResult({ success: true, userId, accessToken: 't2' });
      expect(session.store.getState()).toMatchObject({
        status: 'user',
        userId,
        homeId: fridgeId === null ? '' : 'h1',
        needsFridge: false,
      });
      expect(session.store.getState().fridge?.fridgeId ?? null).toBe(fridgeId);
    },
  );

  it('allows an action that waits for an earlier read, without another login', async () => {
    const { promise } = later();
    const { session, app, calls } = scene({ answers: { getUserInfo: promise } });
    void session.start();
    const asked = session.require();
    app['getUserInfo'] = ok(user);
    await session.handleLoginResult({ success: true, userId: 'u1', accessToken: 't1' });
    expect(await asked).toMatchObject({ allowed: true, household: { userId: 'u1' } });
    expect(calls).not.toContain('login!');
  });

  it('allows an action whose own read it replaces', async () => {
    const { answer, promise } = later();
    const { session, app, calls } = scene({ answers: { getUserInfo: ok(user) } });
    await session.start();
    session.rejectToken('t1');
    app['getUserInfo'] = promise;
    const asked = session.require();
    await vi.advanceTimersByTimeAsync(0);
    app['getUserInfo'] = ok({ ...user, accessToken: 't2' });
    await session.handleLoginResult({ success: true, userId: 'u1', accessToken: 't2' });
    answer(ok(guest));
    expect(await asked).toMatchObject({ allowed: true });
    expect(calls).not.toContain('login!');
  });

  it('replaces a read that is under way', async () => {
    const { answer, promise } = later();
    const { session, app } = scene({ answers: { getUserInfo: promise } });
    void session.start();
    app['getUserInfo'] = ok({ ...user, userId: 'u2' });
    await session.handleLoginResult({ success: true, userId: 'u2', accessToken: 't2' });
    answer(ok(user));
    await vi.advanceTimersByTimeAsync(0);
    expect(session.store.getState().userId).toBe('u2');
  });
});

describe('a refused token', () => {
  it('turns the user into a guest, who is asked to log in at the next action', async () => {
    const { session, toast } = scene();
    await session.start();
    session.rejectToken('t1');
    expect(session.store.getState()).toMatchObject({ status: 'guest', userId: '' });
    expect(session.credential()).toBeNull();
    void session.require();
    await vi.advanceTimersByTimeAsync(0);
    expect(toast).toHaveBeenCalledWith(commonCopy['host.login.required.toast']);
  });

  it('no longer counts when the app has a newer one', async () => {
    const { session, app } = scene();
    await session.start();
    session.rejectToken('t1');
    app['getUserInfo'] = ok({ ...user, accessToken: 't2' });
    expect(await session.require()).toMatchObject({ allowed: true });
  });

  it('of a previous user changes nothing', async () => {
    const { session } = scene();
    await session.start();
    session.rejectToken('t0');
    expect(session.store.getState().status).toBe('user');
  });
});

describe('a login that the app does not report yet', () => {
  const login = { success: true, userId: 'u1', accessToken: 't2' };

  it('makes its user current without asking for another login', async () => {
    const { session, toast } = scene();
    await session.start();
    session.rejectToken('t1');
    await session.handleLoginResult(login);
    expect(session.credential()).toMatchObject({ userId: 'u1', accessToken: 't2' });
    expect(session.store.getState()).toMatchObject({ status: 'user', nickName: '小鲜' });
    expect(await session.require()).toMatchObject({ allowed: true });
    expect(toast).not.toHaveBeenCalled();
  });

  it('makes its user current when the old token was never refused', async () => {
    const { session } = scene();
    await session.start();
    await session.handleLoginResult({ ...login, userId: 'u2' });
    expect(session.credential()).toMatchObject({ userId: 'u2', accessToken: 't2' });
  });

  it('is replaced by a newer token', async () => {
    const { session, app } = scene();
    await session.start();
    session.rejectToken('t1');
    app['getUserInfo'] = ok({ ...user, accessToken: 't3' });
    await session.handleLoginResult(login);
    expect(session.credential()).toMatchObject({ userId: 'u1', accessToken: 't3' });
  });

  it('turns the user into a guest when its own token is refused', async () => {
    const { session, calls } = scene();
    await session.start();
    session.rejectToken('t1');
    await session.handleLoginResult(login);
    session.rejectToken('t2');
    expect(session.store.getState().status).toBe('guest');
    void session.require();
    await vi.advanceTimersByTimeAsync(0);
    expect(calls).toContain('login!');
  });

  it('without a token does not use the refused one again', async () => {
    const { session } = scene();
    await session.start();
    session.rejectToken('t1');
    await session.handleLoginResult({ ...login, accessToken: '' });
    expect(session.store.getState().status).toBe('guest');
  });
});

describe('an action that waits for its login', () => {
  const expired = { getUserInfo: ok(user), login: new Promise(() => {}) };
  /** The token is refused, and the login page opens for an action. */
  async function opened() {
    const all = scene({ answers: expired });
    await all.session.start();
    all.session.rejectToken('t1');
    const onPermission = vi.fn();
    void all.session.require().then(onPermission);
    await vi.advanceTimersByTimeAsync(0);
    expect(all.calls).toContain('login!');
    return { ...all, onPermission };
  }
  const login = { success: true, userId: 'u1', accessToken: 't2' };

  it.each(['u1', 'u2'])('continues as %s after the login', async (userId) => {
    const { session, app, onPermission } = await opened();
    await vi.advanceTimersByTimeAsync(120_000);
    expect(onPermission).not.toHaveBeenCalled();
    app['getUserInfo'] = ok({ ...user, userId, accessToken: 't2' });
    await session.handleLoginResult({ ...login, userId });
    await vi.advanceTimersByTimeAsync(0);
    expect(onPermission.mock.calls).toEqual([
      [{ allowed: true, household: { userId, phone: '13800000001', fridgeId: 'f1', homeId: 'h1' } }],
    ]);
  });

  it('continues when the app has a user, without a login event', async () => {
    const { app, onPermission, showPage, toast } = await opened();
    app['getUserInfo'] = ok({ ...user, accessToken: 't2' });
    showPage();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(onPermission).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ allowed: true }));
    expect(toast).not.toHaveBeenCalledWith(copy['host.login.cancelled.toast']);
  });

  it.each([
    [
      'it is cancelled',
      ({ session }: Awaited<ReturnType<typeof opened>>) =>
        void session.handleLoginResult({ success: false, userId: '', accessToken: '' }),
    ],
    ['the page is back without a word', ({ showPage }: Awaited<ReturnType<typeof opened>>) => showPage()],
  ])('ends when %s, and shows one toast', async (_, end) => {
    const all = await opened();
    end(all);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(all.onPermission.mock.calls).toEqual([[{ allowed: false, reason: 'noUser' }]]);
    expect(all.toast.mock.calls).toEqual([
      [commonCopy['host.login.required.toast']],
      [copy['host.login.cancelled.toast']],
    ]);
  });

  it('ends after five minutes without a result', async () => {
    const { onPermission } = await opened();
    await vi.advanceTimersByTimeAsync(300_000);
    expect(onPermission.mock.calls).toEqual([[{ allowed: false, reason: 'noUser' }]]);
  });

  it('ends when the login page does not open', async () => {
    const { session } = scene({ answers: { getUserInfo: ok(guest), login: error(500, 'x') } });
    await session.start();
    expect(await session.require()).toEqual({ allowed: false, reason: 'noUser' });
  });
});

describe('a visit that ends before the app answers', () => {
  /** An action begins, the user leaves, then the app answers. */
  async function left(
    asked: 'require' | 'bindFridge',
    method: string,
    answer: unknown,
    answers: Record<string, unknown> = {},
  ) {
    const app = later();
    const all = scene({ answers: { ...answers, [method]: app.promise } });
    if (method !== 'getUserInfo') await all.session.start();
    const told = all.session[asked]();
    await vi.advanceTimersByTimeAsync(0);
    all.visit.isOver = true;
    app.answer(answer);
    return { ...all, told: await told };
  }
  const nobody = { getUserInfo: ok(guest), getHomeInfo: ok(noFridge) };

  it.each([
    ['a guest', ok(guest), 'noUser', []],
    ['a silent app', silence, 'timeout', [false]],
    ["an app that can't", error(bridgeErrorCode.unsupported, 'no'), 'timeout', []],
  ])('opens and shows nothing: %s', async (_, answer, reason, popups) => {
    const { told, toast, calls, ...all } = await left('require', 'getUserInfo', answer);
    expect([told, toast.mock.calls, all.popups]).toEqual([{ allowed: false, reason }, [], popups]);
    expect(calls).not.toContain('login!');
  });

  it('opens no share page', async () => {
    const link = later();
    const { session, visit, openSharePage } = scene({
      inApp: false,
      report: () => link.promise as Promise<ReportIdentity | null>,
    });
    void session.start();
    await vi.advanceTimersByTimeAsync(0);
    const told = session.require('report');
    await vi.advanceTimersByTimeAsync(0);
    visit.isOver = true;
    link.answer(null);
    expect(await told).toEqual({ allowed: false, reason: 'outsideApp' });
    expect(openSharePage).not.toHaveBeenCalled();
  });

  it('shows no toast for a fridge that could not be bound', async () => {
    const { toast } = await left('bindFridge', 'addDevice', error(500, 'broken'));
    expect(toast).not.toHaveBeenCalled();
  });

  it.each([
    [error(500, 'x'), []],
    [silence, [false]],
  ])('shows no toast for a login page that does not open: %j', async (answer, popups) => {
    const login = later();
    const { session, visit, toast, ...all } = scene({ answers: { ...nobody, login: login.promise } });
    await session.start();
    void session.require();
    await vi.advanceTimersByTimeAsync(0);
    toast.mockClear();
    visit.isOver = true;
    login.answer(answer);
    await vi.advanceTimersByTimeAsync(0);
    expect([toast.mock.calls, all.popups]).toEqual([[], popups]);
  });

  it('shows the refusal to the next visit that asked', async () => {
    const login = later();
    const { session, visit, toast } = scene({ answers: { ...nobody, login: login.promise } });
    await session.start();
    void session.require();
    await vi.advanceTimersByTimeAsync(0);
    visit.isOver = true;
    void session.for(() => false).require();
    await vi.advanceTimersByTimeAsync(0);
    login.answer(error(500, 'x'));
    await vi.advanceTimersByTimeAsync(0);
    expect(toast).toHaveBeenLastCalledWith(commonCopy['common.fallback.toast']);
  });
});

describe('report access', () => {
  const unavailable = error(bridgeErrorCode.unavailable, '');
  const outside = { getUserInfo: unavailable, getHomeInfo: unavailable };
  const wx = { wxToken: 'w', userId: 'u7', fridgeId: 'f7', phone: '13900000000', homeId: 'h7' };
  const linked = { allowed: true, household: { userId: 'u7', phone: '', fridgeId: 'f7', homeId: '' } };
  const meiju = {
    source: 'meijuReport',
    ac: 'f7',
    at: 'token',
    userId: encryptAes('u7', LINK_KEY),
    sn8: encryptAes('0000B001', LINK_KEY),
  };

  it.each([
    ['a shared link in a browser', wx, false, outside],
    ['a shared link in the app, without a user', wx, true, { getUserInfo: ok(guest), getHomeInfo: ok(noFridge) }],
    ['a link of the report card', meiju, false, outside],
  ])('is given by %s', async (_name, query, inApp, answers) => {
    const { session, openSharePage, toast } = scene({ query, inApp, answers });
    await session.start();
    expect(await session.require('report')).toEqual(linked);
    expect([openSharePage, toast].some((spy) => spy.mock.calls.length > 0)).toBe(false);
  });

  it('is replaced by a user who logs in while the link is decrypted', async () => {
    const link = later();
    const { session, app } = scene({
      report: () => link.promise as Promise<ReportIdentity>,
      answers: { getUserInfo: ok(guest), getHomeInfo: ok(noFridge) },
    });
    void session.start();
    await vi.advanceTimersByTimeAsync(0);
    const asked = session.require('report');
    await vi.advanceTimersByTimeAsync(0);
    Object.assign(app, { getUserInfo: ok(user), getHomeInfo: ok(home) });
    await session.handleLoginResult({ success: true, userId: 'u1', accessToken: 't1' });
    link.answer({ userId: 'u7', accessToken: 'token', sn8: '', fridgeId: 'f7' });
    expect(await asked).toMatchObject({ household: { userId: 'u1', fridgeId: 'f1' } });
  });

  it('is replaced by a full session', async () => {
    const { session } = scene({ query: wx });
    await session.start();
    expect(await session.require('report')).toMatchObject({
      household: { userId: 'u1', phone: '13800000001', homeId: 'h1' },
    });
  });

  it('does not count as a household', async () => {
    const { session, openSharePage } = scene({ query: wx, inApp: false, answers: outside });
    await session.start();
    expect(await session.require()).toEqual({ allowed: false, reason: 'outsideApp' });
    expect(openSharePage).toHaveBeenCalledExactlyOnceWith('activity');
    expect([session.store.getState().userId, session.credential()]).toEqual(['', null]);
  });

  it("is not given by a link that can not be decrypted, which leads to the report's own share page", async () => {
    const { session, openSharePage } = scene({
      query: { ...meiju, userId: 'bm90IG91cnM' },
      inApp: false,
      answers: outside,
    });
    await session.start();
    expect(await session.require('report')).toEqual({ allowed: false, reason: 'outsideApp' });
    expect(openSharePage).toHaveBeenCalledExactlyOnceWith('report');
  });

  it('has the model of a link of the report card, and never its ciphertext', async () => {
    const { session } = scene({ query: meiju, inApp: false, answers: outside });
    expect(session.store.getState().fridge).toMatchObject({ fridgeId: 'f7', sn8: '' });
    await session.start();
    expect(session.store.getState().fridge).toMatchObject({ fridgeId: 'f7', sn8: '0000B001' });
  });
});

describe('binding a fridge', () => {
  it('reads the home again', async () => {
    const { session, app } = scene({ answers: { getHomeInfo: ok(noFridge) } });
    await session.start();
    app['getHomeInfo'] = ok(home);
    await session.bindFridge();
    expect(session.store.getState()).toMatchObject({ needsFridge: false, fridge: { fridgeId: 'f1' } });
  });

  it.each([
    [error(500, 'broken'), [[copy['host.bind.fail.toast']]]],
    [error(bridgeErrorCode.unsupported, 'no'), [[fill(copy['host.native.unsupported.toast'])]]],
    [error(3, 'user cancelled'), []],
    [silence, []],
  ])('after %j', async (answer, toasts) => {
    const { session, toast } = scene({ answers: { getHomeInfo: ok(noFridge), addDevice: answer } });
    await session.start();
    await session.bindFridge();
    expect(toast.mock.calls).toEqual(toasts);
  });

  it('updates the session when the user bound it elsewhere in the app', async () => {
    const { session, app, showPage } = scene({ answers: { getHomeInfo: ok(noFridge) } });
    await session.start();
    app['getHomeInfo'] = ok(home);
    showPage();
    await vi.advanceTimersByTimeAsync(0);
    expect(session.store.getState().needsFridge).toBe(false);
  });
});

it('shows a toast when the login page fails to open', async () => {
  const { session, toast } = scene({ answers: { getUserInfo: ok(guest), login: error(500, 'x') } });
  await session.start();
  await session.require();
  await vi.advanceTimersByTimeAsync(0);
  expect(toast).toHaveBeenLastCalledWith(commonCopy['common.fallback.toast']);
});

describe('the fridge', () => {
  const second = { fridgeId: 'f2', sn8: '00000002', spec: 'small', name: '车库' };

  it.each([
    ['the home has none and the address names none', {}, [], null],
    ['the address names none', {}, [fridge, second], fridge],
    ['the address names one of the home', { fridgeId: 'f2' }, [fridge, second], second],
    [
      'the address has other values',
      { fridgeId: 'f2', sn8: '99999999', spec: 'x' },
      [fridge, second],
      { ...second, sn8: '99999999', spec: 'x' },
    ],
    [
      'the address names an unknown one',
      { fridgeId: 'f9', sn8: '99999999' },
      [fridge],
      { fridgeId: 'f9', sn8: '99999999', spec: '', name: '' },
    ],
    ['the address has a model but no fridge', { sn8: '99999999' }, [fridge], fridge],
    ['a report link calls it ac', { source: 'meijuReport', ac: 'f2' }, [fridge, second], second],
    ['another link has an ac', { source: 'else', ac: 'f2' }, [fridge, second], fridge],
    ['a report link has both', { source: 'meijuReport', ac: 'f2', fridgeId: 'f1' }, [fridge, second], fridge],
  ])('is chosen when %s', async (_name, query: Record<string, string>, fridges, chosen) => {
    const { session } = scene({ query, answers: { getHomeInfo: ok({ homeId: 'h1', fridges }) } });
    await session.start();
    expect(session.store.getState().fridge).toEqual(chosen);
  });
});
