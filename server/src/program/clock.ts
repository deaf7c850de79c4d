/** Milliseconds since the epoch (architecture, "Time"). */
export interface Clock {
  /** For signatures, nonces and tokens. */
  real(): number;
  /** For windows, deadlines and daily counts. */
  business(): number;
  /** Business time of the first start; `null` if business time is real time. */
  readonly businessStart: number | null;
}

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

const SHANGHAI_OFFSET_MS = 8 * HOUR_MS;

/** `2023-08-01T10:00:00+08:00`. */
export function isoInShanghai(instant: Date): string {
  return `${new Date(instant.getTime() + SHANGHAI_OFFSET_MS).toISOString().slice(0, 19)}+08:00`;
}

/** @param day `YYYY-MM-DD` */
export const midnightInShanghai = (day: string): Date => new Date(`${day}T00:00:00+08:00`);
