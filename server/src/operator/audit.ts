import { and, desc, eq, getTableColumns, gte, lt } from 'drizzle-orm';
import { DAY_MS, midnightInShanghai } from '../clock.ts';
import { drawAudit, grantAudit } from '../database/schema.ts';
import type { CommandHandler, ParsedRequest } from './protocol.ts';

type Filter = ParsedRequest<'draw.audit' | 'coupons.audit'>;

export const auditDraws: CommandHandler<'draw.audit'> = async (filter, { queries }) => {
  const midnight = filter.day === undefined ? null : midnightInShanghai(filter.day);
  const ofDay =
    midnight === null
      ? undefined
      : and(gte(drawAudit.businessAt, midnight), lt(drawAudit.businessAt, new Date(midnight.getTime() + DAY_MS)));
  const rows = await queries
    .select({ ...getTableColumns(drawAudit), at: drawAudit.businessAt })
    .from(drawAudit)
    .where(and(ofDay, inPart(drawAudit, filter)))
    .orderBy(desc(drawAudit.id))
    .limit(filter.limit);
  return { rows, next: nextOf(rows, filter) };
};

export const auditCoupons: CommandHandler<'coupons.audit'> = async (filter, { queries }) => {
  const rows = await queries
    .select({ ...getTableColumns(grantAudit), at: grantAudit.businessAt })
    .from(grantAudit)
    .where(and(filter.day === undefined ? undefined : eq(grantAudit.day, filter.day), inPart(grantAudit, filter)))
    .orderBy(desc(grantAudit.id))
    .limit(filter.limit);
  return { rows, next: nextOf(rows, filter) };
};

function inPart(table: typeof drawAudit | typeof grantAudit, { user, before }: Filter) {
  return and(
    user === undefined ? undefined : eq(table.userId, user),
    before === undefined ? undefined : lt(table.id, before),
  );
}

/** Ids decrease, so the last one is a cursor even while rows are added. */
function nextOf(rows: readonly { id: number }[], { limit }: Filter): number | null {
  return rows.length < limit ? null : (rows.at(-1)?.id ?? null);
}
