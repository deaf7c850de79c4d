// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest';
import { USAGE_EVENTS_KEY } from '@fridge/shared-contracts/page';
import { openNewPageForEachTest, pages, setOnline, startTracker } from './testing/started-tracker.ts';

const leavePage = openNewPageForEachTest();

describe('events that are not accepted', () => {
  it.each([
    ['no network', 'network'],
    ['an error page', () => new Response('<html>')],
    ['too many', () => Response.json({ code: 429 })],
    ['our fault', () => Response.json({ code: 500 })],
  ] as const)('are sent again after %s, with growing delays', async (_name, answer) => {
    const { tracker, sent } = startTracker({ answers: [answer, answer, answer] });
    tracker.track('pageView', { page: '/' });
    for (const [attempt, delay] of [5_000, 10_000, 20_000, 40_000].entries()) {
      await vi.advanceTimersByTimeAsync(delay - 1);
      expect(sent).toHaveLength(attempt);
      await vi.advanceTimersByTimeAsync(1);
      expect(sent).toHaveLength(attempt + 1);
    }
    expect(new Set(sent.flat().map(({ id }) => id)).size).toBe(1);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(sent).toHaveLength(4);
  });

  it('are sent again when no answer arrives within 10 s', async () => {
    const { tracker, sent } = startTracker({ answers: ['never'] });
    tracker.track('pageView', { page: '/' });
    await vi.advanceTimersByTimeAsync(25_000);
    expect(sent).toHaveLength(2);
  });

  it('are asked for seldom in an outage of ten minutes, however often the page is used, hidden and shown', async () => {
    const { tracker, fetched, visibility } = startTracker({ answers: Array(100).fill('network') });
    for (let seconds = 0; seconds < 600; seconds += 4) {
      tracker.track('pageView', { page: '/' });
      visibility.setState(seconds % 8 ? 'hidden' : 'visible');
      await vi.advanceTimersByTimeAsync(4_000);
    }
    expect(fetched.mock.calls.length).toBeLessThanOrEqual(8);
  });

  it.each([400, 413])('are dropped when the server refuses them for good: %i', async (code) => {
    const { tracker, sent } = startTracker({ answers: [() => Response.json({ code })] });
    tracker.track('pageView', { page: '/' });
    await vi.advanceTimersByTimeAsync(600_000);
    expect([sent.length, window.localStorage.getItem(USAGE_EVENTS_KEY)]).toEqual([1, '[]']);
  });

  it('wait for the network, also across a reload', async () => {
    setOnline(false);
    const before = startTracker();
    before.tracker.track('pageView', { page: '/address' });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(before.sent).toEqual([]);
    leavePage();
    const after = startTracker();
    setOnline(true);
    window.dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(5_000);
    expect(pages(after.sent)).toEqual([['/address']]);
  });
});

describe('a page that is hidden', () => {
  it('sends its events by one beacon each time, and again until they are accepted', async () => {
    const { tracker, beaconed, sent, visibility } = startTracker();
    tracker.track('pageView', { page: '/' });
    visibility.setState('hidden');
    window.dispatchEvent(new Event('pagehide'));
    expect(pages(beaconed)).toEqual([['/']]);
    visibility.setState('visible');
    await vi.advanceTimersByTimeAsync(5_000);
    expect(sent).toEqual(beaconed); // the same ids
    visibility.setState('hidden');
    expect(beaconed).toHaveLength(1);
  });

  it('sends a beacon for each batch', () => {
    setOnline(false);
    const { tracker, beaconed, visibility } = startTracker();
    for (let count = 0; count < 120; count += 1) tracker.track('pageView', { page: '/' });
    visibility.setState('hidden');
    expect(beaconed.map(({ length }) => length)).toEqual([50, 50, 20]);
  });

  it('keeps its events where a beacon is refused', async () => {
    const { tracker, fetched, sent, visibility } = startTracker({ beacons: false });
    tracker.track('pageView', { page: '/' });
    visibility.setState('hidden');
    expect(fetched).not.toHaveBeenCalled();
    visibility.setState('visible');
    await vi.advanceTimersByTimeAsync(5_000);
    expect(pages(sent)).toEqual([['/']]);
  });
});

describe('events before the code that sends them', () => {
  const never = () => new Promise<void>(() => {});

  it('are sent by beacon when the page is left, in order, as they happened', () => {
    const { tracker, beaconed } = startTracker({ loadDelivery: never, pageId: 'p'.repeat(43) });
    tracker.track('pageView', { page: '/' });
    tracker.reportFailure({ remote: 'draw', version: '1.2.0', phase: 'entry', reason: 'timeout' });
    const phases = { entry: 120, screen: 30, styles: 80, render: 4 };
    tracker.reportOpen({ remote: 'draw', version: '1.2.0', phases, load: 900, isFirst: true });
    window.dispatchEvent(new Event('pagehide'));
    expect(beaconed.flat()).toMatchObject([
      { event: 'pageView', at: 1_690_855_200_000, page: '/', pageId: 'p'.repeat(43) },
      { event: 'failure', page: '/draw/rule', remote: 'draw', phase: 'entry', reason: 'timeout' },
      { event: 'open', page: '/draw/rule', remote: 'draw', version: '1.2.0', phases },
      { event: 'vitals', page: '/draw/rule', load: 900 },
    ]);
  });

  it('are sent by the next page if this one never gets it, each once', async () => {
    const before = startTracker({ loadDelivery: never, beacons: false });
    before.tracker.track('pageView', { page: '/address' });
    window.dispatchEvent(new Event('pagehide'));
    leavePage();
    const after = startTracker();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(pages(after.sent)).toEqual([['/address']]);
  });

  it('wait for the code, which is asked for again with the next event once it has failed', async () => {
    const loadDelivery = vi.fn(async () => {}).mockRejectedValueOnce(new Error('no chunk'));
    const { tracker, sent, beaconed } = startTracker({ loadDelivery });
    tracker.track('pageView', { page: '/' });
    await vi.advanceTimersByTimeAsync(60_000);
    expect([sent, loadDelivery.mock.calls.length]).toEqual([[], 1]);
    tracker.track('pageView', { page: '/draw' });
    await vi.advanceTimersByTimeAsync(60_000);
    expect([pages(sent), beaconed, loadDelivery.mock.calls.length]).toEqual([[['/', '/draw']], [], 2]);
  });
});
