import type { TrackingEventName } from '@fridge/shared-contracts/host';
import { campaignTerms } from '@fridge/shared-contracts/activities/campaign';
import { cleanField } from '@fridge/shared-contracts/activities/contest';
import { drawTerms } from '@fridge/shared-contracts/activities/draw';
import * as v from 'valibot';
import {
  couponAuditSchema, drawAuditSchema, importedCodesSchema, importedReportsSchema, listedCouponsSchema, listedDrawSchema, listedEventsSchema, listedImportsSchema,
  listedWorkSchema, listedWorksSchema, pictureSchema, takenBackSchema, workPlaceSchema,
} from './answered-data.ts';

/**
 * What operators may ask of a running server, and what it answers: one JSON request per line of the operator socket,
 * one JSON answer per line, in order. The server and the command line read both by the schemas of this file.
 */

/** Codes that fit into one import; a longer list is sent in parts. */
export const CODES_AT_ONCE = 10_000;

/** Reports that fit into one import, and bytes that one line of it may have; a longer file is sent in parts. */
export const REPORTS_AT_ONCE = 500;
export { REPORT_BYTES } from '../activities/report/report-fields.ts';
export * from './answered-data.ts';
export { linesOf } from './lines.ts';

/** Rows of an audit that fit into one answer; more are asked for in parts. */
export const AUDIT_ROWS_AT_ONCE = 1_000;

const count = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000_000));
const eventName = v.picklist(['pageView', 'click', 'failure'] satisfies TrackingEventName[]);

/** Level 0 is "thanks"; a stock of `null` has no end. What a change doesn't name stays. */
export const drawChangeSchema = v.strictObject({
  level: v.picklist([0, ...drawTerms.prizeLevels]),
  weight: v.optional(v.pipe(count, v.maxValue(1_000_000))),
  stock: v.optional(v.nullable(count)),
});
export type DrawChange = v.InferOutput<typeof drawChangeSchema>;

/** The pools that the campaign grants from; only the coupon's has a cap of each day. */
export const couponPools = ['coupon', ...campaignTerms.allowanceKinds.map((kind) => `allowance.${kind}` as const)] as const;
export type CouponPool = (typeof couponPools)[number];

/** Whether a text is a day of the calendar as `YYYY-MM-DD`. */
export function isCalendarDay(text: string): boolean {
  const midnight = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(text);
}

/** Which rows of an audit: of one user, of one day of business time in China; `before`: the `next` of the part before. */
const auditFilter = {
  user: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(200))),
  day: v.optional(v.pipe(v.string(), v.check(isCalendarDay, 'a day such as 2023-08-01'))),
  before: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
  limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(AUDIT_ROWS_AT_ONCE)), AUDIT_ROWS_AT_ONCE),
};

/** Works that fit into one answer; more are asked for in parts. */
export const WORKS_AT_ONCE = 100;
export const workLists = ['pending', 'approved', 'rejected', 'decided'] as const;
/** Where a part of the works ends: the key of its last work, and its id. */
export const WORK_CURSOR = /^\d{1,15}\.[\da-z]{1,40}$/;

/** How long reviewers may undo a decision: its author doesn't see it before that. */
export const UNDO_SECONDS = 10;
const holdSeconds = v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(60)), 0);

/** A reason stands on the user's page beside the work. */
export const REASON_CHARACTERS = 200;
const workId = v.pipe(v.string(), v.regex(/^[\da-z]{1,40}$/, "a work's id, as works.list shows it"));
/** Who decides; it stands in the audit. */
const reviewer = v.pipe(v.string(), v.transform((name) => cleanField(name, 'one')), v.minLength(1, 'a name'), v.maxLength(40, 'at most 40 characters'));
/** What of the author's submissions was looked at; left out: whatever it is by now. */
const revision = v.optional(v.pipe(v.number(), v.integer()));

