import type { WorkStatus } from '@fridge/shared-contracts/activities/contest';
import { sql } from 'drizzle-orm';
import { check, date, index, integer, jsonb, pgTable, primaryKey, serial, text, unique } from 'drizzle-orm/pg-core';
import { instant } from '../../database/columns.ts';
import { owner } from '../../households/tables.ts';

/** Uploads. The row is inserted before the file is written and deleted after it: every file has a row. */
export const pictures = pgTable(
  'pictures',
  {
    /** Random file name; who knows it may load the picture. */
    name: text().primaryKey(),
    userId: owner(),
    /** Real time of its removal; `null` while a work uses it. */
    dueAt: instant(),
    /** Set once: hidden, unusable, and its file is being removed. */
    removedAt: instant(),
  },
  (table) => [
    index('pictures_user').on(table.userId),
    index('pictures_due')
      .on(table.dueAt)
      .where(sql`${table.dueAt} is not null`),
  ],
);

/** Uploads per user and Shanghai day of business time, rejected files included. */
export const uploadDays = pgTable(
  'upload_days',
  {
    userId: owner(),
    day: date().notNull(),
    uploads: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.day] })],
);

type StoredStep = { picture: string | null; stepDesc: string };

export const works = pgTable(
  'works',
  {
    id: text().primaryKey(),
    userId: owner(),
    kind: text({ enum: ['recipe', 'photoShare'] }).notNull(),
    cookName: text().notNull(),
    desc: text('description').notNull(),
    phone: text().notNull(),
    devicePhone: text().notNull(),
    fridgeId: text().notNull(),
    spec: text().notNull(),
    nickName: text().notNull(),
    headImgUrl: text().notNull(),
    cookTime: text().notNull(),
    materials: text().notNull(),
    tips: text().notNull(),
    /** Names of pictures. */
    images: text().array().notNull().default([]),
    steps: jsonb().$type<StoredStep[]>().notNull().default([]),
    status: integer().$type<WorkStatus>().notNull().default(0),
    mark: text().notNull().default(''),
    /** Counts submissions; a decision names the reviewed one. */
    revision: integer().notNull().default(1),
    /** The event of it; 0: none. */
    lastDecision: integer().notNull().default(0),
    /** Real time until which the decision is hidden and may be undone. */
    heldUntil: instant(),
    /** From the page; a repeat is the same work. */
    requestId: text(),
    addedAt: instant().notNull(),
    submittedAt: instant().notNull(),
  },
  (table) => [
    index('works_user').on(table.userId, table.addedAt),
    index('works_queue').on(table.status, table.submittedAt),
    index('works_submitted').on(table.submittedAt, table.id),
    index('works_decided')
      .on(table.lastDecision, table.id)
      .where(sql`${table.status} <> 0`),
    unique('works_request').on(table.userId, table.requestId),
    check('works_status', sql`${table.status} in (-1, 0, 1)`),
  ],
);

/** Which pictures a work uses, in its images and steps: those stay. */
export const workPictures = pgTable(
  'work_pictures',
  {
    workId: text()
      .notNull()
      .references(() => works.id, { onDelete: 'cascade' }),
    picture: text()
      .notNull()
      .references(() => pictures.name),
  },
  (table) => [primaryKey({ columns: [table.workId, table.picture] }), index('work_pictures_picture').on(table.picture)],
);

/** `id` is the work's `drawId2` and, as text, the prize's id. All besides one of a work are of revoked prizes. */
export const workPrizes = pgTable(
  'work_prizes',
  {
    id: serial().primaryKey(),
    workId: text('work_id')
      .notNull()
      .references(() => works.id),
  },
  (table) => [index('work_prizes_work').on(table.workId)],
);

/** The work that each reviewer looks at, until a moment of real time. */
export const workClaims = pgTable('work_claims', {
  workId: text()
    .primaryKey()
    .references(() => works.id, { onDelete: 'cascade' }),
  reviewer: text().notNull(),
  until: instant().notNull(),
});
