import { createStore } from 'zustand/vanilla';
import type { ActivityWindows, WindowService } from '@fridge/shared-contracts';
import { clockHeaders, type EmbeddedRegistry, windowStateOf } from '@fridge/shared-contracts/host';
import { readStore } from '../lib/read-store.ts';
import type { ClockHeaders, ServerClock } from './platform.ts';

/** Times outside 2000-2100 are no clock's reading but a fault. */
const EARLIEST = Date.UTC(2000, 0);
const LATEST = Date.UTC(2100, 0);

/** A business clock that is off by less is the network's jitter and not worth telling listeners. */
const NOTABLE_SHIFT_MS = 1_000;

export interface Timepieces {
  /** Milliseconds that only ever grow, such as `performance.now`: moving the device's clock doesn't touch them. */
  monotonic: () => number;
  /** The device's wall clock, such as `Date.now`. */
  device: () => number;
  /** The clocks that came with the page, and when it arrived by `monotonic`. */
  page?: { clock: NonNullable<EmbeddedRegistry['clock']>; arrived: number } | undefined;
}

/** The server's two clocks as the page knows them (architecture, "Time"): from the page itself, then from every answer. */
export function createServerClock({ monotonic, device, page }: Timepieces): ServerClock {
  let realOffset: number | null = null;
  let businessOffset: number | null = null;
  const offset = createStore<number | null>(() => null);

  const update = (real: number | null, business: number | null, at: number) => {
    if (real !== null) realOffset = real - at;
    if (business === null) return;
    businessOffset = business - at;
    const told = offset.getState();
    if (told === null || Math.abs(businessOffset - told) >= NOTABLE_SHIFT_MS) offset.setState(businessOffset);
  };
  if (page) update(inRange(page.clock.real), inRange(page.clock.business), page.arrived);

  return {
    offset,
    observe(headers) {
      const { real, business } = timesOf(headers);
      update(real, business, monotonic());
    },
    observeKept(headers) {
      const at = monotonic();
      const later = (time: number | null, known: number | null) => (time !== null && time - at > (known ?? -Infinity) ? time : null);
      const { real, business } = timesOf(headers);
      update(later(real, realOffset), later(business, businessOffset), at);
    },
    realNow: () => Math.round(realOffset === null ? device() : realOffset + monotonic()),
    businessNow: () => (businessOffset === null ? null : Math.round(businessOffset + monotonic())),
  };
}

/**
 * When the page's answer began to arrive, by `performance.now`.
 * @returns `null` for a page out of the browser's cache: its clocks are as old as itself
 */
export function pageArrival(performance: Pick<Performance, 'getEntriesByType' | 'now'>): number | null {
  const [entry] = performance.getEntriesByType('navigation');
  // Absent or partial in older engines.
  const { responseStart, transferSize } = (entry ?? {}) as Partial<PerformanceNavigationTiming>; // the entry of this type
  if (transferSize === 0) return null;
  return responseStart !== undefined && responseStart > 0 ? responseStart : performance.now();
}

/** Both clocks of an answer; `null` where it carries none. */
function timesOf(headers: ClockHeaders): { real: number | null; business: number | null } {
  return { real: readTime(headers.get(clockHeaders.real)), business: readTime(headers.get(clockHeaders.business)) };
}

function readTime(text: string | null): number | null {
  return text !== null && /^\d{12,14}$/.test(text) ? inRange(Number(text)) : null;
}

function inRange(time: number | null): number | null {
  return time !== null && time >= EARLIEST && time <= LATEST ? time : null;
}

/**
 * Windows of routes by the server's business clock (architecture, "Windows"). While the clock isn't known a window
 * counts as open: the server has the last word on every action anyway, and a guess would shut people out. As a store
 * it tells when the clock becomes known or is moved.
 */
export function createWindows(windows: ActivityWindows, clock: Pick<ServerClock, 'businessNow' | 'offset'>): WindowService {
  const named = (name: string) => (Object.hasOwn(windows, name) ? windows[name] : undefined);
  return Object.freeze({
    ...readStore(clock.offset),
    stateOf(name: string) {
      const now = clock.businessNow();
      return now === null ? 'open' : windowStateOf(named(name), now);
    },
    now: clock.businessNow,
    bounds: (name: string) => ({ ...(named(name) ?? { start: null, end: null }) }),
  });
}
