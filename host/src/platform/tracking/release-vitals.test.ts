// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { TrackedEvent } from '@fridge/shared-contracts/page';
import { openNewPageForEachTest, startTracker } from './testing/started-tracker.ts';

openNewPageForEachTest();

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
    const { tracker, beaconed, visibility } = startTracker({ pageId, loadWebVitals });
    tracker.reportOpen(opened('1.2.0', 900, true));
    await vi.advanceTimersByTimeAsync(0);
    values.inp = 120;
    visibility.setState('hidden');
    values.inp = 500;
    visibility.setState('visible');
    window.dispatchEvent(new Event('pagehide'));
    expect(vitalsIn(beaconed)).toMatchObject([
      { pageId, page: '/draw/rule', remote: 'draw', version: '1.2.0', load: 900, lcp: 1_200, inp: 120, cls: 0.01 },
    ]);
  });

  it('has Web Vitals of the release that the page began with, and load times of each', async () => {
    const { loadWebVitals, leftAt } = measuring();
    const { tracker, beaconed, visibility } = startTracker({ pageId, loadWebVitals });
    const left = tracker.reportOpen(opened('1.2.0', 900, true));
    await vi.advanceTimersByTimeAsync(0);
    left();
    const leftAgain = tracker.reportOpen(opened('1.2.0', 50)); // another screen of it
    expect(leftAt()).toBe(Number.POSITIVE_INFINITY);
    leftAgain();
    expect(leftAt()).toBeLessThanOrEqual(performance.now());
    tracker.reportOpen(opened('1.3.0', 70));
    tracker.reportOpen(opened('1.4.0', undefined));
    visibility.setState('hidden');
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
    const { tracker, beaconed, visibility } = startTracker({ pageId, loadWebVitals });
    tracker.reportOpen(opened('1.2.0', 900, true));
    await vi.advanceTimersByTimeAsync(0);
    visibility.setState('hidden');
    expect(vitalsIn(beaconed)).toMatchObject([{ load: 900 }]);
    expect(vitalsIn(beaconed)[0]).not.toHaveProperty('lcp');
  });

  it.each([
    ['for a page that began elsewhere', {}, false],
    ['where events are off', { enabled: false }, true],
    ['where nothing takes events', { endpoint: null }, true],
  ])('is not measured %s', async (_, settings, isFirst) => {
    const { loadWebVitals } = measuring();
    const { tracker } = startTracker({ pageId, loadWebVitals, settings });
    tracker.reportOpen(opened('1.2.0', undefined, isFirst));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(loadWebVitals).not.toHaveBeenCalled();
  });
});
