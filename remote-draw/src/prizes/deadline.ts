import { formatDateTime, parseInstant } from '@fridge/shared-contracts';

/** A prize's deadline as the page shows it. `none`: the server named no readable one, so the server decides. */
export type Deadline = { state: 'none' } | { state: 'open' | 'passed'; date: string };

/**
 * Reads a deadline by the server's business clock (spec section 9). Its own instant still counts.
 * @param deadline ISO time with its offset; @param now business time in milliseconds, `null` while it isn't known
 */
export function readDeadline(deadline: string | null, now: number | null): Deadline {
  const instant = deadline === null ? null : parseInstant(deadline);
  if (instant === null) return { state: 'none' };
  return { state: now !== null && now > instant ? 'passed' : 'open', date: formatDateTime(instant) };
}
