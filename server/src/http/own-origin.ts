import { refuse } from './refusal.ts';

/**
 * CORS stops other origins from reading answers, not from sending forms and beacons.
 * @param origin the header; requests that don't come from a page have none
 * @throws Refusal 403 unless the origin is allowed
 */
export function requireOwnOrigin(origin: string | undefined, allowed: readonly string[]): void {
  if (origin !== undefined && !allowed.includes(origin)) throw refuse.notYours();
}
