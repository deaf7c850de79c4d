import { workStatus } from '@fridge/shared-contracts/activities/contest';
import { asc, desc, eq, ne, type SQL, sql } from 'drizzle-orm';
import type { StoredWork } from '../activities/contest/stored-works.ts';
import { works } from '../database/schema.ts';

interface ReviewOrder {
  readonly where: SQL;
  readonly by: readonly SQL[];
  readonly backwards: readonly SQL[];
  /** As `WORK_CURSOR`, valid even after the work is deleted. */
  cursorOf(work: StoredWork): string;
  beyond(cursor: string, side: 'after' | 'before'): SQL;
}

const queue: ReviewOrder = {
  where: eq(works.status, workStatus.pending),
  by: [asc(works.submittedAt), asc(works.id)],
  backwards: [desc(works.submittedAt), desc(works.id)],
  cursorOf: ({ submittedAt, id }) => `${submittedAt.getTime()}.${id}`,
  beyond(cursor, side) {
    const [key, id] = readCursor(cursor);
    return sql`(${works.submittedAt}, ${works.id}) ${sql.raw(side === 'after' ? '>' : '<')} (${sql.param(new Date(key), works.submittedAt)}, ${id})`;
  },
};

const decided: ReviewOrder = {
  where: ne(works.status, workStatus.pending),
  by: [desc(works.lastDecision), desc(works.id)],
  backwards: [asc(works.lastDecision), asc(works.id)],
  cursorOf: ({ lastDecision, id }) => `${lastDecision}.${id}`,
  beyond(cursor, side) {
    const [key, id] = readCursor(cursor);
    return sql`(${works.lastDecision}, ${works.id}) ${sql.raw(side === 'after' ? '<' : '>')} (${key}::bigint, ${id})`;
  },
};

export const reviewOrders = {
  pending: queue,
  decided,
  approved: { ...decided, where: eq(works.status, workStatus.approved) },
  rejected: { ...decided, where: eq(works.status, workStatus.rejected) },
} as const;

function readCursor(cursor: string): [key: number, id: string] {
  const [key = '', id = ''] = cursor.split('.');
  return [Number(key), id];
}
