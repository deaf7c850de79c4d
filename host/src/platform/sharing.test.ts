import { createLateCode } from '@fridge/shared-ui';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { bridgeErrorCode, commonCopy, fill, type ShareParameters } from '@fridge/shared-contracts';
import { readPageContext, timeoutError } from '@fridge/shared-contracts/page';
import { copy } from '../copy.ts';
import type { BridgeOptions } from './bridge/bridge-client.ts';
import * as code from './share-prepared.ts';
import { createSharePage, createSharing } from './sharing.ts';

const { shareLink } = code;

const withPopup = expect.objectContaining({ popup: true });
const OPENING = copy['host.share.opening.toast'];
const parameters: ShareParameters = { title: '标题', description: '描述', path: '/draw', landing: 'activity' };

const lateCode = createLateCode(async () => code);
beforeAll(() => lateCode.load());

function scene({
  inApp = false,
  query = {},
  answer = { ok: true, data: { channel: 'wx' } } as unknown,
  copied = true,
  inWeChat = false,
  sheet = undefined as (() => Promise<void>) | undefined,
  late = lateCode,
} = {}) {
  const bridge = {
    call: vi.fn(
      async (_method: string, _params?: unknown, _options?: BridgeOptions): Promise<never> => answer as never,
    ),
  };
  const clipboard = { copy: vi.fn().mockResolvedValue(copied) };
  const opens = vi.fn(sheet);
  const navigator = sheet && { canShare: () => true, share: opens };
  const trackClick = vi.fn();
  const openSharePage = vi.fn();
  const shown = vi.fn();
  const toast = vi.fn((text: string) => void (text !== OPENING && text !== '' && shown(text)));
  const confirm = vi.fn(async () => true);
  const reportFailure = vi.fn();
  const all = createSharing(
    {
      context: readPageContext({ query }),
      environment: { inApp, inWeChat, platform: 'other' },
      bridge,
      clipboard,
      openSharePage,
      toast,
      confirm,
      trackClick,
      reportFailure,
      window: {
        location: { origin: 'https://host.test' },
        navigator: navigator ?? {},
        matchMedia: () => ({ matches: true }),
      } as unknown as Window, // as much of one as is used
    },
    late,
  );
  const sharing = all.for({ name: 'draw', version: '1.2.0', publicParameters: ['cookId'] });
  const ways = () => trackClick.mock.calls.flat();
  return {
    all,
    sharing,
    bridge,
    opens,
    clipboard,
    openSharePage,
    toast: shown,
    said: toast,
    confirm,
    ways,
    reportFailure,
  };
}

