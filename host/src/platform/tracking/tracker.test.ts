// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Visibility } from '@fridge/shared-contracts';
import type { TrackedEvent } from '@fridge/shared-contracts/host';
import { createStore } from 'zustand/vanilla';
import { removePageListeners } from '../../lib/testing/page-listeners.ts';
import { createTracker, eventLimits } from './tracker.ts';

const endpoint = 'https://api.test/track';
const taken = () => Response.json({ code: 0, msg: '', data: null });

type TrackerOptions = Parameters<typeof createTracker>[0];

type Answer = (() => Response) | 'network' | 'never';

/** A tracker whose server gives these answers in turn, and takes everything afterwards. */
function scene({
  answers = [] as Answer[],
  settings = {} as Partial<TrackerOptions['settings']>,
  beacons = true,
  loadAnalytics = undefined as TrackerOptions['loadAnalytics'],
  loadWebVitals = undefined as TrackerOptions['loadWebVitals'],
  pageId = undefined as TrackerOptions['pageId'],
  page = '/draw/rule',
} = {}) {
  const sent: TrackedEvent[][] = [];
  const fetched = vi.fn(async (_url: unknown, init?: RequestInit) => {
    sent.push(JSON.parse(String(init?.body)).events);
    const answer = answers.shift() ?? taken;
    if (answer === 'network') throw new TypeError('Failed to fetch');
    return answer === 'never' ? new Promise<Response>(() => {}) : answer();
  });
  const beaconed: TrackedEvent[][] = [];
  const sendBeacon = vi.fn((_url: string, body: string) => {
    if (beacons) beaconed.push(JSON.parse(body).events);
    return beacons;
  });
  Object.assign(window.navigator, { sendBeacon });
  const visibility = createStore<Visibility>(() => 'visible');
  const tracker = createTracker({
    settings: { enabled: true, endpoint, analytics: null, ...settings },
    window,
    visibility,
    fetch: fetched,
    now: () => 1_690_855_200_000,
    pageName: () => page,
    pageId,
    ...(loadAnalytics ? { loadAnalytics } : {}),
    ...(loadWebVitals ? { loadWebVitals } : {}),
  });
  tracker.start();
  return { tracker, fetched, sent, beaconed, sendBeacon, visibility };
}

const pages = (batches: readonly TrackedEvent[][]) => batches.map((events) => events.map((event) => event.page));
const hide = (visibility: ReturnType<typeof scene>['visibility']) => visibility.setState('hidden');

const leavePage = removePageListeners();
beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  window.localStorage.clear();
  Object.defineProperty(window.navigator, 'onLine', { value: true, configurable: true });
});

describe('usage events', () => {
  it('carry the fixed parameters and a unique id, and are sent together', async () => {
    const { tracker, fetched, sent } = scene();
    tracker.track('pageView', { page: '/' });
    tracker.track('click', { page: '/', name: 'campaign.home.question' });
    expect(fetched).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(5_000);
    const fixed = {
      at: 1_690_855_200_000,
      appType: 'fridge',
      widgetCategory: 'CA',
      module: 'plugin',
      widgetName: 'T0xCA',
      widgetVersion: '4.0.6',
    };
    const id = expect.stringMatching(/^[\da-f-]{36}$/);
    expect(sent).toEqual([
      [
        { id, event: 'pageView', page: '/', ...fixed },
        { id, event: 'click', page: '/', name: 'campaign.home.question', ...fixed },
      ],
    ]);
    expect(sent[0]?.[0]?.id).not.toBe(sent[0]?.[1]?.id);
    // A text body: anything else would cost a preflight.
    expect(fetched.mock.calls[0]).toMatchObject([
      endpoint,
      { method: 'POST', credentials: 'omit', body: expect.any(String) },
    ]);
    expect(fetched.mock.calls[0]?.[1]?.headers).toBeUndefined();
  });

  it('of a loop are limited per kind', async () => {
    const { tracker, sent } = scene();
    for (let count = 0; count < 20_000; count += 1) tracker.track('click', { page: '/', name: 'home.open' });
    tracker.track('pageView', { page: '/draw' });
    await vi.advanceTimersByTimeAsync(5_000);
    const events = sent.flat().map(({ event }) => event);
    expect([
      events.filter((event) => event === 'click').length,
      events.filter((event) => event === 'pageView').length,
    ]).toEqual([eventLimits.burst, 1]);
  });

  it('are sent at once, and once, when a batch is full', async () => {
    const { tracker, sent } = scene();
    for (let count = 0; count < 50; count += 1) tracker.track('pageView', { page: '/' });
    await vi.advanceTimersByTimeAsync(0);
    expect(sent.map(({ length }) => length)).toEqual([50]);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(sent).toHaveLength(1);
  });

  it.each([
    ['a phone', 'click', { page: '/', name: '13900002001' }],
    ['a query', 'click', { page: '/a?fridgeId=F1', name: 'a' }],
    ['a name of a person', 'click', { page: '/', name: '张三' }],
    ['a field of its own', 'pageView', { page: '/', phone: '13900002001' }],
    ['an unknown event', 'login', { page: '/' }],
    ['another id', 'pageView', { page: '/', id: 'x' }],
  ])('are dropped with %s', async (_name, event, values) => {
    const { tracker, fetched } = scene();
    tracker.track(event as 'click', values as never); // what no compiler has seen
    await vi.advanceTimersByTimeAsync(60_000);
    expect(fetched).not.toHaveBeenCalled();
  });

  it.each([{ enabled: false }, { endpoint: null }])('are not sent with %j', async (settings) => {
    const { tracker, fetched, sendBeacon, visibility } = scene({ settings });
    tracker.track('pageView', { page: '/' });
    hide(visibility);
    await vi.advanceTimersByTimeAsync(60_000);
    expect([fetched.mock.calls.length, sendBeacon.mock.calls.length, window.localStorage.length]).toEqual([0, 0, 0]);
  });
});

