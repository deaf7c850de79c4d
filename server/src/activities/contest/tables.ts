import type { WorkStatus } from '@fridge/shared-contracts/activities/contest';
import { sql } from 'drizzle-orm';
import { check, date, index, integer, pgTable, primaryKey, serial, text, timestamp, unique } from 'drizzle-orm/pg-core';
import { accounts } from '../../database/schema.ts';

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** Uploads. The row is inserted before the file is written and deleted after it: every file has a row. */
export const pictures = pgTable('pictures', {
  /** Random file name; who knows it may load the picture. */
  name: text('name').primaryKey(),
  userId: text('user_id').notNull().references(() => accounts.userId),
  bytes: integer('bytes').notNull().default(0),
  width: integer('width').notNull().default(0),
  height: integer('height').notNull().default(0),
  /** Real time of its removal; `null` while a work uses it. */
  dueAt: instant('due_at'),
  /** Set once: hidden, unusable, and its file is being removed. */
  removedAt: instant('removed_at'),
}, (table) => [index('pictures_user').on(table.userId), index('pictures_due').on(table.dueAt).where(sql`${table.dueAt} is not null`)]);

/** Uploads per user and Shanghai day of business time, rejected files included. */
export const uploadDays = pgTable('upload_days', {
  userId: text('user_id').notNull().references(() => accounts.userId),
  day: date('day', { mode: 'string' }).notNull(),
  uploads: integer('uploads').notNull(),
}, (table) => [primaryKey({ columns: [table.userId, table.day] })]);

export const works = pgTable('works', {
  id: text('id').primaryKey(),
  userId: text('user_id').notNull().references(() => accounts.userId),
  kind: text('kind', { enum: ['recipe', 'photoShare'] }).notNull(),
  cookName: text('cook_name').notNull(),
  desc: text('description').notNull(),
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
  mark: text('mark').notNull().default(''),
  /** Counts submissions; a decision names the reviewed one. */
  revision: integer('revision').notNull().default(1),
  lastDecision: integer('last_decision').notNull().default(0),
  /** Real time until which the decision is hidden and may be undone. */
  heldUntil: instant('held_until'),
  /** From the page; a repeat is the same work. */
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

/** `id` is the work's `drawId2` and, as text, the prize's id. */
export const workPrizes = pgTable('work_prizes', {
  id: serial('id').primaryKey(),
  workId: text('work_id').notNull().unique().references(() => works.id),
});

/** Append-only; outlives the work. */
export const workDecisions = pgTable('work_decisions', {
  id: serial('id').primaryKey(),
  workId: text('work_id').notNull(),
  userId: text('user_id').notNull(),
  cookName: text('cook_name').notNull(),
  revision: integer('revision').notNull(),
  decision: text('decision', { enum: ['approved', 'rejected', 'undone', 'prize'] }).notNull(),
  reason: text('reason').notNull().default(''),
  decidedBy: text('decided_by').notNull(),
  realAt: instant('real_at').notNull(),
  businessAt: instant('business_at').notNull(),
}, (table) => [index('work_decisions_work').on(table.workId)]);
