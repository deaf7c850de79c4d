import type { RuntimeSettings, TrackedEvent } from '@fridge/shared-contracts/host';

/** The script is waited for so long, milliseconds. */
const SCRIPT_LIMIT_MS = 10_000;

/** Channel that the event-analytics service is started with (spec section 7). */
const CHANNEL = 'cn';

/** What the service's script leaves on the page. */
interface ServiceGlobal {
  init(options: { appId: string; channel: string }): void;
  track(event: string, parameters: object): void;
}

export interface Analytics {
  send(event: TrackedEvent): void;
}

/**
 * Loads the script of the event-analytics service and starts it once with the fixed app id and channel. Whatever
 * becomes of it, the page goes on.
 * @returns `null` when the script doesn't arrive within 10 s, or isn't the service's
 */
export async function startAnalytics({ script, appId }: NonNullable<RuntimeSettings['tracking']['analytics']>, window: Window): Promise<Analytics | null> {
  if (!(await loadScript(script, window.document))) return null;
  try {
    const service = (window as Window & { eventAnalytics?: Partial<ServiceGlobal> }).eventAnalytics; // a stranger's global, read before it is known
    if (typeof service?.init !== 'function' || typeof service.track !== 'function') return null;
    service.init({ appId, channel: CHANNEL });
    return {
      send({ event, ...parameters }) {
        try {
          service.track?.(event, parameters);
        } catch {
          // A lost event is no one's trouble.
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
    const settle = (arrived: boolean) => () => {
      clearTimeout(limit);
      resolve(arrived);
    };
    element.async = true;
    element.src = src;
    element.addEventListener('load', settle(true));
    element.addEventListener('error', settle(false));
    document.head.append(element);
  });
}
