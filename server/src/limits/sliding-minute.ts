import { MINUTE_MS } from '../clock.ts';

export const minuteOf = (ms: number): number => Math.floor(ms / MINUTE_MS);

/** Counts of a minute of the clock and of the one before it. */
export interface MinuteCount {
  minute: number;
  calls: number;
  before: number;
}

/** Moves a count on to the present minute. */
export function roll(count: MinuteCount, minute: number): void {
  if (count.minute === minute) return;
  count.before = count.minute === minute - 1 ? count.calls : 0;
  count.calls = 0;
  count.minute = minute;
}

/**
 * Calls of the last 60 s, as if those of the minute before were spread evenly: no burst of twice the limit passes where
 * two minutes meet. The counts have to be rolled.
 */
export function callsOfLastMinute({ calls, before }: Pick<MinuteCount, 'calls' | 'before'>, nowMs: number): number {
  return calls + before * (1 - (nowMs % MINUTE_MS) / MINUTE_MS);
}