describe('a share', () => {
  it("opens the app's panel inside the app", async () => {
    const { sharing, bridge, toast, openSharePage } = scene({ inApp: true, query: { brand: '1', wxToken: 'w' } });
    sharing.prepare(parameters);
    await sharing.share();
    expect(bridge.call).toHaveBeenCalledWith(
      'share',
      {
        channels: ['wx', 'wxTimeline'],
        title: '标题',
        description: '描述',
        link: 'https://host.test/draw?brand=1',
        image: 'https://host.test/share-card.png',
      },
      withPopup,
    );
    expect(toast.mock.calls).toEqual([[commonCopy['common.shareOk.toast']]]);
    expect(openSharePage).not.toHaveBeenCalled();
  });

  it.each([
    [true, commonCopy['common.copyLink.toast']],
    [false, commonCopy['common.copyLinkFail.toast']],
  ])('copies the link in a browser with a token: %j', async (copied, text) => {
    const { sharing, clipboard, toast } = scene({ query: { wxToken: 'w', userId: 'u' }, copied });
    sharing.prepare(parameters);
    await sharing.share();
    expect(clipboard.copy).toHaveBeenCalledWith('https://host.test/draw');
    expect(toast.mock.calls).toEqual([[text]]);
  });

  it.each(['activity', 'report'] as const)('shows the share page elsewhere: %s', async (landing) => {
    const { sharing, openSharePage } = scene();
    sharing.prepare({ ...parameters, landing });
    await sharing.share();
    expect(openSharePage).toHaveBeenCalledWith(landing);
  });

  it.each([
    ['agrees', () => true, 1, []],
    ['agrees later', () => Promise.resolve(true), 1, []],
    ['refuses', () => false, 0, []],
    [
      'rejects',
      () => Promise.reject(new Error('no')),
      0,
      [{ remote: 'yearreport', version: '1.0.0', phase: 'callback', reason: 'threw' }],
    ],
    [
      'throws',
      () => {
        throw new Error('no');
      },
      0,
      [{ remote: 'yearreport', version: '1.0.0', phase: 'callback', reason: 'threw' }],
    ],
  ])('asks an activity first, which %s', async (_, before, shares, failures) => {
    const { all, bridge, reportFailure } = scene({ inApp: true });
    all.for({ name: 'yearreport', version: '1.0.0', publicParameters: [] }).prepare({ ...parameters, before });
    await all.share();
    expect(bridge.call).toHaveBeenCalledTimes(shares);
    expect(reportFailure.mock.calls.flat()).toEqual(failures);
  });

  it('can start on the next screen when the user leaves an open question', async () => {
    const { all, bridge } = scene({ inApp: true });
    const report = all.for({ name: 'yearreport', version: '1.0.0', publicParameters: [] });
    let left: AbortSignal | undefined;
    const withdraw = report.prepare({
      ...parameters,
      before(signal) {
        left = signal;
        return new Promise<boolean>(() => {});
      },
    });
    const unanswered = all.share();
    expect(left?.aborted).toBe(false);
    withdraw();
    await unanswered;
    expect(left?.aborted).toBe(true);
    all.for({ name: 'draw', version: '1.0.0', publicParameters: [] }).prepare(parameters);
    await all.share();
    expect(bridge.call).toHaveBeenCalledOnce();
  });

  it('continues after a confirmation when the screen has prepared again meanwhile', async () => {
    const { all, sharing, bridge } = scene({ inApp: true });
    let agree: (agreed: boolean) => void = () => {};
    const asking = { ...parameters, before: () => new Promise<boolean>((resolve) => (agree = resolve)) };
    const withdraw = sharing.prepare(asking);
    const shared = all.share();
    withdraw();
    sharing.prepare(asking);
    await new Promise((resolve) => setTimeout(resolve));
    agree(true);
    await shared;
    expect(bridge.call).toHaveBeenCalledOnce();
  });

  it('can start again when a callback of the activity never settles', async () => {
    vi.useFakeTimers();
    try {
      const { all, sharing, bridge, toast } = scene({ inApp: true });
      const hanging = sharing.prepare({ ...parameters, before: () => new Promise<boolean>(() => {}) });
      const unanswered = all.share();
      await vi.advanceTimersByTimeAsync(5 * 60_000);
      await unanswered;
      hanging();
      sharing.prepare({ ...parameters, onShared: () => new Promise<void>(() => {}) });
      const shared = all.share();
      await vi.advanceTimersByTimeAsync(10_000);
      await shared;
      expect([bridge.call.mock.calls.length, toast.mock.calls]).toEqual([1, [[commonCopy['common.shareOk.toast']]]]);
    } finally {
      vi.useRealTimers();
    }
  });

  it('sends one event when nothing is prepared', async () => {
    const { all, sharing, bridge, toast, openSharePage, reportFailure } = scene({ inApp: true });
    sharing.prepare(parameters)();
    await sharing.share();
    await all.share();
    expect(reportFailure.mock.calls).toEqual([
      [{ remote: 'draw', version: '1.2.0', phase: 'share', reason: 'unprepared' }],
      [{ remote: 'host', version: 'unknown', phase: 'share', reason: 'unprepared' }],
    ]);
    expect([bridge.call, toast, openSharePage].some((spy) => spy.mock.calls.length > 0)).toBe(false);
  });

  it("uses the next screen's parameters when the previous screen withdraws its own", async () => {
    const { sharing, bridge } = scene({ inApp: true });
    const takeBack = sharing.prepare(parameters);
    sharing.prepare({ ...parameters, path: '/prize' });
    takeBack();
    await sharing.share();
    expect(bridge.call).toHaveBeenCalledWith(
      'share',
      expect.objectContaining({ link: 'https://host.test/prize' }),
      withPopup,
    );
  });
});

