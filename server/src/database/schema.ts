import type { WorkStatus } from '@fridge/shared-contracts/activities/contest';
import type { Vitals } from '@fridge/shared-contracts/host';
import { sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  boolean,
  check,
  customType,
  date,
  doublePrecision,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  serial,
  text,
  timestamp,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { JudgedAnswer } from '../activities/campaign/question.ts';
import type { ReportFields } from '../activities/report/report-fields.ts';

/** A column's name is its field's in snake case; unique ones name theirs, since Drizzle names the constraint by it. */
export const casing = 'snake_case';

/** Columns of type `date` are Shanghai's days as `YYYY-MM-DD`, which both drivers return. */
const instant = () => timestamp({ withTimezone: true });
const bytes = customType<{ data: Buffer; driverData: Uint8Array }>({
  dataType: () => 'bytea',
  fromDriver: (stored) => Buffer.from(stored),
});
const owner = () =>
  text()
    .notNull()
    .references(() => accounts.userId);

/** One row. `null` for the demonstration's mark: from before it was stored. */
export const businessClock = pgTable(
  'business_clock',
  {
    id: integer().primaryKey().default(1),
    offsetMs: bigint({ mode: 'number' }).notNull(),
    startedAt: instant().notNull().defaultNow(),
    demonstration: boolean(),
  },
  (table) => [check('business_clock_single', sql`${table.id} = 1`)],
);

export const accounts = pgTable('accounts', {
  userId: text().primaryKey(),
  /** `null`: another account has it now, or nobody. */
  phone: text().unique(),
  nickName: text().notNull().default(''),
  headImgUrl: text().notNull().default(''),
  grid: text().notNull().default(''),
  supply: text().notNull().default(''),
  realNameVerified: boolean().notNull().default(false),
});

export const homes = pgTable(
  'homes',
  {
    homeId: text().primaryKey(),
    userId: owner(),
  },
  (table) => [index('homes_user').on(table.userId)],
);

export const fridges = pgTable(
  'fridges',
  {
    fridgeId: text().primaryKey(),
    homeId: text()
      .notNull()
      .references(() => homes.homeId),
    sn8: text().notNull(),
    spec: text().notNull().default(''),
    name: text().notNull().default(''),
  },
  (table) => [index('fridges_home').on(table.homeId)],
);

/** By the sn8 from its 4th character, for `getInfo`. */
export const deviceConfigs = pgTable('device_configs', {
  sn: text().primaryKey(),
  highBrand: integer().notNull(),
  devType: text().notNull(),
});

/** The primary key makes a request count once. */
export const nonces = pgTable(
  'nonces',
  {
    nonce: text().primaryKey(),
    usedAt: instant().notNull(),
  },
  (table) => [index('nonces_used_at').on(table.usedAt)],
);

/** What each process counts of its users' calls, shared once a second. A row lives for three minutes. */
export const userCounts = pgTable(
  'user_counts',
  {
    /** Random, of one process. */
    process: text().notNull(),
    userId: text().notNull(),
    /** Since the epoch. */
    minute: integer().notNull(),
    calls: integer().notNull(),
    callsUnderWay: integer().notNull(),
    uploadsUnderWay: integer().notNull(),
    /** By the database's clock. */
    seenAt: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.minute, table.process] }),
    index('user_counts_minute').on(table.minute),
  ],
);

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

/** A user's coupon or allowance, one of each kind. */
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
  },
  (table) => [unique('grants_once').on(table.userId, table.kind)],
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
  (table) => [uniqueIndex('grant_audit_position').on(table.pool, table.poolIssued)],
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

export const drawChances = pgTable(
  'draw_chances',
  {
    userId: text()
      .primaryKey()
      .references(() => accounts.userId),
    chancesLeft: integer('remaining').notNull(),
  },
  (table) => [check('draw_chances_remaining', sql`${table.chancesLeft} >= 0`)],
);

