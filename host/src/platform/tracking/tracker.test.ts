// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest';
import { endpoint, openNewPageForEachTest, pages, startTracker } from './testing/started-tracker.ts';
import { eventLimit } from './tracker.ts';

openNewPageForEachTest();

describe('usage events', () => {
  it('carry the fixed parameters and a unique id, and are sent together', async () => {
    const { tracker, fetched, sent } = startTracker();
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
    const { tracker, sent } = startTracker();
    for (let count = 0; count < 20_000; count += 1) tracker.track('click', { page: '/', name: 'home.open' });
    tracker.track('pageView', { page: '/draw' });
    await vi.advanceTimersByTimeAsync(30_000);
    const events = sent.flat().map(({ event }) => event);
    expect([
      events.filter((event) => event === 'click').length,
      events.filter((event) => event === 'pageView').length,
    ]).toEqual([eventLimit.count, 1]);
  });

  it('are sent in batches, each once', async () => {
    const { tracker, sent } = startTracker();
    for (let count = 0; count < 60; count += 1) tracker.track('pageView', { page: '/' });
    await vi.advanceTimersByTimeAsync(600_000);
    expect(sent.map(({ length }) => length)).toEqual([50, 10]);
  });

  it.each([
    ['a phone', 'click', { page: '/', name: '13900002001' }],
    ['a query', 'click', { page: '/a?fridgeId=F1', name: 'a' }],
    ['a name of a person', 'click', { page: '/', name: '张三' }],
    ['a field of its own', 'pageView', { page: '/', phone: '13900002001' }],
    ['an unknown event', 'login', { page: '/' }],
    ['another id', 'pageView', { page: '/', id: 'x' }],
  ])('are dropped with %s', async (_name, event, values) => {
    const { tracker, fetched } = startTracker();
    tracker.track(event as 'click', values as never); // what no compiler has seen
    await vi.advanceTimersByTimeAsync(60_000);
    expect(fetched).not.toHaveBeenCalled();
  });

  it.each([{ enabled: false }, { endpoint: null }])('are not sent with %j', async (settings) => {
    const { tracker, fetched, sendBeacon, visibility } = startTracker({ settings });
    tracker.track('pageView', { page: '/' });
    visibility.setState('hidden');
    await vi.advanceTimersByTimeAsync(60_000);
    expect([fetched.mock.calls.length, sendBeacon.mock.calls.length, window.localStorage.length]).toEqual([0, 0, 0]);
  });
});

describe('a failure', () => {
  it('is an event of the current page, and a line in the console in development', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const { tracker, sent } = startTracker();
    tracker.reportFailure({ remote: 'draw', version: '1.2.0', phase: 'entry', reason: 'timeout' });
    await vi.advanceTimersByTimeAsync(5_000);
    const failure = { page: '/draw/rule', remote: 'draw', version: '1.2.0', phase: 'entry', reason: 'timeout' };
    expect(sent[0]).toMatchObject([{ event: 'failure', ...failure }]);
    expect(warn).toHaveBeenCalledWith('[host] failure', failure);
  });

  it('reports an invalid name or version as unknown', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const { tracker, sent } = startTracker();
    tracker.reportFailure({ remote: 'evil 13800000001', version: '', phase: 'origin', reason: 'foreign' });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(sent[0]).toMatchObject([{ remote: 'unknown', version: 'unknown', phase: 'origin', reason: 'foreign' }]);
  });
});

describe('an opened activity', () => {
  const pageId = 'p'.repeat(43);
  const open = { remote: 'draw', version: '1.2.0', phases: { entry: 120, screen: 30, styles: 80, render: 4 } };

  it('is an event of the current page with the page id', async () => {
    const { tracker, sent } = startTracker({ pageId });
    tracker.reportOpen({ ...open, load: undefined, isFirst: false });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(sent).toMatchObject([[{ event: 'open', page: '/draw/rule', pageId, ...open }]]);
  });

  it.each([
    ['of a calendar version', '/draw', '2026.11.23'],
    ['of a long version', '/draw', '1.5.0-rc.20261123093059+sha.0123456789abcdef'],
    ['on a route with digits', '/picnic_2024', '1.2.0'],
  ])('is told apart like every other: %s', async (_, page, version) => {
    const { tracker, sent } = startTracker({ pageId, page });
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
    const { tracker, sent } = startTracker({ pageId, page: '/13900002001' });
    tracker.reportOpen({ ...open, load: undefined, isFirst: false });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(sent).toMatchObject([[{ event: 'open', page: 'unknown' }]]);
  });

  it('waits for the page id where the engine does not show it; other events go without', async () => {
    const { tracker, sent } = startTracker();
    tracker.reportOpen({ ...open, load: undefined, isFirst: false });
    tracker.track('pageView', { page: '/' });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(sent.flat().map(({ event, pageId: given }) => [event, given])).toEqual([['pageView', undefined]]);
    tracker.learnPageId(undefined);
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
    const startAnalytics = vi.fn(async () => send);
    const { tracker } = startTracker({ settings, startService: startAnalytics });
    tracker.track('pageView', { page: '/' });
    await vi.advanceTimersByTimeAsync(0);
    expect(startAnalytics).toHaveBeenCalledWith(settings.analytics, window);
    tracker.track('pageView', { page: '/draw' });
    await vi.advanceTimersByTimeAsync(0);
    expect(send.mock.calls.map(([event]) => event.page)).toEqual(['/', '/draw']);
  });

  it.each([
    ['fails', () => Promise.reject(new Error('no script'))],
    ['leaves nothing', async () => null],
  ])('is not used when its script %s', async (_name, startService) => {
    const { tracker, sent } = startTracker({ settings, startService });
    tracker.track('pageView', { page: '/' });
    await vi.advanceTimersByTimeAsync(10_000);
    tracker.track('pageView', { page: '/draw' });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(pages(sent)).toEqual([['/'], ['/draw']]);
  });

  it('is not loaded and gets no events while tracking is off', async () => {
    const loadDelivery = vi.fn();
    const { tracker } = startTracker({ settings: { ...settings, enabled: false }, loadDelivery });
    tracker.track('pageView', { page: '/' });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(loadDelivery).not.toHaveBeenCalled();
  });
});