describe('events that are not accepted', () => {
  it.each([
    ['no network', 'network'],
    ['an error page', () => new Response('<html>')],
    ['too many', () => Response.json({ code: 429 })],
    ['our fault', () => Response.json({ code: 500 })],
  ] as const)('are sent again after %s, with growing delays', async (_name, answer) => {
    const { tracker, sent } = scene({ answers: [answer, answer, answer] });
    tracker.track('pageView', { page: '/' });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(sent).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(sent).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1_999);
    expect(sent).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1);
    await vi.advanceTimersByTimeAsync(4_000);
    expect(sent).toHaveLength(4);
    expect(new Set(sent.flat().map(({ id }) => id)).size).toBe(1);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(sent).toHaveLength(4);
  });

  it('are sent again when no answer arrives within 10 s', async () => {
    const { tracker, sent } = scene({ answers: ['never'] });
    tracker.track('pageView', { page: '/' });
    await vi.advanceTimersByTimeAsync(16_000);
    expect(sent).toHaveLength(2);
  });

  it.each([400, 413])('are dropped when the server refuses them for good: %i', async (code) => {
    const { tracker, sent } = scene({ answers: [() => Response.json({ code })] });
    tracker.track('pageView', { page: '/' });
    await vi.advanceTimersByTimeAsync(600_000);
    expect([sent.length, window.localStorage.getItem('usage-events')]).toEqual([1, '[]']);
  });

  it('wait for the network, also across a reload', async () => {
    Object.defineProperty(window.navigator, 'onLine', { value: false, configurable: true });
    const before = scene();
    before.tracker.track('pageView', { page: '/address' });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(before.sent).toEqual([]);
    leavePage();
    const after = scene();
    Object.defineProperty(window.navigator, 'onLine', { value: true, configurable: true });
    window.dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(0);
    expect(pages(after.sent)).toEqual([['/address']]);
  });
});

describe('a page that is hidden', () => {
  it('sends its events by one beacon each time, and again until they are accepted', async () => {
    const { tracker, beaconed, sent, visibility } = scene();
    tracker.track('pageView', { page: '/' });
    hide(visibility);
    window.dispatchEvent(new Event('pagehide'));
    expect(pages(beaconed)).toEqual([['/']]);
    visibility.setState('visible');
    await vi.advanceTimersByTimeAsync(5_000);
    expect(sent).toEqual(beaconed); // the same ids
    hide(visibility);
    expect(beaconed).toHaveLength(1);
  });

  it('sends a beacon for each batch', () => {
    Object.defineProperty(window.navigator, 'onLine', { value: false, configurable: true });
    const { tracker, beaconed, visibility } = scene();
    for (let count = 0; count < 120; count += 1) tracker.track('pageView', { page: '/' });
    hide(visibility);
    expect(beaconed.map(({ length }) => length)).toEqual([50, 50, 20]);
  });

  it('sends a keepalive request where a beacon is refused', () => {
    const { tracker, fetched, visibility } = scene({ beacons: false });
    tracker.track('pageView', { page: '/' });
    hide(visibility);
    expect(fetched.mock.calls).toMatchObject([[endpoint, { keepalive: true }]]);
  });
});

