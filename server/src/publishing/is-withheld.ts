import { contractVersion } from '@fridge/shared-contracts/page';
import { and, eq, max, sql } from 'drizzle-orm';
import { configVersions } from '../configuration/tables.ts';
import type { Queries } from '../database/database.ts';
import { type Promotion, promotedReleases } from '../registry/resolve-registry.ts';
import { promotions } from '../registry/tables.ts';

type Key = { name: string; version: string };

/**
 * Whether it was decided last that not everybody gets a release: it was published and not promoted, rolled back, or
 * made a canary since, which runs or was taken back.
 * @param promoted of its remote, oldest first
 */
export async function isWithheld(queries: Queries, key: Key, promoted: readonly Promotion[]): Promise<boolean> {
  const last = promoted.findLastIndex(({ version }) => version === key.version);
  return last < 0 || isRolledBack(key, promoted, last) || (await isCanarySince(queries, key));
}

/** Whether a roll-back since the last promotion took it out of force. */
const isRolledBack = ({ name, version }: Key, promoted: readonly Promotion[], last: number): boolean =>
  promoted.some(
    ({ kind }, index) =>
      kind === 'rollback' &&
      index > last &&
      promotedReleases(name, promoted.slice(0, index), contractVersion).at(-1) === version,
  );

async function isCanarySince(queries: Queries, { name, version }: Key): Promise<boolean> {
  const release = sql`${configVersions.document}::jsonb #>> array['remotes', ${name}::text, 'canary', 'release']`;
  const promotedAt = queries
    .select({ at: max(promotions.changedAt) })
    .from(promotions)
    .where(and(eq(promotions.name, name), eq(promotions.version, version)));
  const found = and(
    eq(configVersions.name, 'registry'),
    sql`${release} = ${version}`,
    sql`${configVersions.changedAt} > (${promotedAt})`,
  );
  return (await queries.$count(configVersions, found)) > 0;
}