/** Level 0 is "thanks". `stock` limits `issued`; `null`: unlimited. */
export const drawOutcomes = pgTable(
  'draw_outcomes',
  {
    level: integer().primaryKey(),
    weight: integer().notNull(),
    stock: integer(),
    issued: integer().notNull().default(0),
    isVirtual: boolean().notNull().default(false),
  },
  (table) => [
    check('draw_outcomes_level', sql`${table.level} between 0 and 6`),
    check('draw_outcomes_weight', sql`${table.weight} >= 0`),
    check(
      'draw_outcomes_stock',
      sql`${table.issued} >= 0 and (${table.stock} is null or ${table.issued} <= ${table.stock})`,
    ),
  ],
);

/** One row: counts the changes of the weights in `draw_outcomes`, for the audit. */
export const drawWeightsVersion = pgTable(
  'draw_weights',
  { id: integer().primaryKey().default(1), version: integer().notNull() },
  (table) => [check('draw_weights_single', sql`${table.id} = 1`)],
);

/** Results by `requestId`, repeated forever. */
export const draws = pgTable(
  'draws',
  {
    userId: owner(),
    requestId: text().notNull(),
    level: integer(),
    prizeId: text('prize_id').unique(),
    chancesLeft: integer('surplus').notNull(),
    drawnAt: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.requestId] })],
);

/** The roll, the level hit, and the stock left. */
export const drawAudit = pgTable(
  'draw_audit',
  {
    id: serial().primaryKey(),
    userId: text().notNull(),
    requestId: text().notNull(),
    roll: integer().notNull(),
    totalWeight: integer().notNull(),
    weightsVersion: integer().notNull(),
    hitLevel: integer().notNull(),
    givenLevel: integer().notNull(),
    stockLeft: integer(),
    realAt: instant().notNull(),
    businessAt: instant().notNull(),
  },
  (table) => [
    unique('draw_audit_once').on(table.userId, table.requestId),
    foreignKey({ columns: [table.userId, table.requestId], foreignColumns: [draws.userId, draws.requestId] }),
  ],
);

export const drawPrizes = pgTable(
  'draw_prizes',
  {
    id: text().primaryKey(),
    userId: owner(),
    level: integer()
      .notNull()
      .references(() => drawOutcomes.level),
    isVirtual: boolean().notNull(),
    wonAt: instant().notNull(),
    deadline: instant().notNull(),
    recipientName: text(),
    recipientPhone: text(),
    recipientAddress: text(),
    /** Business time; `null`: not shipped. Set once, with carrier and number, which can be corrected. */
    shippedAt: instant(),
    carrier: text(),
    trackingNumber: text(),
    /** The operator. */
    shippedBy: text(),
  },
  (table) => [
    index('draw_prizes_user').on(table.userId),
    index('draw_prizes_won').on(table.wonAt, table.id),
    index('draw_prizes_physical')
      .on(table.wonAt, table.id)
      .where(sql`not ${table.isVirtual}`),
    check('draw_prizes_shipped', sql`(${table.shippedAt} is null) = (${table.trackingNumber} is null)`),
  ],
);

/** Only an import without assigned codes can be taken back; its row stays. */
export const codeImports = pgTable('code_imports', {
  id: serial().primaryKey(),
  level: integer()
    .notNull()
    .references(() => drawOutcomes.level),
  source: text().notNull(),
  imported: integer().notNull().default(0),
  realAt: instant().notNull(),
  businessAt: instant().notNull(),
  takenBackAt: instant(),
});

/** Imported codes of virtual prizes; each belongs to at most one prize. */
export const prizeCodes = pgTable(
  'prize_codes',
  {
    id: serial().primaryKey(),
    level: integer()
      .notNull()
      .references(() => drawOutcomes.level),
    code: text().notNull().unique(),
    pwd: text().notNull(),
    prizeId: text('prize_id')
      .unique()
      .references(() => drawPrizes.id),
    /** `null`: older than imports, or the demonstration's. */
    importId: integer().references(() => codeImports.id),
  },
  (table) => [
    index('prize_codes_free')
      .on(table.level, table.id)
      .where(sql`${table.prizeId} is null`),
    index('prize_codes_import').on(table.importId),
  ],
);

