import { and, desc, eq, getTableColumns, gte, lt, or, sql } from 'drizzle-orm';
import { grantAudit } from '../activities/campaign/tables.ts';
import { drawAudit } from '../activities/draw/tables.ts';
import { DAY_MS, midnightInShanghai } from '../clock.ts';
import type { CommandHandler, ParsedRequest } from './protocol.ts';
import { operatorActions } from './tables.ts';

type Filter = ParsedRequest<'draw.audit' | 'coupons.audit' | 'actions.audit'>;

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

/** By real time. A subject is a user's id, or names the user that a list or an export was about (`prizes.ts`). */
export const auditActions: CommandHandler<'actions.audit'> = async (filter, { queries }) => {
  const { user, day, before, limit } = filter;
  const midnight = day === undefined ? null : midnightInShanghai(day);
  const rows = await queries
    .select({ ...getTableColumns(operatorActions), at: operatorActions.changedAt, by: operatorActions.changedBy })
    .from(operatorActions)
    .where(
      and(
        user === undefined
          ? undefined
          : or(eq(operatorActions.subject, user), sql`strpos(${operatorActions.subject}, ${` user ${user}: `}) > 0`),
        midnight === null
          ? undefined
          : and(
              gte(operatorActions.changedAt, midnight),
              lt(operatorActions.changedAt, new Date(midnight.getTime() + DAY_MS)),
            ),
        before === undefined ? undefined : lt(operatorActions.id, before),
      ),
    )
    .orderBy(desc(operatorActions.id))
    .limit(limit);
  return { rows, next: nextOf(rows, filter) };
};

/** Ids decrease, so the last one is a cursor even while rows are added. */
function nextOf(rows: readonly { id: number }[], { limit }: Filter): number | null {
  return rows.length < limit ? null : (rows.at(-1)?.id ?? null);
}