describe("a share in a phone's browser", () => {
  const card = { title: '标题', text: '描述', url: 'https://host.test/draw' };
  const opened = async () => undefined;
  const failing = (name: string) => () => Promise.reject(new DOMException('', name));

  it.each([
    ['is opened', {}, opened],
    ['is opened, with a token', { wxToken: 'w' }, opened],
    ['is closed by the user', {}, failing('AbortError')],
  ])('says nothing more where its sheet %s', async (_name, query, sheet) => {
    const { sharing, opens, clipboard, openSharePage, toast, ways } = scene({ sheet, query });
    sharing.prepare(parameters);
    const shared = sharing.share();
    expect(opens.mock.calls, 'within the tap').toEqual([[card]]);
    await shared;
    expect([clipboard.copy, openSharePage, toast].flatMap((spy) => spy.mock.calls)).toEqual([]);
    expect(ways()).toEqual(['host.share.native']);
  });

  it.each([{}, { wxToken: 'w' }])('copies the link where the sheet fails: %j', async (query) => {
    const { sharing, clipboard, openSharePage, toast, ways } = scene({ sheet: failing('NotAllowedError'), query });
    sharing.prepare(parameters);
    await sharing.share();
    expect(clipboard.copy.mock.calls).toEqual([['https://host.test/draw']]);
    expect(toast.mock.calls).toEqual([[commonCopy['common.copyLink.toast']]]);
    expect(openSharePage).not.toHaveBeenCalled();
    expect(ways()).toEqual(['host.share.native', 'host.share.copy']);
  });

  it('opens the sheet once the user has agreed', async () => {
    const { sharing, opens } = scene({ sheet: opened });
    let agree: (agreed: boolean) => void = () => {};
    sharing.prepare({ ...parameters, before: () => new Promise<boolean>((resolve) => (agree = resolve)) });
    const shared = sharing.share();
    await Promise.resolve();
    expect(opens).not.toHaveBeenCalled();
    agree(true);
    await shared;
    expect(opens).toHaveBeenCalledOnce();
  });

  it('can start again while a sheet never settles', async () => {
    const { sharing, opens } = scene({ sheet: () => new Promise(() => {}) });
    sharing.prepare(parameters);
    void sharing.share();
    void sharing.share();
    expect(opens).toHaveBeenCalledTimes(2);
  });

  it('has no sheet in WeChat', async () => {
    const { sharing, opens, ways } = scene({ sheet: opened, inWeChat: true });
    sharing.prepare(parameters);
    await sharing.share();
    expect([opens.mock.calls.length, ways()]).toEqual([0, ['host.share.page']]);
  });
});

it.each([
  [
    "the app's panel, also where the browser has a sheet",
    { inApp: true, sheet: async () => undefined },
    'host.share.app',
  ],
  ['a copied link', { query: { wxToken: 'w' } }, 'host.share.copy'],
  ['the share page', {}, 'host.share.page'],
])('the usage event names %s', async (_name, where, way) => {
  const { sharing, ways } = scene(where);
  sharing.prepare(parameters);
  await sharing.share();
  expect(ways()).toEqual([way]);
});

describe('in the app', () => {
  it.each([
    ['a closed panel', { ok: true, data: {} }, []],
    ['a changed mind', { ok: false, error: { code: 2, errMessage: 'share:cancel' } }, []],
    ['silence, which has its popup', { ok: false, error: timeoutError }, []],
    [
      'an app that is too old',
      { ok: false, error: { code: bridgeErrorCode.unsupported, errMessage: '' } },
      [[fill(copy['host.native.unsupported.toast'])]],
    ],
    ['a failure', { ok: false, error: { code: 500, errMessage: 'x' } }, [[commonCopy['common.shareFail.toast']]]],
  ])('%s', async (_name, answer, toasts) => {
    const { sharing, toast } = scene({ inApp: true, answer });
    const onShared = vi.fn();
    sharing.prepare({ ...parameters, onShared });
    await sharing.share();
    expect(toast.mock.calls).toEqual(toasts);
    expect(onShared).not.toHaveBeenCalled();
  });

  it.each([
    [() => true, []],
    [() => undefined, [[commonCopy['common.shareOk.toast']]]],
    [async () => {}, [[commonCopy['common.shareOk.toast']]]],
  ])('shows a toast unless the activity announces the success itself (%#)', async (onShared, toasts) => {
    const { sharing, toast } = scene({ inApp: true });
    sharing.prepare({ ...parameters, onShared });
    await sharing.share();
    expect(toast.mock.calls).toEqual(toasts);
  });

  it('continues when a callback of the activity throws', async () => {
    const { sharing, toast, reportFailure } = scene({ inApp: true });
    sharing.prepare({
      ...parameters,
      onShared: () => {
        throw new Error('x');
      },
    });
    await sharing.share();
    sharing.prepare({
      ...parameters,
      onShared: async () => {
        throw new Error('x');
      },
    });
    await sharing.share();
    expect(toast).toHaveBeenCalledTimes(2);
    expect(reportFailure.mock.calls).toEqual(
      Array.from({ length: 2 }, () => [{ remote: 'draw', version: '1.2.0', phase: 'callback', reason: 'threw' }]),
    );
  });

  it('is pending at once, and says nothing more of a closed panel', async () => {
    const { sharing, bridge, said } = scene({ inApp: true });
    sharing.prepare(parameters);
    bridge.call.mockImplementation(async () => {
      expect(said.mock.calls).toEqual([[OPENING]]);
      return { ok: true, data: {} } as never;
    });
    await sharing.share();
    expect(said.mock.calls).toEqual([[OPENING], ['']]);
  });

  it('hints at a slow app until it answers', async () => {
    const { sharing, bridge, confirm } = scene({ inApp: true });
    sharing.prepare(parameters);
    await sharing.share();
    const { signal } = new AbortController();
    bridge.call.mock.calls[0]?.[2]?.onSlow?.(signal);
    const hint = {
      title: copy['host.native.slow.title'],
      description: fill(copy['host.native.slow.desc']),
      confirm: copy['host.native.timeout.button'],
    };
    expect(confirm.mock.calls).toEqual([[hint, signal]]);
  });

  it('opens one panel at a time', async () => {
    const { sharing, bridge } = scene({ inApp: true });
    sharing.prepare(parameters);
    await Promise.all([sharing.share(), sharing.share()]);
    expect(bridge.call).toHaveBeenCalledTimes(1);
  });
});

