import * as v from 'valibot';
import { objectOf, text } from './fields.ts';
import { parseInstant } from '../time/shanghai.ts';

const bound = v.nullable(
  v.pipe(
    text,
    v.check((time) => parseInstant(time) !== null, 'an ISO time with its offset, such as 2023-07-17T09:00:00+08:00'),
  ),
);

/** Opening time: both ends inclusive to the second, `null` for unbounded. */
const windowSchema = v.object({ start: bound, end: bound });
export type ActivityWindow = v.InferOutput<typeof windowSchema>;

/**
 * By name. Windows belong to routes, not remotes: prizes, addresses and rules outlive their activity. Without one, a
 * route is always open.
 */
export const windowsSchema = objectOf(windowSchema);
export type ActivityWindows = v.InferOutput<typeof windowsSchema>;

/** The specification's dates (spec sections 1 and 9); settings override them. */
export const specifiedWindows = {
  campaign2023: { start: '2023-07-17T09:00:00+08:00', end: '2023-08-31T23:59:59+08:00' },
  draw: { start: null, end: null },
  contest: { start: null, end: '2021-10-13T23:59:59+08:00' },
} satisfies ActivityWindows;

export type WindowState = 'notStarted' | 'open' | 'ended';

/**
 * The end's whole second is included: 23:59:59.999 is open, the next midnight isn't.
 * @param now business time in milliseconds
 */
export function windowStateOf(period: ActivityWindow | undefined, now: number): WindowState {
  const start = parseInstant(period?.start);
  const end = parseInstant(period?.end);
  if (start !== null && now < start) return 'notStarted';
  if (end !== null && now >= end + 1000) return 'ended';
  return 'open';
}
