import { createStore } from 'zustand/vanilla';
import type { ActivityWindows, WindowService } from '@fridge/shared-contracts';
import { clockHeaders, serverTimings, windowStateOf } from '@fridge/shared-contracts/page';

/** Times outside are ignored. */
const EARLIEST = Date.UTC(2000, 0);
const LATEST = Date.UTC(2100, 0);

/** Smaller changes are network jitter: listeners aren't called. */
const MIN_SHIFT_MS = 1_000;

type ClockHeaders = { get(name: string): string | null };

/** Both clocks when the page was served, milliseconds. */
export type PageClock = { real: number | null; business: number | null };

export type ServerClock = ReturnType<typeof createServerClock>;

/** The server's two clocks, set by the page and every answer (architecture, "Time"). */
export function createServerClock({
  monotonic,
  device,
  page,
}: {
  /** `performance.now`: unaffected by changes to the device's clock. */
  monotonic: () => number;
  device: () => number;
  /** The page's clocks, and its arrival by `monotonic`. */
  page?: { clock: PageClock; arrived: number } | undefined;
}) {
  let realOffset: number | null = null;
  let businessOffset: number | null = null;
  const offset = createStore<number | null>(() => null);

  const update = (real: number | null, business: number | null, at: number) => {
    if (real !== null) realOffset = real - at;
    if (business === null) return;
    businessOffset = business - at;
    const published = offset.getState();
    if (published === null || Math.abs(businessOffset - published) >= MIN_SHIFT_MS) offset.setState(businessOffset);
  };
  const learn = ({ real, business }: PageClock) => update(real, business, monotonic());
  if (page) update(inRange(page.clock.real), inRange(page.clock.business), page.arrived);

  return {
    offset,
    observe: (headers: ClockHeaders) => learn(timesOf(headers)),
    learn,
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

function timesOf(headers: ClockHeaders): PageClock {
  return { real: readTime(headers.get(clockHeaders.real)), business: readTime(headers.get(clockHeaders.business)) };
}

function readTime(text: string | null): number | null {
  return text !== null && /^\d{12,14}$/.test(text) ? inRange(Number(text)) : null;
}

function inRange(time: number | null): number | null {
  return time !== null && time >= EARLIEST && time <= LATEST ? time : null;
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