describe("the header's share button", () => {
  it('shares the last prepared parameters, with the public ones of their release', async () => {
    const { all, sharing, bridge } = scene({ inApp: true });
    sharing.prepare(parameters);
    all
      .for({ name: 'contest', version: '1.0.0', publicParameters: ['workId'] })
      .prepare({ ...parameters, path: '/detail', query: { workId: '9', cookId: '8' } });
    await all.share();
    expect(bridge.call).toHaveBeenCalledWith(
      'share',
      expect.objectContaining({ link: 'https://host.test/detail?workId=9' }),
      withPopup,
    );
  });
});

describe('the share page', () => {
  it.each(['activity', 'report'] as const)('is opened by variant: %s', (variant) => {
    const { sharing, openSharePage } = scene({ query: { userId: 'u', phone: '13800000001', wxToken: 't' } });
    sharing.openLanding(variant);
    expect(openSharePage.mock.calls).toEqual([[variant]]);
  });
});

describe('a share link', () => {
  const personal = {
    fridgeId: 'f',
    phone: '13800000000',
    mobile: '13800000000',
    homeId: 'h',
    userId: 'u',
    wxToken: 't',
    at: 't',
    ac: 'f',
    sn8: '00000001',
    accessToken: 't',
  };

  it.each([
    ['a bare path', { path: '/' }, { brand: -1, activityId: '' }, [], 'https://host.test/'],
    [
      'the brand and the activity',
      { path: '/draw' },
      { brand: 1, activityId: 'a7' },
      [],
      'https://host.test/draw?activityId=a7&brand=1',
    ],
    [
      'what the release declared public',
      { path: '/detail', query: { cookId: '12', other: '1' } },
      { brand: 0, activityId: '' },
      ['cookId'],
      'https://host.test/detail?brand=0&cookId=12',
    ],
    [
      'nothing of the user',
      { path: '/yearReport', query: { ...personal, type: '2' } },
      { brand: -1, activityId: '' },
      ['type'],
      'https://host.test/yearReport?type=2',
    ],
    [
      'nothing of the user even if declared',
      { path: '/yearReport', query: personal },
      { brand: -1, activityId: '' },
      Object.keys(personal),
      'https://host.test/yearReport',
    ],
    [
      'no parameters within its path',
      { path: '/draw?phone=13800000000#x' },
      { brand: -1, activityId: '' },
      [],
      'https://host.test/draw',
    ],
    ['an untidy path', { path: 'draw//rule/' }, { brand: -1, activityId: '' }, [], 'https://host.test/draw/rule'],
  ] as const)('carries %s', (_name, shared, context, declared, link) =>
    expect(shareLink('https://host.test', shared, context, declared)).toBe(link),
  );
});

it.each<[string, Record<string, string>, string]>([
  ['/open', {}, '/open'],
  ['/detail', { cookId: 'w-1', brand: '1' }, '/detail?cookId=w-1&brand=1'],
  ['/address', { id: '7', phone: '13800001001', name: '张三' }, '/address?id=7'],
])('from %s with %j passes %s to the share page', (path, query, from) => {
  const push = vi.fn();
  createSharePage({ push, location: () => ({ path, query }) })('report');
  expect(push).toHaveBeenCalledExactlyOnceWith('/share', { type: '2', from });
});

it('opens the general variant for an activity', () => {
  const push = vi.fn();
  createSharePage({ push, location: () => ({ path: '/', query: {} }) })('activity');
  expect(push).toHaveBeenCalledExactlyOnceWith('/share', { from: '/' });
});

describe('a share before its code is there', () => {
  it('waits for it, and is made once', async () => {
    const { sharing, openSharePage } = scene({ late: createLateCode(async () => code) });
    sharing.prepare(parameters);
    await Promise.all([sharing.share(), sharing.share()]);
    expect(openSharePage).toHaveBeenCalledExactlyOnceWith('activity');
  });

  it('fails in words where it does not come, and can be made again', async () => {
    const importCode = vi.fn(async () => code).mockRejectedValueOnce(new Error('gone'));
    const { sharing, openSharePage, toast } = scene({ late: createLateCode(importCode) });
    sharing.prepare(parameters);
    await sharing.share();
    expect(toast.mock.calls).toEqual([[commonCopy['common.shareFail.toast']]]);
    await sharing.share();
    expect(openSharePage).toHaveBeenCalledOnce();
  });
});
