// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startAnalytics } from './analytics.ts';
import { createTracker } from './tracker.ts';

const settings = { enabled: true, endpoint: 'https://track.test/events', appId: 'fridge-activities', channel: 'cn' };

function scene(change: Partial<typeof settings> | { endpoint: null } = {}, beacon: boolean | 'none' = true) {
  const fetched = vi.fn(async (_url: unknown, _init?: RequestInit) => new Response());
  const sendBeacon = beacon === 'none' ? undefined : vi.fn((_url: string, _body: string) => beacon);
  const analytics = startAnalytics({ ...settings, ...change }, { fetch: fetched, sendBeacon });
  const tracker = createTracker({ analytics, now: () => 1_690_855_200_000, window });
  return { tracker, fetched, sendBeacon };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const sentBy = (fetched: ReturnType<typeof scene>['fetched']) => fetched.mock.calls.map(([, init]) => JSON.parse(String(init?.body)));

describe('usage events', () => {
  it('carry the fixed parameters and go out together', () => {
    const { tracker, fetched } = scene();
    tracker.track('pageView', { path: '/' });
    tracker.track('click', { path: '/', name: 'campaign.home.question' });
    expect(fetched).not.toHaveBeenCalled();
    vi.advanceTimersByTime(5_000);
    const fixed = { at: 1_690_855_200_000, appType: 'fridge', widgetCategory: 'CA', module: 'plugin', widgetName: 'T0xCA', widgetVersion: '4.0.6' };
    expect(sentBy(fetched)).toEqual([{
      appId: 'fridge-activities',
      channel: 'cn',
      events: [
        { event: 'pageView', path: '/', ...fixed },
        { event: 'click', path: '/', name: 'campaign.home.question', ...fixed },
      ],
    }]);
    expect(fetched.mock.calls[0]?.[1]).toMatchObject({ credentials: 'omit', keepalive: true });
    tracker.stop();
  });

  it('go out at once when there are many, and are never sent twice', () => {
    const { tracker, fetched } = scene();
    for (let count = 0; count < 20; count += 1) tracker.track('pageView', { path: '/' });
    expect(fetched).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(10_000);
    expect(fetched).toHaveBeenCalledTimes(1);
    tracker.stop();
  });

  it.each([
    [true, 0],
    [false, 1],
    ['none', 1],
  ] as const)('outlive a page that goes away (beacon: %j)', (beacon, requests) => {
    const { tracker, fetched, sendBeacon } = scene({}, beacon);
    tracker.track('pageView', { path: '/' });
    window.dispatchEvent(new Event('pagehide'));
    expect(fetched).toHaveBeenCalledTimes(requests);
    if (sendBeacon) expect(sendBeacon).toHaveBeenCalledTimes(1);
    tracker.stop();
  });

  it('drop what could tell who the user is', () => {
    const { tracker, fetched } = scene();
    tracker.track('click', { path: '/', name: '13900002001' });
    vi.advanceTimersByTime(10_000);
    expect(fetched).not.toHaveBeenCalled();
    tracker.stop();
  });

  it.each([{ enabled: false }, { endpoint: null }])('stay in the page with %j', (change) => {
    const { tracker, fetched, sendBeacon } = scene(change);
    tracker.track('pageView', { path: '/' });
    vi.advanceTimersByTime(10_000);
    window.dispatchEvent(new Event('pagehide'));
    expect(fetched).not.toHaveBeenCalled();
    expect(sendBeacon).not.toHaveBeenCalled();
    tracker.stop();
  });
});
