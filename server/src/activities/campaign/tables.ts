import { sql } from 'drizzle-orm';
import {
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  serial,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { instant } from '../../database/columns.ts';
import { accounts, owner } from '../../households/tables.ts';
import { revocation } from '../../prizes/tables.ts';
import type { JudgedAnswer } from './question.ts';

export const quizProgress = pgTable(
  'quiz_progress',
  {
    userId: text()
      .primaryKey()
      .references(() => accounts.userId),
    questionId: text().notNull(),
    wrongAnswers: integer().notNull().default(0),
    judged: jsonb().$type<JudgedAnswer>(),
    askedAt: instant().notNull(),
  },
  (table) => [check('quiz_progress_wrong', sql`${table.wrongAnswers} >= 0`)],
);

/** `coupon`, `allowance.1`, `allowance.2`. The checks apply whatever the code does. */
export const grantPools = pgTable(
  'grant_pools',
  {
    name: text().primaryKey(),
    cap: integer().notNull(),
    issued: integer().notNull().default(0),
    /** For each new Shanghai day; `null`: none. */
    dailyCap: integer(),
  },
  (table) => [check('grant_pools_cap', sql`${table.issued} between 0 and ${table.cap}`)],
);

export const grantDays = pgTable(
  'grant_days',
  {
    pool: text()
      .notNull()
      .references(() => grantPools.name),
    day: date().notNull(),
    cap: integer().notNull(),
    issued: integer().notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.pool, table.day] }),
    check('grant_days_cap', sql`${table.issued} between 0 and ${table.cap}`),
  ],
);

/** A user's coupon or allowance, one of each kind besides those that were replaced. */
export const grants = pgTable(
  'grants',
  {
    id: text().primaryKey(),
    userId: owner(),
    kind: text({ enum: ['coupon', 'allowance'] }).notNull(),
    pool: text()
      .notNull()
      .references(() => grantPools.name),
    exchangeCode: text('exchange_code').notNull().unique(),
    exchangePwd: text().notNull(),
    grantedAt: instant().notNull(),
    deadline: instant().notNull(),
    ...revocation,
  },
  (table) => [unique('grants_once').on(table.userId, table.kind, table.replacedBy).nullsNotDistinct()],
);

/** Append-only. The unique position in the pool proves that each is granted once. */
export const grantAudit = pgTable(
  'grant_audit',
  {
    id: serial().primaryKey(),
    grantId: text('grant_id')
      .notNull()
      .unique()
      .references(() => grants.id),
    userId: text().notNull(),
    pool: text().notNull(),
    poolIssued: integer().notNull(),
    day: date().notNull(),
    dayIssued: integer(),
    cause: text().notNull(),
    realAt: instant().notNull(),
    businessAt: instant().notNull(),
  },
  (table) => [
    uniqueIndex('grant_audit_position').on(table.pool, table.poolIssued),
    index('grant_audit_at').using('brin', table.businessAt),
  ],
);

export const activityRecords = pgTable(
  'activity_records',
  {
    userId: owner(),
    kind: text().notNull(),
    day: date().notNull(),
    times: integer().notNull().default(1),
    firstAt: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.kind, table.day] })],
);
