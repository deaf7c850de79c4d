import * as v from 'valibot';
import type { Store, Visibility } from '@fridge/shared-contracts';
import {
  type FailurePhase,
  type FailureReason,
  fixedParameters,
  type OpenPhases,
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

/** Opens that wait for the page's id. */
const EARLY_LIMIT = 50;

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
  pageId: shownPageId,
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
  /** Of this view of the page; `undefined` in engines that don't show it, until `learnPageId`. */
  pageId?: string | undefined;
  loadAnalytics?: () => Promise<{ startAnalytics: typeof startAnalytics }>;
  loadWebVitals?: Parameters<typeof createReleaseVitals>[0]['loadCode'];
}) {
  const { endpoint } = settings;
  const vitals = createReleaseVitals({
    window,
    track: (measured) => track('vitals', measured),
    loadCode: loadWebVitals,
  });
  const sender =
    settings.enabled && endpoint !== null
      ? createEventSender({ endpoint, window, visibility, fetch, beforeLeaving: vitals.report })
      : null;
  const service = settings.enabled ? settings.analytics : null;
  let pageId = validPageId(shownPageId);
  /** An open counts only with the page's id. */
  let early: TrackingEvents['open'][] = [];

  const startService = async (chosen: NonNullable<typeof service>) => {
    await new Promise<void>((resolve) => whenIdle(window, resolve));
    const { startAnalytics } = await loadAnalytics();
    return startAnalytics(chosen, window);
  };
  const analytics = service && startService(service).catch(() => null);

  const isOverLimit = createRateLimit();
  /** An event that doesn't match its schema is dropped. */
  function track<E extends TrackingEventName>(event: E, values: TrackingEvents[E]): void {
    if ((!sender && !analytics) || isOverLimit(event, now())) return;
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
    void analytics?.then((send) => send?.(complete.output));
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
    }: Pick<Failure, 'remote' | 'version'> & { phases: OpenPhases } & Pick<ShownRelease, 'load' | 'isFirst'>) {
      const release = v.parse(releaseShown, { page: pageName(), remote, version });
      const open = { ...release, phases };
      if (pageId) track('open', open);
      else if (early.length < EARLY_LIMIT) early.push(open);
      return sender ? vitals.shown({ ...release, ...shown }) : () => undefined;
    },

    /** From another answer of the host's origin. The first one stays. */
    learnPageId(learned: string | undefined) {
      if (pageId) return;
      pageId = validPageId(learned);
      if (!pageId) return;
      for (const open of early) track('open', open);
      early = [];
    },

    start: () => sender?.start(),
  };
}

/** A bad one would cost the events that carry it. */
const validPageId = (id: string | null | undefined) => (id && PAGE_ID.test(id) ? id : undefined);

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
