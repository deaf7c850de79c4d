import { describe, expect, it, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import * as v from 'valibot';
import { bridgeErrorCode, defineCall, type HeaderState, type HostServices } from '@fridge/shared-contracts';
import { parseRegistry, REGISTERED_AT_MOST, type RegistryEntry } from '@fridge/shared-contracts/page';
import { createFailureLog } from './failures.ts';
import { createActivityServices, type ServiceParts } from './activity-services.ts';
import type { ScreenVisit } from './screen-change.ts';

const parsed = parseRegistry({
  version: 1,
  remotes: {
    draw: {
      enabled: true,
      title: '大转盘',
      description: '',
      version: '2.1.0',
      entry: 'https://draw.example/e.js',
      routes: ['/draw'],
      calls: ['/activity/draw'],
      bridge: ['choosePhotos', 'getHomeInfo'],
      publicParameters: ['cookId'],
    },
  },
});

function fixture(): RegistryEntry {
  const entry = parsed?.remotes['draw'];
  if (!entry) throw new Error('The fixture fits the schema.');
  return entry;
}
const remote = fixture();

/** The services of a remote over the host's own parts, and what they were asked for. */
function serve({ inApp = true } = {}) {
  const reportFailure = vi.fn();
  const requests = {
    call: vi.fn(async () => ({ ok: false, reason: 'network', code: -1, message: '网络' }) as const),
  };
  const taken: string[] = [];
  const registers = (what: string) => vi.fn(() => () => void taken.push(what));
  const prepare = registers('share');
  const sharingFor = vi.fn(() => ({ prepare, share: async () => undefined, openLanding: vi.fn() }));
  const visit = createStore<ScreenVisit>(() => ({ path: '/draw', query: { id: '7' }, number: 0, enteredFrom: null }));
  const navigation = {
    push: vi.fn(),
    replace: vi.fn(),
    opens: () => true,
    hrefOf: (path: string) => path,
    back: vi.fn(),
    guard: vi.fn((_question: () => unknown) => () => void taken.push('guard')),
  };
  const feedback = { toast: vi.fn(), confirm: vi.fn(async () => true) };
  const header = { set: vi.fn((_state: HeaderState) => () => void taken.push('header')) };
  const follows = (what: string) => ({ getState: vi.fn(), subscribe: registers(what) });
  const external = { openCoupon: vi.fn(async () => false), openShop: vi.fn(async () => false) };
  const bridge = {
    supports: vi.fn((_method: string) => true),
    call: vi.fn(async (_method: string, _params?: unknown, _options?: { popup?: boolean }): Promise<unknown> => ({
      ok: true,
    })),
  };
  const session = {
    ...follows('session'),
    getState: () => ({ status: 'guest' }),
    require: vi.fn(),
    bindFridge: vi.fn(),
  };
  const common = Object.freeze({
    environment: { inApp },
    tracking: Object.freeze({ click: vi.fn() }),
    skin: follows('skin'),
    visibility: follows('visibility'),
    windows: follows('windows'),
    bridge,
    requests,
  });
  const visitServices = vi.fn((_visit: { isOver: () => boolean; toast: (text: string) => void }) => ({
    session,
    external,
  }));
  const dismissDialogs = vi.fn();
  const parts = {
    platform: { services: common, visitServices, sharingFor },
    failures: createFailureLog({ reportFailure }, fetch, () => null),
    screens: {
      current: visit,
      isCurrent: ({ number }: ScreenVisit) => visit.getState().number === number,
      remoteShown: () => (visit.getState().path === '/default' ? null : 'draw'),
    },
    navigation,
    header,
    feedback,
    dismissDialogs,
    dialogOf: () => () => null,
  } as unknown as ServiceParts; // the services are played as far as they are used
  const serveActivity = createActivityServices(parts);
  const { host, end } = serveActivity({ name: 'draw', remote }, visit.getState());
  const { host: other } = serveActivity({ name: 'contest', remote }, visit.getState());
  const leaveFor = (path: string) => visit.setState({ path, query: {}, number: visit.getState().number + 1 });
  return {
    serveActivity,
    host,
    end,
    other,
    leaveFor,
    taken,
    visit,
    reportFailure,
    visitServices,
    requests,
    sharingFor,
    prepare,
    navigation,
    feedback,
    header,
    external,
    bridge,
    session,
    dismissDialogs,
  };
}
const listed = defineCall({ path: '/activity/draw', access: 'none', data: v.unknown() });

/** What a remote built without the contract's types may do. */
const loose = (host: HostServices) =>
  host as unknown as Record<string, Record<string, (...values: unknown[]) => unknown>>;

describe("a remote's services", () => {
  it('are made for its release: its calls, its public parameters', async () => {
    const { host, requests, sharingFor } = serve();
    await host.requests.call(listed, {});
    await host.requests.call({ ...listed, path: '/activity/other' }, {});
    expect(requests.call).toHaveBeenCalledOnce();
    const release = { name: 'draw', version: '2.1.0', publicParameters: ['cookId'] };
    expect(sharingFor).toHaveBeenCalledWith(expect.objectContaining(release));
  });

  it("have exactly the contract's methods", () => {
    const { host } = serve();
    expect(Object.keys(host.navigation).toSorted()).toEqual([
      'back',
      'guard',
      'hrefOf',
      'opens',
      'push',
      'query',
      'replace',
    ]);
    expect(Object.keys(host.header)).toEqual(['set']);
    expect(Object.keys(host.feedback).toSorted()).toEqual(['Dialog', 'confirm', 'toast']);
    expect(Object.keys(host.sharing).toSorted()).toEqual(['openLanding', 'prepare', 'share']);
    expect(Object.keys(host.requests)).toEqual(['call']);
    expect(Object.keys(host.bridge)).toEqual(['supports', 'call']);
    expect(Object.keys(host.session).toSorted()).toEqual(['bindFridge', 'getState', 'require', 'subscribe']);
    for (const store of [host.skin, host.visibility]) expect(Object.keys(store)).toEqual(['getState', 'subscribe']);
  });

  it('are frozen with all their members, and no two remotes share what one could reach', () => {
    const { host, other } = serve();
    const attempts = [
      () => Object.assign(host, { requests: null }),
      () => Object.assign(host.requests, { call: () => 'stolen' }),
      () => Object.assign(host.navigation, { push: () => undefined }),
      () => Object.defineProperty(host.header, 'set', { value: null }),
      () => Object.assign(host.feedback, { toast: null }),
      () => Object.assign(host.sharing, { share: null }),
      () => Object.assign(host.tracking, { click: null }),
    ];
    for (const attempt of attempts) expect(attempt).toThrow(TypeError);
    expect(host.requests).not.toBe(other.requests);
    expect(Object.isFrozen(host)).toBe(true);
  });

  it("have the app's user without the token", async () => {
    const { serveActivity, visit, bridge } = serve();
    const { host } = serveActivity({ name: 'draw', remote: { ...remote, bridge: null } }, visit.getState());
    bridge.call.mockResolvedValue({ ok: true, data: { userId: 'u1', accessToken: 't1', nickName: '小冰' } });
    expect(await host.bridge.call('getUserInfo')).toEqual({
      ok: true,
      data: { userId: 'u1', accessToken: '', nickName: '小冰' },
    });
  });

  it('read the parameters as they stand', () => {
    const { host, visit } = serve();
    expect(host.navigation.query).toEqual({ id: '7' });
    visit.setState({ query: { id: '8' } });
    expect(host.navigation.query).toEqual({ id: '8' });
  });
});

describe('a value from a remote', () => {
  it.each([
    ['a title that is none', 'header', 'set', [{ title: {} }]],
    ['a label that is none', 'header', 'set', [{ right: { label: {}, onPress: () => undefined } }]],
    ['a tone that is no colour', 'header', 'set', [{ tone: { background: 'url(//x)', ink: '#fff' } }]],
    ['no header at all', 'header', 'set', [null]],
    ['a question without words', 'feedback', 'confirm', [{ title: {} }]],
    ['no question', 'feedback', 'confirm', [null]],
    ['a message that is none', 'feedback', 'toast', [{}]],
    ['no share parameters', 'sharing', 'prepare', [null]],
    ['a path that is none', 'navigation', 'push', [{}]],
    ['a query that is none', 'navigation', 'push', ['/draw', { id: {} }]],
    ['a guard that is none', 'navigation', 'guard', ['?']],
  ])('%s does no harm and leaves one event', (_, service, method, values) => {
    const { host, reportFailure, feedback, prepare } = serve();
    expect(() => loose(host)[service]?.[method]?.(...values)).not.toThrow();
    expect(reportFailure.mock.calls).toEqual([
      [expect.objectContaining({ remote: 'draw', version: '2.1.0', reason: 'malformed' })],
    ]);
    expect([feedback.toast, feedback.confirm, prepare].every((spy) => spy.mock.calls.length === 0)).toBe(true);
  });

  it('is reported once per kind, however often it is passed', () => {
    const { host, reportFailure } = serve();
    for (let n = 0; n < 1_000; n += 1) {
      loose(host)['feedback']?.['toast']?.({});
      loose(host)['header']?.['set']?.(null);
      loose(host)['sharing']?.['prepare']?.(null);
    }
    expect(reportFailure.mock.calls.map(([{ phase }]) => phase)).toEqual(['shell', 'share']);
  });

  it('is drawn without its invalid parts', () => {
    const { host, header } = serve();
    const onPress = () => undefined;
    loose(host)['header']?.['set']?.({ title: 7, share: true, right: { label: '删除', onPress } });
    expect(header.set).toHaveBeenCalledExactlyOnceWith({ share: true, right: { label: '删除', onPress } });
  });

  it('is answered with false when a question is invalid', async () => {
    const { host } = serve();
    expect(await loose(host)['feedback']?.['confirm']?.(null)).toBe(false);
  });

  it('is passed on unchanged when it is valid', async () => {
    const { host, navigation, feedback, reportFailure } = serve();
    host.navigation.push('/address', { id: '7', phone: undefined });
    host.feedback.toast('');
    expect(await host.feedback.confirm({ title: '删除？', confirm: '删除', danger: true })).toBe(true);
    expect(navigation.push).toHaveBeenCalledExactlyOnceWith('/address', { id: '7', phone: undefined });
    expect([feedback.toast.mock.calls, reportFailure.mock.calls]).toEqual([[['']], []]);
  });

  it('may throw when it is called back', () => {
    const { host, navigation, reportFailure } = serve();
    const fail = () => {
      throw new Error('broken');
    };
    host.navigation.guard(fail);
    expect(navigation.guard.mock.calls[0]?.[0]()).toBeNull();
    expect(reportFailure).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ phase: 'callback', reason: 'threw' }),
    );
  });
});

