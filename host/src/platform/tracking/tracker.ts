import type { Analytics } from './analytics.ts';
import { fixedParameters } from './fixed-parameters.ts';
import { isSafeEvent, type TrackingEventName, type TrackingEvents } from './tracking-events.ts';

const BATCH = 20;
const QUEUE_LIMIT = 100;
const FLUSH_AFTER_MS = 5_000;

export interface Tracker {
  track<E extends TrackingEventName>(event: E, values: TrackingEvents[E]): void;
  stop(): void;
}

export interface TrackerDependencies {
  analytics: Analytics | null;
  /** Real time in milliseconds. */
  now: () => number;
  window: Window;
}

/** Collects usage events and sends them in batches, at the latest when the page leaves the foreground. */
export function createTracker({ analytics, now, window }: TrackerDependencies): Tracker {
  if (!analytics) return { track() {}, stop() {} };
  let queue: object[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  const flush = (leaving: boolean) => {
    clearTimeout(timer);
    timer = undefined;
    if (queue.length === 0) return;
    const events = queue;
    queue = [];
    analytics.send(events, { leaving });
  };
  const onHide = () => flush(true);
  const onVisibility = () => {
    if (window.document.visibilityState === 'hidden') flush(true);
  };
  window.addEventListener('pagehide', onHide);
  window.document.addEventListener('visibilitychange', onVisibility);

  return {
    track(event, values) {
      if (queue.length >= QUEUE_LIMIT || !isSafeEvent(values)) return;
      queue.push({ event, at: now(), ...fixedParameters, ...values });
      if (queue.length >= BATCH) flush(false);
      else timer ??= setTimeout(() => flush(false), FLUSH_AFTER_MS);
    },
    stop() {
      clearTimeout(timer);
      window.removeEventListener('pagehide', onHide);
      window.document.removeEventListener('visibilitychange', onVisibility);
    },
  };
}
