import type { RuntimeSettings, TrackedEvent } from '@fridge/shared-contracts/page';

const SCRIPT_LIMIT_MS = 10_000;

/** Channel of the event-analytics service (spec section 7). */
const CHANNEL = 'cn';

interface ServiceGlobal {
  init(options: { appId: string; channel: string }): void;
  track(event: string, parameters: object): void;
}

export interface Analytics {
  send(event: TrackedEvent): void;
}

/** @returns `null` if the service's script isn't there within 10 s */
export async function startAnalytics(
  { script, appId }: NonNullable<RuntimeSettings['tracking']['analytics']>,
  window: Window,
): Promise<Analytics | null> {
  if (!(await loadScript(script, window.document))) return null;
  try {
    const service = (window as Window & { eventAnalytics?: Partial<ServiceGlobal> }).eventAnalytics; // checked below
    if (typeof service?.init !== 'function' || typeof service.track !== 'function') return null;
    service.init({ appId, channel: CHANNEL });
    return {
      send({ event, ...parameters }) {
        try {
          service.track?.(event, parameters);
        } catch {
          // The event is lost.
        }
      },
    };
  } catch {
    return null;
  }
}

function loadScript(src: string, document: Document): Promise<boolean> {
  return new Promise((resolve) => {
    const element = document.createElement('script');
    const limit = setTimeout(() => resolve(false), SCRIPT_LIMIT_MS);
    const settle = (isLoaded: boolean) => () => {
      clearTimeout(limit);
      resolve(isLoaded);
    };
    element.async = true;
    element.src = src;
    element.addEventListener('load', settle(true));
    element.addEventListener('error', settle(false));
    document.head.append(element);
  });
}