export const operatorRequestSchema = v.variant('command', [
  v.strictObject({ command: v.literal('draw.list') }),
  v.strictObject({
    command: v.literal('draw.set'),
    changes: v.pipe(
      v.array(drawChangeSchema),
      v.minLength(1),
      v.check((changes) => new Set(changes.map(({ level }) => level)).size === changes.length, 'each level once'),
    ),
  }),
  v.strictObject({
    command: v.literal('draw.importCodes'),
    level: v.picklist(drawTerms.prizeLevels),
    codes: v.pipe(v.array(v.strictObject({ code: v.string(), pwd: v.string() })), v.minLength(1), v.maxLength(CODES_AT_ONCE)),
    /** Name of the file, for whoever looks for the import later. */
    source: v.optional(v.pipe(v.string(), v.transform((name) => cleanField(name, 'one')), v.maxLength(200)), ''),
    /** The import that these codes go on with, when a file is sent in parts. */
    importId: v.optional(v.nullable(v.number()), null),
    /** Tells what would go in, and changes nothing. */
    dryRun: v.optional(v.boolean(), false),
  }),
  v.strictObject({ command: v.literal('draw.imports') }),
  /** Removes the codes of an import, if none of it was given to anybody. */
  v.strictObject({ command: v.literal('draw.takeBack'), importId: v.pipe(v.number(), v.integer(), v.minValue(1)) }),
  v.strictObject({ command: v.literal('draw.audit'), ...auditFilter }),
  v.strictObject({ command: v.literal('coupons.list') }),
  v.strictObject({
    command: v.literal('coupons.set'),
    pool: v.picklist(couponPools),
    cap: v.optional(count),
    /** Of each day of business time in China; `null`: no daily cap. */
    dailyCap: v.optional(v.nullable(count)),
  }),
  v.strictObject({ command: v.literal('coupons.audit'), ...auditFilter }),
  v.strictObject({
    command: v.literal('works.list'),
    /** `pending` is the queue, oldest first; the others tell the latest decisions first. */
    show: v.optional(v.picklist(workLists), 'pending'),
    limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(WORKS_AT_ONCE)), WORKS_AT_ONCE),
    /** The `next` of the part before. */
    after: v.optional(v.pipe(v.string(), v.regex(WORK_CURSOR, 'the next of the part before'))),
  }),
  v.strictObject({ command: v.literal('works.place'), id: workId }),
  v.strictObject({ command: v.literal('works.show'), id: workId }),
  v.strictObject({ command: v.literal('works.approve'), id: workId, revision, holdSeconds, by: reviewer }),
  v.strictObject({
    command: v.literal('works.reject'),
    id: workId,
    revision,
    holdSeconds,
    by: reviewer,
    /** May be empty: the page then asks to complete the work. */
    reason: v.pipe(v.string(), v.transform((text) => cleanField(text)), v.maxLength(REASON_CHARACTERS, `at most ${REASON_CHARACTERS} characters`)),
  }),
  v.strictObject({ command: v.literal('works.undo'), id: workId, by: reviewer }),
  v.strictObject({ command: v.literal('works.prize'), id: workId, level: v.picklist(drawTerms.prizeLevels), by: reviewer }),
  v.strictObject({ command: v.literal('works.picture'), name: v.pipe(v.string(), v.regex(/^[\da-f]{32}\.jpg$/)) }),
  v.strictObject({
    command: v.literal('report.import'),
    /** Each an object of `fridgeId` and the report's fields; what is none is told by its number. */
    reports: v.pipe(v.array(v.unknown()), v.minLength(1), v.maxLength(REPORTS_AT_ONCE)),
  }),
  v.strictObject({
    command: v.literal('events.list'),
    limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000)), 50),
    /** Only events of this name. */
    name: v.optional(eventName),
  }),
]);
export type OperatorRequest = v.InferInput<typeof operatorRequestSchema>;
export type ReadOperatorRequest = v.InferOutput<typeof operatorRequestSchema>;

/** What each command answers. */
export const operatorDataSchemas = {
  'draw.list': listedDrawSchema,
  'draw.set': listedDrawSchema,
  'draw.importCodes': importedCodesSchema,
  'draw.imports': listedImportsSchema,
  'draw.takeBack': takenBackSchema,
  'draw.audit': drawAuditSchema,
  'coupons.list': listedCouponsSchema,
  'coupons.set': listedCouponsSchema,
  'coupons.audit': couponAuditSchema,
  'works.list': listedWorksSchema,
  'works.show': listedWorkSchema,
  'works.place': workPlaceSchema,
  'works.approve': listedWorkSchema,
  'works.reject': listedWorkSchema,
  'works.undo': listedWorkSchema,
  'works.prize': listedWorkSchema,
  'works.picture': pictureSchema,
  'report.import': importedReportsSchema,
  'events.list': listedEventsSchema,
} as const satisfies Record<ReadOperatorRequest['command'], v.GenericSchema>;
export type OperatorData = { [C in keyof typeof operatorDataSchemas]: v.InferOutput<(typeof operatorDataSchemas)[C]> };
