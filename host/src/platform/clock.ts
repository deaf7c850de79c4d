import { createStore } from 'zustand/vanilla';
import type { ActivityWindows, WindowService } from '@fridge/shared-contracts';
import { clockHeaders, serverTimings, windowStateOf } from '@fridge/shared-contracts/page';

/** Smaller changes are network jitter: listeners aren't called. */
const MIN_SHIFT_MS = 1_000;

/** Both clocks when the page was served, milliseconds. */
type PageClock = { real: number | null; business: number | null };

export type ServerClock = ReturnType<typeof createServerClock>;

/**
 * The server's two clocks, set by the page and every answer (architecture, "Time").
 * @param monotonic `performance.now`: unaffected by changes to the device's clock
 */
export function createServerClock(monotonic: () => number, device: () => number) {
  let realOffset: number | null = null;
  let businessOffset: number | null = null;
  const deviceOffset = () => device() - monotonic();
  let knownDeviceOffset = deviceOffset();
  const offset = createStore<number | null>(() => null);

  /** @param at by `monotonic` */
  const learn = ({ real, business }: PageClock, at = monotonic()) => {
    knownDeviceOffset = deviceOffset();
    if (real !== null) realOffset = real - at;
    if (business === null) return;
    businessOffset = business - at;
    const published = offset.getState();
    if (published === null || Math.abs(businessOffset - published) >= MIN_SHIFT_MS) offset.setState(businessOffset);
  };

  return {
    offset,
    observe: (headers: Pick<Headers, 'get'>) =>
      learn({ real: readTime(headers.get(clockHeaders.real)), business: readTime(headers.get(clockHeaders.business)) }),
    learn,
    /** The device may have slept since, when `monotonic` stands still. */
    mayBeLate: () => Math.abs(deviceOffset() - knownDeviceOffset) >= MIN_SHIFT_MS,
    /** For signatures; device time until the server's is known. Milliseconds. */
    realNow: () => Math.round(realOffset === null ? device() : realOffset + monotonic()),
    /** For windows and deadlines; `null` until known. Milliseconds. */
    businessNow: () => (businessOffset === null ? null : Math.round(businessOffset + monotonic())),
  };
}

/**
 * Start of the page's response, by `performance.now`.
 * @returns `null` for a cached page, whose clocks are stale
 */
export function pageArrival(performance: Pick<Performance, 'getEntriesByType' | 'now'>): number | null {
  // Absent or partial in older engines.
  const entry = performance.getEntriesByType('navigation')[0] as Partial<PerformanceNavigationTiming> | undefined;
  if (entry?.transferSize === 0) return null;
  return entry?.responseStart || performance.now();
}

/** @param timings of the page's response, by name */
export function readPageClock(timings: Readonly<Record<string, string>>): PageClock {
  const timeOf = (name: string) => readTime(timings[name] ?? null);
  return { real: timeOf(serverTimings.real), business: timeOf(serverTimings.business) };
}

/** Milliseconds of this century or the next two. */
function readTime(text: string | null): number | null {
  return text !== null && /^\d{13}$/.test(text) ? Number(text) : null;
}

/** Uses the business clock (architecture, "Windows"). Open until it is known: the server checks every action. */
export function createWindows(
  windows: ActivityWindows,
  clock: Pick<ServerClock, 'businessNow' | 'offset'>,
): WindowService {
  const named = (name: string) => (Object.hasOwn(windows, name) ? windows[name] : undefined);
  return {
    getState: clock.offset.getState,
    subscribe: clock.offset.subscribe,
    stateOf(name: string) {
      const now = clock.businessNow();
      return now === null ? 'open' : windowStateOf(named(name), now);
    },
    now: clock.businessNow,
    bounds: (name: string) => ({ ...(named(name) ?? { start: null, end: null }) }),
  };
}
