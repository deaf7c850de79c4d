import { SIGNATURE_WINDOW_MS } from '@fridge/shared-contracts/host';
import { lt } from 'drizzle-orm';
import type { Queries } from '../database/database.ts';
import { nonces } from '../database/schema.ts';
import { refuse } from './refusal.ts';

/** A time stamp may be one window ahead, and is valid until one window behind. */
const NONCE_LIFE_MS = 2 * SIGNATURE_WINDOW_MS;

/**
 * Uses a nonce up; the primary key decides across processes.
 * @throws Refusal 409 for a used one
 */
export async function consumeNonce(queries: Queries, nonce: string, now: number): Promise<void> {
  const used = await queries.insert(nonces).values({ nonce, usedAt: new Date(now) }).onConflictDoNothing().returning({ nonce: nonces.nonce });
  if (used.length === 0) throw refuse.replayed();
}

/** Deletes nonces whose requests are too old anyway. */
export async function pruneNonces(queries: Queries, now: number): Promise<void> {
  await queries.delete(nonces).where(lt(nonces.usedAt, new Date(now - NONCE_LIFE_MS)));
}
