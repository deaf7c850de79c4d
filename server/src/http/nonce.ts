import { SIGNATURE_WINDOW_MS } from '@fridge/shared-contracts/host';
import { lt } from 'drizzle-orm';
import type { Queries } from '../database/database.ts';
import { nonces } from '../database/schema.ts';
import { refuse } from './refusal.ts';

/** A stamp may lie ahead by the window and stays valid until it lies behind by it. */
const REMEMBERED_MS = 2 * SIGNATURE_WINDOW_MS;

/**
 * Uses a nonce up, whatever becomes of the request. The database's key decides, so it holds across processes.
 * @throws Refusal 409 for one that was used
 */
export async function consumeNonce(queries: Queries, nonce: string, now: number): Promise<void> {
  const used = await queries.insert(nonces).values({ nonce, usedAt: new Date(now) }).onConflictDoNothing().returning({ nonce: nonces.nonce });
  if (used.length === 0) throw refuse.replayed();
}

/** Forgets nonces whose requests are refused for their age anyway. */
export async function pruneNonces(queries: Queries, now: number): Promise<void> {
  await queries.delete(nonces).where(lt(nonces.usedAt, new Date(now - REMEMBERED_MS)));
}
