import type { RuntimeSettings } from '@fridge/shared-contracts';

/** The event-analytics service, started once with a fixed app id and channel (spec section 7). */
export interface Analytics {
  /** Sends events; `leaving` when the page goes away and only a request that outlives it will arrive. */
  send(events: readonly object[], options: { leaving: boolean }): void;
}

export interface AnalyticsPorts {
  fetch: typeof fetch;
  sendBeacon: ((url: string, body: string) => boolean) | undefined;
}

/** @returns `null` where tracking is off or has nowhere to go: then nothing is even collected */
export function startAnalytics({ enabled, endpoint, appId, channel }: RuntimeSettings['tracking'], ports: AnalyticsPorts): Analytics | null {
  if (!enabled || endpoint === null) return null;
  return {
    send(events, { leaving }) {
      const body = JSON.stringify({ appId, channel, events });
      // A plain text body needs no preflight, which a page that is going away would not live to see answered.
      if (leaving && ports.sendBeacon?.(endpoint, body)) return;
      void ports
        .fetch(endpoint, { method: 'POST', body, keepalive: true, credentials: 'omit', mode: 'no-cors' })
        .catch(() => {}); // a lost event is no one's trouble
    },
  };
}