describe('a failure', () => {
  it('is an event of the current page, and a line in the console in development', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const { tracker, sent } = scene();
    tracker.reportFailure({ remote: 'draw', version: '1.2.0', phase: 'entry', reason: 'timeout' });
    await vi.advanceTimersByTimeAsync(5_000);
    const failure = { page: '/draw/rule', remote: 'draw', version: '1.2.0', phase: 'entry', reason: 'timeout' };
    expect(sent[0]).toMatchObject([{ event: 'failure', ...failure }]);
    expect(warn).toHaveBeenCalledWith('[host] failure', failure);
  });

  it('reports an invalid name or version as unknown', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const { tracker, sent } = scene();
    tracker.reportFailure({ remote: 'evil 13800000001', version: '', phase: 'origin', reason: 'foreign' });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(sent[0]).toMatchObject([{ remote: 'unknown', version: 'unknown', phase: 'origin', reason: 'foreign' }]);
  });
});

describe('how fast a release was', () => {
  const pageId = 'p'.repeat(43);
  const phases = { entry: 120, screen: 30, styles: 80, render: 4 };
  const opened = (version: string, load: number | undefined, isFirst = false) => ({
    remote: 'draw',
    version,
    phases,
    load,
    isFirst,
  });
  const vitalsIn = (batches: readonly TrackedEvent[][]) => batches.flat().filter(({ event }) => event === 'vitals');
  /** The engine's measurements; the page is idle at once. */
  const measuring = () => {
    Object.assign(window, { requestIdleCallback: (work: () => void) => work() });
    const values = { lcp: 1_200, inp: 80, cls: 0.01 };
    let leftAt = () => 0;
    const measureWebVitals = vi.fn((of: () => number) => {
      leftAt = of;
      return () => ({ ...values });
    });
    return {
      values,
      measureWebVitals,
      leftAt: () => leftAt(),
      loadWebVitals: vi.fn(async () => ({ measureWebVitals })),
    };
  };
  afterEach(() => void Reflect.deleteProperty(window, 'requestIdleCallback'));

  it('is told once, in the beacon of the page that is hidden', async () => {
    const { values, loadWebVitals } = measuring();
    const { tracker, beaconed, visibility } = scene({ pageId, loadWebVitals });
    tracker.reportOpen(opened('1.2.0', 900, true));
    await vi.advanceTimersByTimeAsync(0);
    values.inp = 120;
    hide(visibility);
    values.inp = 500;
    visibility.setState('visible');
    window.dispatchEvent(new Event('pagehide'));
    expect(vitalsIn(beaconed)).toMatchObject([
      { pageId, page: '/draw/rule', remote: 'draw', version: '1.2.0', load: 900, lcp: 1_200, inp: 120, cls: 0.01 },
    ]);
  });

  it('has Web Vitals of the release that the page began with, and load times of each', async () => {
    const { loadWebVitals, leftAt } = measuring();
    const { tracker, beaconed, visibility } = scene({ pageId, loadWebVitals });
    const left = tracker.reportOpen(opened('1.2.0', 900, true));
    await vi.advanceTimersByTimeAsync(0);
    left();
    const leftAgain = tracker.reportOpen(opened('1.2.0', 50)); // another screen of it
    expect(leftAt()).toBe(Number.POSITIVE_INFINITY);
    leftAgain();
    expect(leftAt()).toBeLessThanOrEqual(performance.now());
    tracker.reportOpen(opened('1.3.0', 70));
    tracker.reportOpen(opened('1.4.0', undefined));
    hide(visibility);
    const told = vitalsIn(beaconed).map((event) => ({ ...event, at: 0 }));
    expect(told).toMatchObject([
      { version: '1.2.0', load: 900, lcp: 1_200 },
      { version: '1.3.0', load: 70 },
    ]);
    expect(told[1]).not.toHaveProperty('lcp');
  });

  it('is its load time alone where the code of the Web Vitals does not come', async () => {
    measuring();
    const loadWebVitals = vi.fn(() => Promise.reject(new Error('gone')));
    const { tracker, beaconed, visibility } = scene({ pageId, loadWebVitals });
    tracker.reportOpen(opened('1.2.0', 900, true));
    await vi.advanceTimersByTimeAsync(0);
    hide(visibility);
    expect(vitalsIn(beaconed)).toMatchObject([{ load: 900 }]);
    expect(vitalsIn(beaconed)[0]).not.toHaveProperty('lcp');
  });

  it.each([
    ['for a page that began elsewhere', {}, false],
    ['where events are off', { enabled: false }, true],
    ['where nothing takes events', { endpoint: null }, true],
  ])('is not measured %s', async (_, settings, isFirst) => {
    const { loadWebVitals } = measuring();
    const { tracker } = scene({ pageId, loadWebVitals, settings });
    tracker.reportOpen(opened('1.2.0', undefined, isFirst));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(loadWebVitals).not.toHaveBeenCalled();
  });
});