/** Unique by the page's id. `at` is the page's time. The event decides which other columns are set. */
export const trackedEvents = pgTable(
  'tracked_events',
  {
    position: bigserial({ mode: 'number' }).primaryKey(),
    id: text().notNull().unique(),
    event: text({ enum: ['pageView', 'click', 'failure', 'open', 'vitals'] }).notNull(),
    page: text().notNull(),
    name: text(),
    remote: text(),
    version: text(),
    phase: text(),
    reason: text(),
    /** By what the page view is known (`page-id.ts`), if the event counts for it (`counted-events.ts`). */
    pageId: text(),
    /** Milliseconds, of an `open`. */
    phases: jsonb().$type<Readonly<Record<string, number>>>(),
    vitals: jsonb().$type<Vitals>(),
    at: instant().notNull(),
    receivedAt: instant().notNull(),
  },
  (table) => [
    index('tracked_events_received').on(table.receivedAt),
    index('tracked_events_page')
      .on(table.pageId, table.event)
      .where(sql`${table.pageId} is not null`),
    index('tracked_events_counted')
      .on(table.receivedAt)
      .where(sql`${table.pageId} is not null`),
  ],
);

/** What became of a release on one view of the page (`health/release-views.ts`). */
export const releaseViews = pgTable(
  'release_views',
  {
    /** As `pageId` of `tracked_events`. */
    page: text().notNull(),
    remote: text().notNull(),
    version: text().notNull(),
    /** Tag of the visitor for whose release this view speaks (`registry/visitor.ts`); `null`: for nobody's. */
    visitor: text(),
    /** Number of the network that its first event came from (`health/network-of.ts`). */
    network: text(),
    opened: boolean().notNull().default(false),
    /** Of its first failure. */
    failedPhase: text(),
    failedReason: text(),
    /** Milliseconds. */
    load: integer(),
    lcp: integer(),
    inp: integer(),
    cls: doublePrecision(),
    /** Real time. */
    firstAt: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.page, table.remote, table.version] }),
    index('release_views_release').on(table.remote, table.version, table.firstAt),
    index('release_views_first').on(table.firstAt),
  ],
);

/** Uploads. The row is inserted before the file is written and deleted after it: every file has a row. */
export const pictures = pgTable(
  'pictures',
  {
    /** Random file name; who knows it may load the picture. */
    name: text().primaryKey(),
    userId: owner(),
    bytes: integer().notNull().default(0),
    width: integer().notNull().default(0),
    height: integer().notNull().default(0),
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
    status: integer().$type<WorkStatus>().notNull().default(0),
    mark: text().notNull().default(''),
    /** Counts submissions; a decision names the reviewed one. */
    revision: integer().notNull().default(1),
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

export const workImages = pgTable(
  'work_images',
  {
    workId: text()
      .notNull()
      .references(() => works.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
    picture: text()
      .notNull()
      .references(() => pictures.name),
  },
  (table) => [primaryKey({ columns: [table.workId, table.position] }), index('work_images_picture').on(table.picture)],
);

export const workSteps = pgTable(
  'work_steps',
  {
    workId: text()
      .notNull()
      .references(() => works.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
    picture: text().references(() => pictures.name),
    stepDesc: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.workId, table.position] }), index('work_steps_picture').on(table.picture)],
);

/** `id` is the work's `drawId2` and, as text, the prize's id. */
export const workPrizes = pgTable('work_prizes', {
  id: serial().primaryKey(),
  workId: text('work_id')
    .notNull()
    .unique()
    .references(() => works.id),
});

/** Append-only; outlives the work. */
export const workDecisions = pgTable(
  'work_decisions',
  {
    id: serial().primaryKey(),
    workId: text().notNull(),
    userId: text().notNull(),
    cookName: text().notNull(),
    revision: integer().notNull(),
    decision: text({ enum: ['approved', 'rejected', 'undone', 'prize'] }).notNull(),
    reason: text().notNull().default(''),
    decidedBy: text().notNull(),
    realAt: instant().notNull(),
    businessAt: instant().notNull(),
  },
  (table) => [index('work_decisions_work').on(table.workId)],
);

/** Report of 2022. The fridge may be bound later. */
export const reports = pgTable('reports', {
  fridgeId: text().primaryKey(),
  fields: jsonb().$type<ReportFields>().notNull(),
  /** Real time of the last import. */
  importedAt: instant().notNull(),
});

const changed = {
  /** Who: an operator, a team, `file`, `start` for a start of the program, or what of the running program does it. */
  changedBy: text().notNull(),
  why: text().notNull().default(''),
  way: text({ enum: ['console', 'command', 'file', 'start', 'team', 'program'] }).notNull(),
  /** Real time. */
  changedAt: instant().notNull(),
};

/** What operators decide (architecture, "Configuration is versioned documents"). Append-only. */
export const configVersions = pgTable(
  'config_versions',
  {
    name: text({ enum: ['registry', 'settings', 'draw', 'grants', 'teams'] }).notNull(),
    serial: integer().notNull(),
    /** JSON text, so that a revert is equal byte for byte. */
    document: text().notNull(),
    /** The serial that a revert restored. */
    reverts: integer(),
    ...changed,
    /** By the database's clock: what has to last so long must not hang on the clock of one machine. */
    storedAt: instant().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.name, table.serial] })],
);

