import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK, type SignJWT } from 'jose';
import { gt, lt } from 'drizzle-orm';
import type { Clock } from '../clock.ts';
import type { Queries } from '../database/database.ts';
import { describeFault, type Log } from '../log.ts';
import { identityKeys } from './tables.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const RENEWED_AFTER_MS = DAY_MS;
/** Twice as long, so that a database that is away at the renewal refuses nobody. */
const VALID_FOR_MS = 2 * DAY_MS;

type IdentityKey = { id: string; privateKey: CryptoKey; madeAt: number };

export type IdentityKeys = ReturnType<typeof createIdentityKeys>;

/**
 * This process's keys for the identities that teams' backends get. The private half never leaves the memory; the public
 * one is in the database before anything is signed, where each process finds it (`readPublicKeys`).
 */
export function createIdentityKeys({ queries, clock, log }: { queries: Queries; clock: Clock; log: Log }) {
  let key: IdentityKey | null = null;
  let making: Promise<IdentityKey> | null = null;

  const make = async (): Promise<IdentityKey> => {
    const madeAt = clock.real();
    const { publicKey, privateKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519' });
    const publicJwk = await exportJWK(publicKey);
    const keyId = await calculateJwkThumbprint(publicJwk);
    await queries.insert(identityKeys).values({
      keyId,
      publicJwk: { ...publicJwk, kid: keyId, alg: 'EdDSA', use: 'sig' } satisfies JWK,
      expiresAt: new Date(madeAt + VALID_FOR_MS),
    });
    return (key = { id: keyId, privateKey, madeAt });
  };

  const current = async (): Promise<IdentityKey> => {
    const age = key === null ? Infinity : clock.real() - key.madeAt;
    if (key !== null && age < RENEWED_AFTER_MS) return key;
    making ??= make().finally(() => (making = null));
    try {
      return await making;
    } catch (error) {
      // Half a day's reserve: what is signed now can still be verified.
      if (key === null || age > VALID_FOR_MS - DAY_MS / 2) throw error;
      log.warn({ event: 'identityKeyNotRenewed', fault: describeFault(error) });
      return key;
    }
  };

  return {
    /** Makes the key, so that the first call needn't wait for it. */
    prepare: async () => void (await current()),
    /** @param type the `typ` of its header */
    async sign(claims: SignJWT, type: string): Promise<string> {
      const { id, privateKey } = await current();
      return claims.setProtectedHeader({ alg: 'EdDSA', typ: type, kid: id }).sign(privateKey);
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

export async function pruneIdentityKeys(queries: Queries, now: number): Promise<void> {
  await queries.delete(identityKeys).where(lt(identityKeys.expiresAt, new Date(now)));
}
