import { gt, lt } from 'drizzle-orm';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK, type SignJWT } from 'jose';
import { type Clock, DAY_MS } from '../program/clock.ts';
import type { Queries } from '../database/database.ts';
import { identityKeys } from './tables.ts';

const RENEWED_AFTER_MS = DAY_MS;
/** Twice as long, so that a database that is away at the renewal refuses nobody. */
const VALID_FOR_MS = 2 * DAY_MS;

type IdentityKey = { id: string; privateKey: CryptoKey; madeAt: number };

export type IdentityKeys = ReturnType<typeof createIdentityKeys>;

/**
 * This process's keys for the identities that teams' backends get. The private half never leaves the memory; the public
 * one is in the database before anything is signed, where each process finds it (`readPublicKeys`).
 */
export function createIdentityKeys({ queries, clock }: { queries: Queries; clock: Pick<Clock, 'real'> }) {
  let key: IdentityKey | null = null;

  const make = async (): Promise<void> => {
    const madeAt = clock.real();
    const { publicKey, privateKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519' });
    const publicJwk = await exportJWK(publicKey);
    const id = await calculateJwkThumbprint(publicJwk);
    await queries.insert(identityKeys).values({
      keyId: id,
      publicJwk: { ...publicJwk, kid: id, alg: 'EdDSA', use: 'sig' } satisfies JWK,
      expiresAt: new Date(madeAt + VALID_FOR_MS),
    });
    key = { id, privateKey, madeAt };
  };

  return {
    /** Before the first call. */
    prepare: make,
    /** In upkeep: makes another key daily, and removes those of all processes that have expired. */
    async renew(): Promise<void> {
      const now = clock.real();
      if (key !== null && now - key.madeAt >= RENEWED_AFTER_MS) await make();
      await queries.delete(identityKeys).where(lt(identityKeys.expiresAt, new Date(now)));
    },
    /** @param type the `typ` of its header */
    async sign(claims: SignJWT, type: string): Promise<string> {
      if (key === null || clock.real() - key.madeAt >= VALID_FOR_MS) throw new Error('There is no valid identity key.');
      return claims.setProtectedHeader({ alg: 'EdDSA', typ: type, kid: key.id }).sign(key.privateKey);
    },
  };
}

/** The public halves of all processes. @param now real time, milliseconds */
export async function readPublicKeys(queries: Queries, now: number): Promise<{ keys: unknown[] }> {
  const rows = await queries
    .select({ jwk: identityKeys.publicJwk })
    .from(identityKeys)
    .where(gt(identityKeys.expiresAt, new Date(now)));
  return { keys: rows.map(({ jwk }) => jwk) };
}