describe('a bridge method that the release does not list', () => {
  it('is refused without a message to the app, and sends one event', async () => {
    const { host, bridge, reportFailure } = serve();
    for (let n = 0; n < 3; n += 1) {
      expect(await host.bridge.call('closePage')).toMatchObject({
        ok: false,
        error: { code: bridgeErrorCode.undeclared },
      });
    }
    expect([host.bridge.supports('closePage'), host.bridge.supports('choosePhotos')]).toEqual([false, true]);
    expect(bridge.call).not.toHaveBeenCalled();
    expect(reportFailure.mock.calls).toEqual([
      [{ remote: 'draw', version: '2.1.0', phase: 'call', reason: 'undeclared' }],
    ]);
  });

  it('may be called where the registry was written by hand and lists none', async () => {
    const { serveActivity, visit } = serve();
    const { host } = serveActivity({ name: 'draw', remote: { ...remote, bridge: null } }, visit.getState());
    expect(await host.bridge.call('closePage')).toEqual({ ok: true });
  });
});

describe('an app that lacks a method which the release requires', () => {
  const update = expect.objectContaining({ title: '请更新App' });
  const unsupported = { ok: false, error: { code: bridgeErrorCode.unsupported, errMessage: 'unknown method' } };
  const lacking = (inApp = true) => {
    const parts = serve({ inApp });
    const release = { ...remote, requires: ['choosePhotos'] };
    const { host } = parts.serveActivity({ name: 'draw', remote: release }, parts.visit.getState());
    parts.bridge.call.mockResolvedValue(unsupported);
    parts.bridge.supports.mockImplementation((method) => method !== 'choosePhotos');
    return { ...parts, host };
  };

  it('has to be updated before the user acts', async () => {
    const { host, session, feedback } = lacking();
    expect(await host.session.require()).toEqual({ allowed: false, reason: 'outdatedApp' });
    expect([session.require.mock.calls, feedback.confirm.mock.calls]).toEqual([[], [[update]]]);
  });

  it('says so at the call that shows it', async () => {
    const { host, feedback } = lacking();
    expect(await host.bridge.call('choosePhotos', { max: 9 })).toEqual(unsupported);
    expect(feedback.confirm.mock.calls).toEqual([[update]]);
  });

  it('does for reading, for methods that are not required, and is no matter outside the app', async () => {
    const { host, feedback, session, bridge } = lacking();
    await host.bridge.call('getHomeInfo');
    bridge.supports.mockReturnValue(true);
    await host.session.require();
    const outside = lacking(false);
    await outside.host.session.require();
    expect([feedback.confirm.mock.calls, outside.feedback.confirm.mock.calls]).toEqual([[], []]);
    expect([session.require.mock.calls.length, outside.session.require.mock.calls.length]).toEqual([1, 1]);
  });

  it('opens and says nothing after the visit', async () => {
    const { host, leaveFor, feedback } = lacking();
    const asked = host.bridge.call('choosePhotos', { max: 9 });
    leaveFor('/prize');
    await asked;
    expect(await host.session.require()).toEqual({ allowed: false, reason: 'visitEnded' });
    expect(feedback.confirm.mock.calls).toEqual([]);
  });
});

