import { refuse } from './refusal.ts';

/**
 * CORS keeps pages of other origins from reading an answer, not from sending: a form or a beacon of theirs arrives
 * without being asked for. Browsers name the page's origin on everything that may change something.
 * @param origin the header; none comes with what no page sends
 * @throws Refusal 403 unless the origin is one of the product's own
 */
export function requireOwnOrigin(origin: string | undefined, allowed: readonly string[]): void {
  if (origin !== undefined && !allowed.includes(origin)) throw refuse.notYours();
}
