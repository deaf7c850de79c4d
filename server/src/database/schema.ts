import { sql } from 'drizzle-orm';
import {
  bigint, bigserial, boolean, check, date, foreignKey, index, integer, jsonb, pgTable, primaryKey, serial, text, timestamp, unique, uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { JudgedAnswer } from '../activities/campaign/question.ts';

/** Days are Shanghai's, `YYYY-MM-DD`. Both drivers return the same text. */
const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
const shanghaiDate = (name: string) => date(name, { mode: 'string' });

/** One row. `null` for the demonstration's mark: from before it was stored. */
export const businessClock = pgTable(
  'business_clock',
  {
    id: integer('id').primaryKey().default(1),
    offsetMs: bigint('offset_ms', { mode: 'number' }).notNull(),
    startedAt: instant('started_at').notNull().defaultNow(),
    demonstration: boolean('demonstration'),
  },
  (table) => [check('business_clock_single', sql`${table.id} = 1`)],
);

export const accounts = pgTable('accounts', {
  userId: text('user_id').primaryKey(),
  phone: text('phone').notNull().unique(),
  nickName: text('nick_name').notNull().default(''),
  headImgUrl: text('head_img_url').notNull().default(''),
  grid: text('grid').notNull().default(''),
  supply: text('supply').notNull().default(''),
  realNameVerified: boolean('real_name_verified').notNull().default(false),
});

export const homes = pgTable('homes', {
  homeId: text('home_id').primaryKey(),
  userId: text('user_id').notNull().references(() => accounts.userId),
}, (table) => [index('homes_user').on(table.userId)]);

export const fridges = pgTable('fridges', {
  fridgeId: text('fridge_id').primaryKey(),
  homeId: text('home_id').notNull().references(() => homes.homeId),
  sn8: text('sn8').notNull(),
  spec: text('spec').notNull().default(''),
  name: text('name').notNull().default(''),
}, (table) => [index('fridges_home').on(table.homeId)]);

/** By the sn8 from its 4th character, for `getInfo`. */
export const deviceConfigs = pgTable('device_configs', {
  sn: text('sn').primaryKey(),
  highBrand: integer('high_brand').notNull(),
  devType: text('dev_type').notNull(),
});

/** The primary key makes a request count once. */
export const nonces = pgTable('nonces', {
  nonce: text('nonce').primaryKey(),
  usedAt: instant('used_at').notNull(),
}, (table) => [index('nonces_used_at').on(table.usedAt)]);

export const quizProgress = pgTable('quiz_progress', {
  userId: text('user_id').primaryKey().references(() => accounts.userId),
  questionId: text('question_id').notNull(),
  wrongAnswers: integer('wrong_answers').notNull().default(0),
  judged: jsonb('judged').$type<JudgedAnswer>(),
  askedAt: instant('asked_at').notNull(),
}, (table) => [check('quiz_progress_wrong', sql`${table.wrongAnswers} >= 0`)]);

/** `coupon`, `allowance.1`, `allowance.2`. The checks apply whatever the code does. */
export const grantPools = pgTable('grant_pools', {
  name: text('name').primaryKey(),
  cap: integer('cap').notNull(),
  issued: integer('issued').notNull().default(0),
  /** For each new Shanghai day; `null`: none. */
  dailyCap: integer('daily_cap'),
}, (table) => [check('grant_pools_cap', sql`${table.issued} between 0 and ${table.cap}`)]);

export const grantDays = pgTable('grant_days', {
  pool: text('pool').notNull().references(() => grantPools.name),
  day: shanghaiDate('day').notNull(),
  cap: integer('cap').notNull(),
  issued: integer('issued').notNull().default(0),
}, (table) => [
  primaryKey({ columns: [table.pool, table.day] }),
  check('grant_days_cap', sql`${table.issued} between 0 and ${table.cap}`),
]);

/** A user's coupon or allowance, one of each kind. */
export const grants = pgTable('grants', {
  id: text('id').primaryKey(),
  userId: text('user_id').notNull().references(() => accounts.userId),
  kind: text('kind', { enum: ['coupon', 'allowance'] }).notNull(),
  pool: text('pool').notNull().references(() => grantPools.name),
  exchangeCode: text('exchange_code').notNull().unique(),
  exchangePwd: text('exchange_pwd').notNull(),
  grantedAt: instant('granted_at').notNull(),
  deadline: instant('deadline').notNull(),
}, (table) => [unique('grants_once').on(table.userId, table.kind)]);

/** Append-only. The unique position in the pool proves that each is granted once. */
export const grantAudit = pgTable('grant_audit', {
  id: serial('id').primaryKey(),
  grantId: text('grant_id').notNull().unique().references(() => grants.id),
  userId: text('user_id').notNull(),
  pool: text('pool').notNull(),
  poolIssued: integer('pool_issued').notNull(),
  day: shanghaiDate('day').notNull(),
  dayIssued: integer('day_issued'),
  cause: text('cause').notNull(),
  realAt: instant('real_at').notNull(),
  businessAt: instant('business_at').notNull(),
}, (table) => [uniqueIndex('grant_audit_position').on(table.pool, table.poolIssued)]);

export const activityRecords = pgTable('activity_records', {
  userId: text('user_id').notNull().references(() => accounts.userId),
  kind: text('kind').notNull(),
  day: shanghaiDate('day').notNull(),
  times: integer('times').notNull().default(1),
  firstAt: instant('first_at').notNull(),
}, (table) => [primaryKey({ columns: [table.userId, table.kind, table.day] })]);

export const drawChances = pgTable('draw_chances', {
  userId: text('user_id').primaryKey().references(() => accounts.userId),
  remaining: integer('remaining').notNull(),
}, (table) => [check('draw_chances_remaining', sql`${table.remaining} >= 0`)]);

/** Level 0 is "thanks". `stock` limits `issued`; `null`: unlimited. */
export const drawOutcomes = pgTable('draw_outcomes', {
  level: integer('level').primaryKey(),
  weight: integer('weight').notNull(),
  stock: integer('stock'),
  issued: integer('issued').notNull().default(0),
  isVirtual: boolean('is_virtual').notNull().default(false),
}, (table) => [
  check('draw_outcomes_level', sql`${table.level} between 0 and 6`),
  check('draw_outcomes_weight', sql`${table.weight} >= 0`),
  check('draw_outcomes_stock', sql`${table.issued} >= 0 and (${table.stock} is null or ${table.issued} <= ${table.stock})`),
]);

/** One row. `version` counts changes, for the audit. */
export const drawWeights = pgTable(
  'draw_weights',
  { id: integer('id').primaryKey().default(1), version: integer('version').notNull() },
  (table) => [check('draw_weights_single', sql`${table.id} = 1`)],
);

/** Results by `requestId`, repeated forever. */
export const draws = pgTable('draws', {
  userId: text('user_id').notNull().references(() => accounts.userId),
  requestId: text('request_id').notNull(),
  level: integer('level'),
  prizeId: text('prize_id').unique(),
  surplus: integer('surplus').notNull(),
  drawnAt: instant('drawn_at').notNull(),
}, (table) => [primaryKey({ columns: [table.userId, table.requestId] })]);

/** The roll, the level hit, and the stock left. */
export const drawAudit = pgTable('draw_audit', {
  id: serial('id').primaryKey(),
  userId: text('user_id').notNull(),
  requestId: text('request_id').notNull(),
  roll: integer('roll').notNull(),
  totalWeight: integer('total_weight').notNull(),
  weightsVersion: integer('weights_version').notNull(),
  hitLevel: integer('hit_level').notNull(),
  givenLevel: integer('given_level').notNull(),
  stockLeft: integer('stock_left'),
  realAt: instant('real_at').notNull(),
  businessAt: instant('business_at').notNull(),
}, (table) => [
  unique('draw_audit_once').on(table.userId, table.requestId),
  foreignKey({ columns: [table.userId, table.requestId], foreignColumns: [draws.userId, draws.requestId] }),
]);

export const drawPrizes = pgTable('draw_prizes', {
  id: text('id').primaryKey(),
  userId: text('user_id').notNull().references(() => accounts.userId),
  level: integer('level').notNull().references(() => drawOutcomes.level),
  isVirtual: boolean('is_virtual').notNull(),
  wonAt: instant('won_at').notNull(),
  deadline: instant('deadline').notNull(),
  recipientName: text('recipient_name'),
  recipientPhone: text('recipient_phone'),
  recipientAddress: text('recipient_address'),
}, (table) => [index('draw_prizes_user').on(table.userId)]);

/** Only an import without assigned codes can be taken back; its row stays. */
export const codeImports = pgTable('code_imports', {
  id: serial('id').primaryKey(),
  level: integer('level').notNull().references(() => drawOutcomes.level),
  source: text('source').notNull(),
  imported: integer('imported').notNull().default(0),
  realAt: instant('real_at').notNull(),
  businessAt: instant('business_at').notNull(),
  takenBackAt: instant('taken_back_at'),
});

/** Imported codes of virtual prizes; each belongs to at most one prize. */
export const prizeCodes = pgTable('prize_codes', {
  id: serial('id').primaryKey(),
  level: integer('level').notNull().references(() => drawOutcomes.level),
  code: text('code').notNull().unique(),
  pwd: text('pwd').notNull(),
  prizeId: text('prize_id').unique().references(() => drawPrizes.id),
  /** `null`: older than imports, or the demonstration's. */
  importId: integer('import_id').references(() => codeImports.id),
}, (table) => [
  index('prize_codes_free').on(table.level, table.id).where(sql`${table.prizeId} is null`),
  index('prize_codes_import').on(table.importId),
]);

/** Unique by the page's id. `at` is the page's time. The event decides which other columns are set. */
export const trackedEvents = pgTable('tracked_events', {
  position: bigserial('position', { mode: 'number' }).primaryKey(),
  id: text('id').notNull().unique(),
  event: text('event', { enum: ['pageView', 'click', 'failure'] }).notNull(),
  page: text('page').notNull(),
  name: text('name'),
  remote: text('remote'),
  version: text('version'),
  phase: text('phase'),
  reason: text('reason'),
  at: instant('at').notNull(),
  receivedAt: instant('received_at').notNull(),
}, (table) => [index('tracked_events_received').on(table.receivedAt)]);
