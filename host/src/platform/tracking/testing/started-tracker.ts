import { afterEach, beforeEach, vi } from 'vitest';
import type { Visibility } from '@fridge/shared-contracts';
import type { TrackedEvent } from '@fridge/shared-contracts/page';
import { createLateCode } from '@fridge/shared-ui';
import { createStore } from 'zustand/vanilla';
import { removePageListeners } from '../../../lib/testing/page-listeners.ts';
import type { startAnalytics } from '../analytics.ts';
import * as eventDelivery from '../event-delivery.ts';
import { createTracker } from '../tracker.ts';

export const endpoint = 'https://api.test/track';
const taken = () => Response.json({ code: 0, msg: '', data: null });

type TrackerOptions = Parameters<typeof createTracker>[0];

type Answer = (() => Response) | 'network' | 'never';

/** A tracker of an idle page, whose server gives these answers in turn, and takes everything afterwards. */
export function startTracker({
  answers = [] as Answer[],
  settings = {} as Partial<TrackerOptions['settings']>,
  beacons = true,
  startService = undefined as typeof startAnalytics | undefined,
  loadDelivery = async () => {},
  loadWebVitals = undefined as TrackerOptions['loadWebVitals'],
  pageId = undefined as string | undefined,
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
  Object.assign(window, { requestIdleCallback: (work: () => void) => work() });
  const delivery = createLateCode(async () => {
    await loadDelivery();
    const { createEventDelivery } = eventDelivery;
    return {
      createEventDelivery: (parts: Parameters<typeof createEventDelivery>[0]) =>
        createEventDelivery({ ...parts, ...(startService && { startService }) }),
    };
  });
  const visibility = createStore<Visibility>(() => 'visible');
  const tracker = createTracker({
    settings: { enabled: true, endpoint, analytics: null, ...settings },
    window,
    visibility,
    fetch: fetched,
    now: () => 1_690_855_200_000,
    pageName: () => page,
    delivery,
    ...(loadWebVitals ? { loadWebVitals } : {}),
  });
  tracker.learnPageId(pageId);
  tracker.start();
  return { tracker, fetched, sent, beaconed, sendBeacon, visibility };
}

/** The pages of the events of each batch. */
export const pages = (batches: readonly TrackedEvent[][]) => batches.map((events) => events.map((event) => event.page));

/** Each test begins with fake timers, and ends online, with an empty storage. @returns leaves the page at once */
export function openNewPageForEachTest(): () => void {
  const leavePage = removePageListeners();
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => {
    vi.useRealTimers();
    window.localStorage.clear();
    setOnline(true);
    Reflect.deleteProperty(window, 'requestIdleCallback');
  });
  return leavePage;
}

export function setOnline(value: boolean): void {
  Object.defineProperty(window.navigator, 'onLine', { value, configurable: true });
}
