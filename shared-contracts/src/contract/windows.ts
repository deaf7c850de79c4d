import * as v from 'valibot';
import { parseInstant } from '../time/shanghai.ts';

const instant = v.pipe(
  v.string(),
  v.check((text) => parseInstant(text) !== null, 'an ISO time with its offset, such as 2023-07-17T09:00:00+08:00'),
);

/** When a route is open: both ends inclusive to the second, `null` where there is no bound. */
export const windowSchema = v.object({ start: v.nullable(instant), end: v.nullable(instant) });
export type ActivityWindow = v.InferOutput<typeof windowSchema>;

/**
 * Periods by name, `windows` in the settings; a route of a release names the one it hangs on, a route that names none
 * is always open. They belong to routes and not to remotes: prizes, addresses and rules outlive their activity.
 */
export const windowsSchema = v.record(v.string(), windowSchema);
export type ActivityWindows = v.InferOutput<typeof windowsSchema>;

/** The dates that the specification gives (spec sections 1 and 9). Operators may move them in the settings. */
export const specifiedWindows = {
  campaign2023: { start: '2023-07-17T09:00:00+08:00', end: '2023-08-31T23:59:59+08:00' },
  draw: { start: null, end: null },
  contest: { start: null, end: '2021-10-13T23:59:59+08:00' },
} satisfies ActivityWindows;

export type WindowState = 'notStarted' | 'open' | 'ended';

/**
 * Where a moment of business time stands to a period. The end's own second still belongs to it: 23:59:59.999 is
 * open, the next midnight is not.
 * @param now business time in milliseconds
 */
export function windowStateOf(period: ActivityWindow | undefined, now: number): WindowState {
  const start = period?.start ? parseInstant(period.start) : null;
  const end = period?.end ? parseInstant(period.end) : null;
  if (start !== null && now < start) return 'notStarted';
  if (end !== null && now >= end + 1000) return 'ended';
  return 'open';
}
