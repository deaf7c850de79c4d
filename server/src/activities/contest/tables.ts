import type { WorkStatus } from '@fridge/shared-contracts/activities/contest';
import { sql } from 'drizzle-orm';
import { check, date, index, integer, pgTable, primaryKey, serial, text, timestamp, unique } from 'drizzle-orm/pg-core';
import { accounts } from '../../database/schema.ts';

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** Uploaded pictures. The row is inserted before the file is written and deleted after it, so every file has a row. */
export const pictures = pgTable('pictures', {
  /** The random file name; whoever knows it may load the picture. */
  name: text('name').primaryKey(),
  userId: text('user_id').notNull().references(() => accounts.userId),
  /** File size, 0 until it is stored. */
  bytes: integer('bytes').notNull().default(0),
  width: integer('width').notNull().default(0),
  height: integer('height').notNull().default(0),
  /** Real time from which the sweep removes it; `null` while a work uses it. */
  dueAt: instant('due_at'),
  /** Set once: the picture is hidden, can't be used again, and its file is being removed. */
  removedAt: instant('removed_at'),
}, (table) => [index('pictures_user').on(table.userId), index('pictures_due').on(table.dueAt).where(sql`${table.dueAt} is not null`)]);

/** Uploads of a user per Shanghai day of business time, rejected files included. */
export const uploadDays = pgTable('upload_days', {
  userId: text('user_id').notNull().references(() => accounts.userId),
  day: date('day', { mode: 'string' }).notNull(),
  uploads: integer('uploads').notNull(),
}, (table) => [primaryKey({ columns: [table.userId, table.day] })]);

export const works = pgTable('works', {
  id: text('id').primaryKey(),
  userId: text('user_id').notNull().references(() => accounts.userId),
  kind: text('kind', { enum: ['recipe', 'photoShare'] }).notNull(),
  /** Empty for a photo share. */
  cookName: text('cook_name').notNull(),
  desc: text('description').notNull(),
  /** A photo share's contact; empty for a recipe. */
  phone: text('phone').notNull(),
  devicePhone: text('device_phone').notNull(),
  fridgeId: text('fridge_id').notNull(),
  spec: text('spec').notNull(),
  nickName: text('nick_name').notNull(),
  headImgUrl: text('head_img_url').notNull(),
  cookTime: text('cook_time').notNull(),
  materials: text('materials').notNull(),
  tips: text('tips').notNull(),
  status: integer('status').$type<WorkStatus>().notNull().default(0),
  /** Rejection reason. */
  mark: text('mark').notNull().default(''),
  /** Counts submissions, so that a decision names the version that was reviewed. */
  revision: integer('revision').notNull().default(1),
  /** Id of the last decision, 0 for none; orders decided works. */
  lastDecision: integer('last_decision').notNull().default(0),
  /** Real time until which the decision may be undone and is hidden from users. */
  heldUntil: instant('held_until'),
  /** The page's id of the submission; a repeat is the same work. */
  requestId: text('request_id'),
  addedAt: instant('added_at').notNull(),
  submittedAt: instant('submitted_at').notNull(),
}, (table) => [
  index('works_user').on(table.userId, table.addedAt),
  index('works_queue').on(table.status, table.submittedAt),
  index('works_decided').on(table.lastDecision, table.id).where(sql`${table.status} <> 0`),
  unique('works_request').on(table.userId, table.requestId),
  check('works_status', sql`${table.status} in (-1, 0, 1)`),
]);

export const workImages = pgTable('work_images', {
  workId: text('work_id').notNull().references(() => works.id, { onDelete: 'cascade' }),
  position: integer('position').notNull(),
  picture: text('picture').notNull().references(() => pictures.name),
}, (table) => [primaryKey({ columns: [table.workId, table.position] }), index('work_images_picture').on(table.picture)]);

export const workSteps = pgTable('work_steps', {
  workId: text('work_id').notNull().references(() => works.id, { onDelete: 'cascade' }),
  position: integer('position').notNull(),
  picture: text('picture').references(() => pictures.name),
  stepDesc: text('step_desc').notNull(),
}, (table) => [primaryKey({ columns: [table.workId, table.position] }), index('work_steps_picture').on(table.picture)]);

/** A prize won by a work: `id` is the work's `drawId2` and, as text, the prize's id. */
export const workPrizes = pgTable('work_prizes', {
  id: serial('id').primaryKey(),
  workId: text('work_id').notNull().unique().references(() => works.id),
});

/** Append-only audit of decisions; it outlives the work. */
export const workDecisions = pgTable('work_decisions', {
  id: serial('id').primaryKey(),
  workId: text('work_id').notNull(),
  userId: text('user_id').notNull(),
  cookName: text('cook_name').notNull(),
  revision: integer('revision').notNull(),
  decision: text('decision', { enum: ['approved', 'rejected', 'undone', 'prize'] }).notNull(),
  /** Rejection reason, or the prize's level. */
  reason: text('reason').notNull().default(''),
  decidedBy: text('decided_by').notNull(),
  realAt: instant('real_at').notNull(),
  businessAt: instant('business_at').notNull(),
}, (table) => [index('work_decisions_work').on(table.workId)]);
