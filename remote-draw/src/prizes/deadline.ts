import { formatDateTime, parseInstant } from '@fridge/shared-contracts';

/** `none`: no readable deadline; the server decides. */
export type Deadline = { state: 'none' } | { state: 'open' | 'passed'; date: string };

/**
 * By the server's business clock (spec section 9); the deadline itself is open.
 * @param deadline ISO time with offset
 * @param now business time in milliseconds, `null` while unknown
 */
export function readDeadline(deadline: string | null, now: number | null): Deadline {
  const instant = deadline === null ? null : parseInstant(deadline);
  if (instant === null) return { state: 'none' };
  return { state: now !== null && now > instant ? 'passed' : 'open', date: formatDateTime(instant) };
}
