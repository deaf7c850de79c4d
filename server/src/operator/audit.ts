import { and, desc, eq, gte, lt } from 'drizzle-orm';
import { isoInShanghai } from '../clock.ts';
import type { Queries } from '../database/database.ts';
import { drawAudit, grantAudit } from '../database/schema.ts';
import type { CouponAudit, DrawAudit } from './protocol.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

type Filter = { user?: string | undefined; day?: string | undefined; before?: number | undefined; limit: number };

/** Newest first. `day`: business time in China. */
export async function auditDraws(queries: Queries, { user, day, before, limit }: Filter): Promise<DrawAudit> {
  const midnight = day === undefined ? null : Date.parse(`${day}T00:00:00+08:00`);
  const found = await queries
    .select()
    .from(drawAudit)
    .where(and(
      user === undefined ? undefined : eq(drawAudit.userId, user),
      midnight === null ? undefined : gte(drawAudit.businessAt, new Date(midnight)),
      midnight === null ? undefined : lt(drawAudit.businessAt, new Date(midnight + DAY_MS)),
      before === undefined ? undefined : lt(drawAudit.id, before),
    ))
    .orderBy(desc(drawAudit.id))
    .limit(limit);
  const rows = found.map(({ realAt, businessAt, ...row }) => ({ ...row, at: isoInShanghai(businessAt), realAt: isoInShanghai(realAt) }));
  return { rows, next: nextOf(rows, limit) };
}

export async function auditCoupons(queries: Queries, { user, day, before, limit }: Filter): Promise<CouponAudit> {
  const found = await queries
    .select()
    .from(grantAudit)
    .where(and(
      user === undefined ? undefined : eq(grantAudit.userId, user),
      day === undefined ? undefined : eq(grantAudit.day, day),
      before === undefined ? undefined : lt(grantAudit.id, before),
    ))
    .orderBy(desc(grantAudit.id))
    .limit(limit);
  const rows = found.map(({ id, userId, pool, poolIssued, day: granted, dayIssued, cause, realAt, businessAt }) => ({
    id, userId, pool, poolIssued, day: granted, dayIssued, cause, at: isoInShanghai(businessAt), realAt: isoInShanghai(realAt),
  }));
  return { rows, next: nextOf(rows, limit) };
}

/** Ids decrease, so the last one is a cursor even while rows are added. */
function nextOf(rows: readonly { id: number }[], limit: number): number | null {
  return rows.length < limit ? null : (rows.at(-1)?.id ?? null);
}