/** Published releases. Immutable, except where they are served from. */
export const releases = pgTable(
  'releases',
  {
    name: text().notNull(),
    version: text().notNull(),
    /** Absolute, with a trailing slash; files of the description are relative to it. */
    baseUrl: text().notNull(),
    description: jsonb().$type<unknown>().notNull(),
    ...changed,
  },
  (table) => [primaryKey({ columns: [table.name, table.version] })],
);

/** Append-only. A remote's latest row is its `latest` release. */
export const promotions = pgTable(
  'promotions',
  {
    id: serial().primaryKey(),
    name: text().notNull(),
    version: text().notNull(),
    kind: text({ enum: ['publish', 'promote', 'rollback'] }).notNull(),
    ...changed,
  },
  (table) => [
    index('promotions_name').on(table.name, table.id),
    foreignKey({ columns: [table.name, table.version], foreignColumns: [releases.name, releases.version] }),
  ],
);

/** Operators' looks at personal data, exports, imports and shipments. Append-only, but for what an import counts. */
export const operatorActions = pgTable(
  'operator_actions',
  {
    id: serial().primaryKey(),
    action: text().notNull(),
    /** Such as a user's id or a count; never a phone, an address or a code. */
    subject: text().notNull().default(''),
    ...changed,
    /** `feed`: another system, by the bearer token of operations. */
    way: text({ enum: ['console', 'command', 'file', 'start', 'team', 'program', 'feed'] }).notNull(),
  },
  (table) => [index('operator_actions_changed').on(table.changedAt)],
);

/** One-time links to the operators' pages, by the SHA-256 of their key. */
export const operatorLinks = pgTable('operator_links', {
  keyHash: text().primaryKey(),
  /** Whose session it begins. */
  operator: text().notNull().default(''),
  expiresAt: instant().notNull(),
  usedAt: instant(),
});

/** Sessions of the operators' pages, by the SHA-256 of their id. */
export const operatorSessions = pgTable(
  'operator_sessions',
  {
    idHash: text().primaryKey(),
    data: jsonb().$type<unknown>().notNull(),
    expiresAt: instant().notNull(),
  },
  (table) => [index('operator_sessions_expires').on(table.expiresAt)],
);

/** A team's signed request counts once. */
export const teamRequests = pgTable(
  'team_requests',
  {
    /** The team's name and the request's id. */
    id: text().primaryKey(),
    usedAt: instant().notNull(),
  },
  (table) => [index('team_requests_used').on(table.usedAt)],
);