describe('a visit', () => {
  const noop = () => undefined;
  const register = (host: HostServices) => {
    host.navigation.guard(() => null);
    host.header.set({ title: 'mine' });
    host.sharing.prepare({ title: 't', description: 'd', path: '/draw', landing: 'activity' });
    for (const store of [host.session, host.skin, host.windows, host.visibility]) store.subscribe(noop);
  };
  const everything = ['guard', 'header', 'session', 'share', 'skin', 'visibility', 'windows'];

  it('removes what its screen left registered, once, when the user leaves', () => {
    const { host, taken, leaveFor, dismissDialogs } = serve();
    register(host);
    const undo = host.header.set({ share: true });
    undo();
    undo();
    expect(taken.splice(0)).toEqual(['header']);
    leaveFor('/default');
    leaveFor('/prize');
    expect(taken.toSorted()).toEqual(everything);
    expect(dismissDialogs.mock.calls.length).toBeGreaterThan(0);
  });

  it('keeps the latest hundred registrations of a kind', () => {
    const { host, taken, header, leaveFor } = serve();
    for (let n = 0; n < 20_000; n += 1) host.header.set({ title: String(n) });
    expect([header.set.mock.calls.length, taken.length]).toEqual([20_000, 20_000 - REGISTERED_AT_MOST]);
    host.navigation.guard(() => null);
    leaveFor('/default');
    expect(taken.splice(20_000 - REGISTERED_AT_MOST).toSorted()).toEqual([
      'guard',
      ...Array.from({ length: REGISTERED_AT_MOST }, () => 'header'),
    ]);
  });

  it('removes it too when the screen unmounts before the user leaves', () => {
    const { host, end, taken } = serve();
    register(host);
    end();
    end();
    expect(taken.toSorted()).toEqual(everything);
  });

  it('registers nothing once it has ended', () => {
    const { host, leaveFor, navigation, header, prepare, session } = serve();
    leaveFor('/default');
    register(host);
    const registers = [navigation.guard, header.set, prepare, session.subscribe];
    expect(registers.map((spy) => spy.mock.calls.length)).toEqual([0, 0, 0, 0]);
  });

  it('that has ended moves, asks and opens nothing', async () => {
    const { host, leaveFor, navigation, feedback, external, bridge, session } = serve();
    leaveFor('/prize');
    host.navigation.push('/address');
    host.navigation.replace('/address');
    host.navigation.back();
    expect(await host.feedback.confirm({ title: '?', confirm: '!' })).toBe(false);
    expect(await host.session.require()).toEqual({ allowed: false, reason: 'visitEnded' });
    await host.session.bindFridge();
    expect([await host.external.openCoupon(), await host.external.openShop()]).toEqual([true, true]);
    expect(await host.bridge.call('choosePhotos', { max: 9 })).toMatchObject({
      ok: false,
      error: { errMessage: expect.stringContaining('cancel') },
    });
    const acts = [
      navigation.push,
      navigation.replace,
      navigation.back,
      feedback.confirm,
      session.require,
      session.bindFridge,
      external.openCoupon,
      external.openShop,
      bridge.call,
    ];
    expect(acts.map((spy) => spy.mock.calls.length)).toEqual(acts.map(() => 0));
  });

  it('moves once, however often its screen asks', () => {
    const { host, leaveFor, navigation } = serve();
    navigation.push.mockImplementation(leaveFor);
    for (let n = 0; n < 20_000; n += 1) host.navigation.push('/draw');
    expect(navigation.push).toHaveBeenCalledOnce();
  });

  it('lets calls go on, and reads of the app, without a popup', async () => {
    const { host, leaveFor, bridge } = serve();
    const early = host.bridge.call('getHomeInfo', undefined, { popup: true });
    const options = bridge.call.mock.calls[0]?.[2];
    expect(options?.popup).toBe(true);
    leaveFor('/prize');
    expect([options?.popup, await early]).toEqual([false, { ok: true }]);
    await host.bridge.call('getHomeInfo');
    expect(bridge.call).toHaveBeenCalledTimes(2);
  });

  it('is over for its services once the user leaves', () => {
    const { visitServices, feedback, leaveFor } = serve();
    const [own] = visitServices.mock.calls[0] ?? [];
    const before = own?.isOver();
    leaveFor('/default');
    own?.toast('太旧');
    expect([before, own?.isOver(), feedback.toast.mock.calls]).toEqual([false, true, []]);
  });

  it('answers its open question with no', async () => {
    const { host, feedback, leaveFor } = serve();
    feedback.confirm.mockReturnValue(new Promise(() => {}));
    const answer = host.feedback.confirm({ title: '?', confirm: '!' });
    leaveFor('/default');
    expect(await answer).toBe(false);
  });

  it.each([
    ['/prize', [['已保存'], ['网络']]],
    ['/default', []],
  ])('says what came of its work on %s: %j', async (path, said) => {
    const { host, feedback, leaveFor } = serve();
    leaveFor(path);
    host.feedback.toast('已保存');
    await host.requests.call(listed, {});
    expect(feedback.toast.mock.calls).toEqual(said);
  });

  it('keeps its own parameters', () => {
    const { host, leaveFor } = serve();
    leaveFor('/prize');
    expect(host.navigation.query).toEqual({ id: '7' });
  });

  it('that was over before its screen came does nothing from the start', () => {
    const { serveActivity, visit, navigation, leaveFor } = serve();
    const before = visit.getState();
    leaveFor('/prize');
    const { host } = serveActivity({ name: 'draw', remote }, before);
    host.navigation.push('/address');
    expect(navigation.push).not.toHaveBeenCalled();
  });
});
