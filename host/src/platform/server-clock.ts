import { clockHeaders, type Store } from '@fridge/shared-contracts';

/** Times outside 2000-2100 are no clock's reading but a fault. */
const EARLIEST = Date.UTC(2000, 0);
const LATEST = Date.UTC(2100, 0);

/** A business clock that is off by less is the network's jitter and not worth telling listeners. */
const NOTABLE_SHIFT_MS = 1_000;

export interface ServerClock extends Store<number | null> {
  /** Learns from the clock headers of any answer; values that can't be times change nothing. */
  observe(headers: { get(name: string): string | null }): void;
  /** Real time in milliseconds, for signatures; the device's clock until the server was heard. */
  realNow(): number;
  /** Business time in milliseconds, for windows and deadlines; `null` until the server was heard. */
  businessNow(): number | null;
}

export interface Timepieces {
  /** Milliseconds that only ever grow, such as `performance.now`: moving the device's clock doesn't touch them. */
  monotonic: () => number;
  /** The device's wall clock, such as `Date.now`. */
  device: () => number;
}

/**
 * The server's two clocks as the page knows them (architecture, "Time"). As a store its value is the offset of
 * business time, so that screens can look again when the clock becomes known or is moved.
 */
export function createServerClock({ monotonic, device }: Timepieces): ServerClock {
  let realOffset: number | null = null;
  let businessOffset: number | null = null;
  let told: number | null = null;
  const listeners = new Set<() => void>();

  return {
    observe(headers) {
      const real = readTime(headers.get(clockHeaders.real));
      const business = readTime(headers.get(clockHeaders.business));
      if (real !== null) realOffset = real - monotonic();
      if (business === null) return;
      businessOffset = business - monotonic();
      if (told !== null && Math.abs(businessOffset - told) < NOTABLE_SHIFT_MS) return;
      told = businessOffset;
      for (const listener of listeners) listener();
    },
    realNow: () => Math.round(realOffset === null ? device() : realOffset + monotonic()),
    businessNow: () => (businessOffset === null ? null : Math.round(businessOffset + monotonic())),
    get: () => told,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function readTime(text: string | null): number | null {
  if (text === null || !/^\d{12,14}$/.test(text)) return null;
  const time = Number(text);
  return time >= EARLIEST && time <= LATEST ? time : null;
}