/** By fingerprint. A revoked key verifies nothing, also when a version of the teams that names it is restored. */
export const revokedTeamKeys = pgTable('revoked_team_keys', {
  keyId: text().primaryKey(),
  ...changed,
});

/** Files of a release that its team uploaded, in the object store. */
export const uploadedReleases = pgTable(
  'uploaded_releases',
  {
    name: text().notNull(),
    version: text().notNull(),
    /** What the store has, by file (`uploaded-releases/stored-file.ts`). */
    files: jsonb().$type<unknown>().notNull(),
    /** Where it was served when it was uploaded. The release's own address is another once it has moved. */
    baseUrl: text().notNull().default(''),
    /** In the store, with the compressed forms. */
    bytes: bigint({ mode: 'number' }).notNull().default(0),
    uploadedAt: instant().notNull(),
    /** When the sweep last found that pages get it, or may get it again. */
    neededAt: instant(),
    /** When the sweep removed its files. */
    removedAt: instant(),
  },
  (table) => [primaryKey({ columns: [table.name, table.version] })],
);

/**
 * Objects of the store that belong to no release: of an upload until it is committed, of one that was cut off, of a
 * release that the sweep removes. The row is written before the first object and removed after the last.
 */
export const unusedReleaseObjects = pgTable(
  'unused_release_objects',
  {
    id: text().primaryKey(),
    keys: jsonb().$type<unknown>().notNull(),
    /** Real time. They are removed from then on. */
    dueAt: instant().notNull(),
  },
  (table) => [index('unused_release_objects_due').on(table.dueAt)],
);

/** Public halves of the keys that processes sign identities for teams' backends with. Private halves stay in memory. */
/** One row (`page-id-key.ts`). */
export const pageIdKey = pgTable(
  'page_id_key',
  { id: integer().primaryKey().default(1), key: text().notNull() },
  (table) => [check('page_id_key_single', sql`${table.id} = 1`)],
);

export const identityKeys = pgTable('identity_keys', {
  keyId: text().primaryKey(),
  publicJwk: jsonb().$type<unknown>().notNull(),
  expiresAt: instant().notNull(),
});

/** A build of the host that processes serve, or served not long ago (`host-builds/`). */
export const hostBuilds = pgTable('host_builds', {
  /** Hash of its files. */
  id: text().primaryKey(),
  /** When a process last said that it serves it. */
  servedAt: instant().notNull(),
});

/** Its files whose name has a hash of their content, and their compressed forms: a row each. */
export const hostFiles = pgTable(
  'host_files',
  {
    build: text()
      .notNull()
      .references(() => hostBuilds.id, { onDelete: 'cascade' }),
    /** Path, such as `assets/hall-DpOqU1t1.css`. */
    file: text().notNull(),
    encoding: text().$type<'identity' | 'br' | 'gzip'>().notNull(),
    /** Of `content`, as `release.json` writes it. */
    integrity: text().notNull(),
    content: bytes().notNull(),
  },
  (table) => [primaryKey({ columns: [table.build, table.file, table.encoding] })],
);

/** A developer's remote inside this host, for one visit (docs/contract.md, "Inside a running host"). */
export const previews = pgTable('previews', {
  /** SHA-256 of the id that the team's kit keeps. */
  idHash: text().primaryKey(),
  team: text().notNull(),
  /** Made the last request for it; without this key it ends. */
  keyId: text().notNull().default(''),
  /** SHA-256 of what the link holds that opens it once. */
  linkHash: text(),
  /** SHA-256 of what the visit's cookie holds. `null`: not opened yet. */
  visitHash: text(),
  name: text().notNull(),
  /** The release is served from here, such as `http://localhost:5199/`. */
  baseUrl: text().notNull(),
  description: jsonb().$type<unknown>().notNull(),
  expiresAt: instant().notNull(),
  updatedAt: instant(),
});