describe('an opened activity', () => {
  const pageId = 'p'.repeat(43);
  const open = { remote: 'draw', version: '1.2.0', phases: { entry: 120, screen: 30, styles: 80, render: 4 } };

  it('is an event of the current page with the page id', async () => {
    const { tracker, sent } = scene({ pageId });
    tracker.reportOpen({ ...open, load: undefined, isFirst: false });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(sent).toMatchObject([[{ event: 'open', page: '/draw/rule', pageId, ...open }]]);
  });

  it.each([
    ['of a calendar version', '/draw', '2026.11.23'],
    ['of a long version', '/draw', '1.5.0-rc.20261123093059+sha.0123456789abcdef'],
    ['on a route with digits', '/picnic_2024', '1.2.0'],
  ])('is told apart like every other: %s', async (_, page, version) => {
    const { tracker, sent } = scene({ pageId, page });
    tracker.reportOpen({ ...open, version, load: 900, isFirst: false });
    tracker.reportFailure({ remote: 'draw', version, phase: 'render', reason: 'threw' });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(sent).toMatchObject([
      [
        { event: 'open', page, version },
        { event: 'failure', page, version },
      ],
    ]);
  });

  it('is an event like its failure where the route could hold a phone', async () => {
    const { tracker, sent } = scene({ pageId, page: '/13900002001' });
    tracker.reportOpen({ ...open, load: undefined, isFirst: false });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(sent).toMatchObject([[{ event: 'open', page: 'unknown' }]]);
  });

  it('waits for the page id where the engine does not show it; other events go without', async () => {
    const { tracker, sent } = scene();
    tracker.reportOpen({ ...open, load: undefined, isFirst: false });
    tracker.track('pageView', { page: '/' });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(sent.flat().map(({ event, pageId: given }) => [event, given])).toEqual([['pageView', undefined]]);
    tracker.learnPageId(null);
    tracker.learnPageId('none');
    tracker.learnPageId(pageId);
    tracker.learnPageId('q'.repeat(43));
    tracker.track('pageView', { page: '/draw' });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(sent[1]?.map(({ event, pageId: given }) => [event, given])).toEqual([
      ['open', pageId],
      ['pageView', pageId],
    ]);
  });
});

describe('the event-analytics service', () => {
  const settings = { analytics: { script: 'https://analytics.test/sdk.js', appId: 'fridge-activities' } };

  it('gets the events tracked before its code arrived, and all later ones', async () => {
    const send = vi.fn();
    const startAnalytics = vi.fn(async () => ({ send }));
    const { tracker } = scene({ settings, loadAnalytics: async () => ({ startAnalytics }) });
    tracker.track('pageView', { page: '/' });
    await vi.advanceTimersByTimeAsync(4_000);
    expect(startAnalytics).toHaveBeenCalledWith(settings.analytics, window);
    tracker.track('pageView', { page: '/draw' });
    expect(send.mock.calls.map(([event]) => event.page)).toEqual(['/', '/draw']);
  });

  it.each([
    [
      'its code',
      async () => {
        throw new Error('no chunk');
      },
    ],
    ['its script', async () => ({ startAnalytics: async () => null })],
  ])('is not used when %s fails to load', async (_name, loadAnalytics) => {
    const { tracker, sent } = scene({ settings, loadAnalytics });
    tracker.track('pageView', { page: '/' });
    await vi.advanceTimersByTimeAsync(10_000);
    tracker.track('pageView', { page: '/draw' });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(pages(sent)).toEqual([['/'], ['/draw']]);
  });

  it('is not loaded and gets no events while tracking is off', async () => {
    const loadAnalytics = vi.fn();
    const { tracker } = scene({ settings: { ...settings, enabled: false }, loadAnalytics });
    tracker.track('pageView', { page: '/' });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(loadAnalytics).not.toHaveBeenCalled();
  });
});
