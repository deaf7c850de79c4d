import type { Store, Visibility } from '@fridge/shared-contracts';
import {
  fixedParameters,
  PAGE_ID,
  type RuntimeSettings,
  TRACK_BATCH,
  type TrackingEventName,
  type TrackingEvents,
} from '@fridge/shared-contracts/page';
import { accessStorage, createLateCode, type LateCode, newRequestId } from '@fridge/shared-ui';
import { whenIdle } from '../../lib/when-idle.ts';
import type { createEventDelivery } from './event-delivery.ts';
import { bodyOf, createEventQueue, QUEUE_LIMIT, type QueuedEvent } from './event-queue.ts';
import { createReleaseVitals, type ShownRelease } from './release-vitals.ts';

/** Events of one kind in half a minute; more is a loop. */
export const eventLimit = { count: 150, ms: 30_000 } as const;

export type Failure = Omit<TrackingEvents['failure'], 'page'>;

export type Tracker = ReturnType<typeof createTracker>;

/**
 * Usage events (spec section 7, "Tracking"), queued as they happen. What checks and sends them is late code; a page
 * that is hidden or left sends by beacon, which needs none of it and has no answer: its events are sent again, and the
 * server detects them by id.
 */
export function createTracker({
  settings,
  window,
  visibility,
  fetch,
  now,
  pageName,
  delivery = createLateCode(() => import('./event-delivery.ts')),
  loadWebVitals = () => import('./measure-web-vitals.ts'),
}: {
  settings: RuntimeSettings['tracking'];
  window: Window;
  visibility: Store<Visibility>;
  fetch: typeof globalThis.fetch;
  /** Real time in milliseconds. */
  now: () => number;
  pageName: () => string;
  delivery?: LateCode<{ createEventDelivery: typeof createEventDelivery }>;
  loadWebVitals?: Parameters<typeof createReleaseVitals>[0]['loadCode'];
}) {
  const { enabled, endpoint, analytics } = settings;
  const isTold = enabled && (endpoint !== null || analytics !== null);
  const queue = createEventQueue(endpoint === null ? null : accessStorage(() => window.localStorage));
  const vitals = createReleaseVitals({
    window,
    track: (measured) => track('vitals', measured),
    loadCode: loadWebVitals,
  });
  /** Of this page, until the late code takes them. */
  const early: QueuedEvent[] = [];
  let deliver: ((event: QueuedEvent) => void) | null = null;
  let isIdle = false;
  let lastBeacon: string | undefined;
  let pageId: string | undefined;
  /** An open counts only with the page's id. */
  let opens: TrackingEvents['open'][] = [];

  const load = async () => {
    const loaded = await delivery.load();
    if (!loaded.ok || deliver) return;
    deliver = loaded.code.createEventDelivery({ settings, queue, window, fetch });
    early.splice(0).forEach(deliver);
  };

  const isOverLimit = createRateLimit();
  /** An event that doesn't match its schema is dropped once its schema is there. */
  function track<E extends TrackingEventName>(event: E, values: TrackingEvents[E]): void {
    const at = now();
    if (!isTold || isOverLimit(event, at)) return;
    const queued = { id: newRequestId(), event, at, ...(pageId && { pageId }), ...fixedParameters, ...values };
    queue.add(queued);
    if (deliver) return deliver(queued);
    early.push(queued);
    if (early.length > QUEUE_LIMIT) early.shift();
    if (isIdle) void load(); // it has failed
  }

  const leave = () => {
    if (endpoint === null) return;
    vitals.report();
    const events = queue.all();
    const last = events.at(-1)?.id;
    if (last === lastBeacon) return;
    lastBeacon = last;
    for (let from = 0; from < events.length; from += TRACK_BATCH)
      window.navigator.sendBeacon(endpoint, bodyOf(events.slice(from, from + TRACK_BATCH)));
  };

  return {
    track,

    /** Also logs it in development. */
    reportFailure(reported: Failure) {
      const failure = { page: pageName(), ...reported };
      if (import.meta.env.DEV) console.warn('[host] failure', failure); // oxlint-disable-line no-console -- for developers
      track('failure', failure);
    },

    /**
     * Phases and load time in milliseconds.
     * @returns call when the screen goes
     */
    reportOpen({
      remote,
      version,
      phases,
      ...shown
    }: Pick<TrackingEvents['open'], 'remote' | 'version' | 'phases'> & Pick<ShownRelease, 'load' | 'isFirst'>) {
      const release = { page: pageName(), remote, version };
      const open = { ...release, phases };
      if (pageId) track('open', open);
      else opens.push(open);
      return enabled && endpoint !== null ? vitals.shown({ ...release, ...shown }) : () => undefined;
    },

    /** Of this view of the page, from an answer of the host's origin. The first one stays. */
    learnPageId(learned: string | undefined) {
      // A bad one would cost the events that carry it.
      if (pageId || !learned || !PAGE_ID.test(learned)) return;
      pageId = learned;
      for (const open of opens) track('open', open);
      opens = [];
    },

    start() {
      if (!isTold) return;
      window.addEventListener('pagehide', leave);
      visibility.subscribe(() => visibility.getState() === 'hidden' && leave());
      whenIdle(window, () => {
        isIdle = true;
        void load();
      });
    },
  };
}

function createRateLimit(): (event: string, at: number) => boolean {
  const counts = new Map<string, number>();
  let since = Number.NEGATIVE_INFINITY;
  return (event, at) => {
    // The clock may be set back.
    if (Math.abs(at - since) >= eventLimit.ms) {
      counts.clear();
      since = at;
    }
    const count = (counts.get(event) ?? 0) + 1;
    counts.set(event, count);
    return count > eventLimit.count;
  };
}
