import { withTimeout } from '../../lib/with-timeout.ts';
import type { RuntimeSettings, TrackedEvent } from '@fridge/shared-contracts/page';

const SCRIPT_LIMIT_MS = 10_000;

/** Channel of the event-analytics service (spec section 7). */
const CHANNEL = 'cn';

interface ServiceGlobal {
  init(options: { appId: string; channel: string }): void;
  track(event: string, parameters: object): void;
}

export type Analytics = (event: TrackedEvent) => void;

/** @returns `null` without the service within 10 s. @throws when its script fails, or it does */
export async function startAnalytics(
  { script, appId }: NonNullable<RuntimeSettings['tracking']['analytics']>,
  window: Window,
): Promise<Analytics | null> {
  await withTimeout(loadScript(script, window.document), SCRIPT_LIMIT_MS, undefined);
  const service = (window as Window & { eventAnalytics?: Partial<ServiceGlobal> }).eventAnalytics; // checked below
  if (typeof service?.init !== 'function' || typeof service.track !== 'function') return null;
  service.init({ appId, channel: CHANNEL });
  return ({ event, ...parameters }) => {
    try {
      service.track?.(event, parameters);
    } catch {
      // The event is lost.
    }
  };
}

function loadScript(src: string, document: Document): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const element = document.createElement('script');
    element.src = src;
    element.addEventListener('load', resolve);
    element.addEventListener('error', reject);
    document.head.append(element);
  });
}
