import * as v from 'valibot';
import type { Visibility } from '@fridge/shared-contracts';
import {
  fixedParameters, type RuntimeSettings, type TrackedEvent, trackedEventSchema, trackingEventSchemas,
} from '@fridge/shared-contracts/host';
import { accessStorage, createLateCode, newRequestId } from '@fridge/shared-ui';
import type { ReadableStore } from '../../lib/read-store.ts';
import { whenIdle } from '../../lib/when-idle.ts';
import type { Tracker } from '../platform.ts';
import type { Analytics } from './analytics.ts';
import { createEventQueue } from './event-queue.ts';
import { createEventSender } from './event-sender.ts';

/** So many events of one kind may come at once, and so many a second go on: no person presses more. The rest is a loop. */
export const eventLimits = { burst: 150, perSecond: 5 } as const;

/** Events kept for the analytics service while its script is on the way. */
const ANALYTICS_BACKLOG = 50;

export interface TrackerKeeper extends Tracker {
  start(): void;
  stop(): void;
}

export interface TrackerDependencies {
  settings: RuntimeSettings['tracking'];
  window: Window;
  visibility: Pick<ReadableStore<Visibility>, 'getState' | 'subscribe'>;
  fetch: typeof fetch;
  /** Real time in milliseconds. */
  now: () => number;
  /** The path of the current route, `unknown` for one that isn't registered. */
  pageName: () => string;
  /** The adapter of the event-analytics service. */
  loadAnalytics?: () => Promise<{ startAnalytics(settings: NonNullable<RuntimeSettings['tracking']['analytics']>, window: Window): Promise<Analytics | null> }>;
}

/** Usage events (spec section 7, "Tracking"): checked, given the fixed parameters, sent, and told to the analytics service. */
export function createTracker(dependencies: TrackerDependencies): TrackerKeeper {
  const { settings, window, visibility, fetch, now, pageName } = dependencies;
  const lateAnalytics = createLateCode(dependencies.loadAnalytics ?? (() => import('./analytics.ts')));
  const { endpoint } = settings;
  const queue = createEventQueue(accessStorage(() => window.localStorage));
  const sender = settings.enabled && endpoint !== null ? createEventSender({ endpoint, queue, window, visibility, fetch }) : null;
  const service = settings.enabled ? settings.analytics : null;
  let analytics: Analytics | null = null;
  let backlog: TrackedEvent[] = [];
  let stopWaiting: (() => void) | undefined;

  const startService = async () => {
    if (!service) return;
    // Where its code doesn't arrive, usage is counted by our own server all the same.
    const loaded = await lateAnalytics.load();
    analytics = loaded.ok ? await loaded.code.startAnalytics(service, window).catch(() => null) : null;
    for (const event of backlog) analytics?.send(event);
    backlog = [];
  };

  const isFlood = createFloodGate();
  const tracker: Tracker = {
    track(event, values) {
      if ((!sender && !service) || isFlood(event, now())) return;
      const complete = v.safeParse(trackedEventSchema, { id: newRequestId(window.crypto), event, at: now(), ...fixedParameters, ...values });
      if (!complete.success) return;
      if (sender) {
        queue.add(complete.output);
        sender.added();
      }
      if (analytics) analytics.send(complete.output);
      else if (service && backlog.length < ANALYTICS_BACKLOG) backlog.push(complete.output);
    },

    reportFailure({ remote, version, phase, reason }) {
      const known = trackingEventSchemas.failure.entries;
      const failure = {
        page: parseOr(known.page, pageName()),
        remote: parseOr(known.remote, remote),
        version: parseOr(known.version, version),
        phase,
        reason,
      };
      if (import.meta.env.DEV) console.warn('[host] failure', { ...failure, remote, version }); // oxlint-disable-line no-console -- what developers look at first
      tracker.track('failure', failure);
    },
  };

  return {
    ...tracker,
    start() {
      sender?.start();
      if (service) stopWaiting = whenIdle(window, () => void startService());
    },
    stop() {
      sender?.stop();
      stopWaiting?.();
    },
  };
}

/** Tells of each kind of event whether it comes faster than anything a person does. */
function createFloodGate(): (event: string, at: number) => boolean {
  const kinds = new Map<string, { left: number; at: number }>();
  return (event, at) => {
    const { left, at: before } = kinds.get(event) ?? { left: eventLimits.burst, at };
    const regained = (Math.max(0, at - before) / 1_000) * eventLimits.perSecond;
    const now = Math.min(eventLimits.burst, left + regained);
    kinds.set(event, { left: Math.max(0, now - 1), at });
    return now < 1;
  };
}

/** A value that an event may carry, `unknown` for any other. */
function parseOr<Output>(schema: v.GenericSchema<unknown, Output>, value: unknown): Output | 'unknown' {
  const parsed = v.safeParse(schema, value);
  return parsed.success ? parsed.output : 'unknown';
}
