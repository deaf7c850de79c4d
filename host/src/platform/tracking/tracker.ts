import * as v from 'valibot';
import type { Store, Visibility } from '@fridge/shared-contracts';
import {
  type FailurePhase,
  type FailureReason,
  fixedParameters,
  PAGE_ID,
  type RuntimeSettings,
  trackedEventSchema,
  type TrackingEventName,
  type TrackingEvents,
  trackingEventSchemas,
} from '@fridge/shared-contracts/page';
import { newRequestId } from '@fridge/shared-ui';
import { whenIdle } from '../../lib/when-idle.ts';
import type { startAnalytics } from './analytics.ts';
import { createEventSender } from './event-sender.ts';
import { createReleaseVitals, type ShownRelease } from './release-vitals.ts';

/** Events of one kind in half a minute; more is a loop. */
export const eventLimit = { count: 150, ms: 30_000 } as const;

const { page, remote: name, version: released } = trackingEventSchemas.failure.entries;
/** Invalid values are reported as `unknown`. */
const releaseShown = v.object({
  page: v.fallback(page, 'unknown'),
  remote: v.fallback(name, 'unknown'),
  version: v.fallback(released, 'unknown'),
});

export type Failure = { remote: string; version: string; phase: FailurePhase; reason: FailureReason };

export type Tracker = ReturnType<typeof createTracker>;

/** Validated usage events (spec section 7, "Tracking") for the server and the analytics service. */
export function createTracker({
  settings,
  window,
  visibility,
  fetch,
  now,
  pageName,
  loadAnalytics = () => import('./analytics.ts'),
  loadWebVitals = () => import('./measure-web-vitals.ts'),
}: {
  settings: RuntimeSettings['tracking'];
  window: Window;
  visibility: Store<Visibility>;
  fetch: typeof globalThis.fetch;
  /** Real time in milliseconds. */
  now: () => number;
  pageName: () => string;
  loadAnalytics?: () => Promise<{ startAnalytics: typeof startAnalytics }>;
  loadWebVitals?: Parameters<typeof createReleaseVitals>[0]['loadCode'];
}) {
  const { enabled, endpoint, analytics: service } = settings;
  const vitals = createReleaseVitals({
    window,
    track: (measured) => track('vitals', measured),
    loadCode: loadWebVitals,
  });
  const sender =
    enabled && endpoint !== null
      ? createEventSender({ endpoint, window, visibility, fetch, beforeLeaving: vitals.report })
      : null;
  let pageId: string | undefined;
  /** An open counts only with the page's id. */
  let early: TrackingEvents['open'][] = [];

  const startService = async () => {
    if (!enabled || !service) return null;
    await new Promise<void>((resolve) => whenIdle(window, resolve));
    const { startAnalytics } = await loadAnalytics();
    return startAnalytics(service, window);
  };
  const analytics = startService().catch(() => null);

  const isOverLimit = createRateLimit();
  /** An event that doesn't match its schema is dropped. */
  function track<E extends TrackingEventName>(event: E, values: TrackingEvents[E]): void {
    if (isOverLimit(event, now())) return;
    const complete = v.safeParse(trackedEventSchema, {
      id: newRequestId(),
      event,
      at: now(),
      ...(pageId && { pageId }),
      ...fixedParameters,
      ...values,
    });
    if (!complete.success) return;
    sender?.add(complete.output);
    void analytics.then((send) => send?.(complete.output));
  }

  return {
    track,

    /** Also logs it in development. */
    reportFailure({ remote, version, phase, reason }: Failure) {
      const failure = { ...v.parse(releaseShown, { page: pageName(), remote, version }), phase, reason };
      if (import.meta.env.DEV) console.warn('[host] failure', { ...failure, remote, version }); // oxlint-disable-line no-console -- for developers
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
      const release = v.parse(releaseShown, { page: pageName(), remote, version });
      const open = { ...release, phases };
      if (pageId) track('open', open);
      else early.push(open);
      return sender ? vitals.shown({ ...release, ...shown }) : () => undefined;
    },

    /** Of this view of the page, from an answer of the host's origin. The first one stays. */
    learnPageId(learned: string | undefined) {
      // A bad one would cost the events that carry it.
      if (pageId || !learned || !PAGE_ID.test(learned)) return;
      pageId = learned;
      for (const open of early) track('open', open);
      early = [];
    },

    start: () => sender?.start(),
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
