import { createHash } from 'node:crypto';
import { inArray } from 'drizzle-orm';
import { importJWK } from 'jose';
import type { Queries } from '../../database/database.ts';
import { revokedTeamKeys } from './tables.ts';

/** @param publicKey Ed25519, as base64url. @returns the first 16 digits of its SHA-256, in hex */
export const keyIdOf = (publicKey: string): string =>
  createHash('sha256').update(Buffer.from(publicKey, 'base64url')).digest('hex').slice(0, 16);

export const importPublicKey = (publicKey: string) => importJWK({ kty: 'OKP', crv: 'Ed25519', x: publicKey }, 'EdDSA');

/** @returns those of these keys that were revoked, by their ids */
export async function revokedOf(queries: Queries, keyIds: readonly string[]): Promise<ReadonlySet<string>> {
  const { keyId } = revokedTeamKeys;
  const rows =
    keyIds.length === 0
      ? []
      : await queries
          .select({ keyId })
          .from(revokedTeamKeys)
          .where(inArray(keyId, [...keyIds]));
  return new Set(rows.map((row) => row.keyId));
}
