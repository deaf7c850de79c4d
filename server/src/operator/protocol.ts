import { campaignTerms } from '@fridge/shared-contracts/activities/campaign';
import { cleanField } from '@fridge/shared-contracts/activities/contest';
import { drawTerms } from '@fridge/shared-contracts/activities/draw';
import * as v from 'valibot';
import {
  couponAuditSchema, drawAuditSchema, eventName, importedCodesSchema, importedReportsSchema, listedCouponsSchema,
  listedDrawSchema, listedEventsSchema, listedImportsSchema, listedWorkSchema, listedWorksSchema, pictureSchema,
  takenBackSchema, workPlaceSchema,
} from './answered-data.ts';

export { REPORT_BYTES } from '../activities/report/report-fields.ts';
export * from './answered-data.ts';
export { linesOf } from './lines.ts';

/**
 * The operator socket's protocol: one JSON request per line, one JSON answer per line, in order. What exceeds a limit
 * per request is sent in parts.
 */
export const CODES_AT_ONCE = 10_000;
export const REPORTS_AT_ONCE = 500;
export const AUDIT_ROWS_AT_ONCE = 1_000;
export const WORKS_AT_ONCE = 100;

export const workLists = ['pending', 'approved', 'rejected', 'decided'] as const;
/** Sort key and id of a part's last work. */
export const WORK_CURSOR = /^\d{1,15}\.[\da-z]{1,40}$/;
/** A decision may be undone, and is hidden from its author, this long. */
export const UNDO_SECONDS = 10;
const REASON_CHARACTERS = 200;

/** Only the coupon's pool has a daily cap. */
export const couponPools = ['coupon', ...campaignTerms.allowanceKinds.map((kind) => `allowance.${kind}` as const)] as const;
export type CouponPool = (typeof couponPools)[number];

/** Existing day as `YYYY-MM-DD`. */
export function isCalendarDay(text: string): boolean {
  const midnight = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(text);
}

const integer = v.pipe(v.number(), v.integer());
const positive = v.pipe(integer, v.minValue(1));
const count = v.pipe(integer, v.minValue(0), v.maxValue(1_000_000_000));
const limit = (most: number, initial = most) => v.optional(v.pipe(positive, v.maxValue(most)), initial);

/** Level 0: "thanks"; stock `null`: unlimited. Fields left out stay unchanged. */
const drawChangeSchema = v.strictObject({
  level: v.picklist([0, ...drawTerms.prizeLevels]),
  weight: v.optional(v.pipe(count, v.maxValue(1_000_000))),
  stock: v.optional(v.nullable(count)),
});
export type DrawChange = v.InferOutput<typeof drawChangeSchema>;

/** `day`: business time in China; `before`: the previous part's `next`. */
const auditFilter = {
  user: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(200))),
  day: v.optional(v.pipe(v.string(), v.check(isCalendarDay, 'a day such as 2023-08-01'))),
  before: v.optional(positive),
  limit: limit(AUDIT_ROWS_AT_ONCE),
};

const id = v.pipe(v.string(), v.regex(/^[\da-z]{1,40}$/, "a work's id, as works.list shows it"));
const by = v.pipe(
  v.string(),
  v.transform((name) => cleanField(name, 'one')),
  v.minLength(1, 'a name'),
  v.maxLength(40, 'at most 40 characters'),
);
const decision = {
  id,
  revision: v.optional(integer),
  holdSeconds: v.optional(v.pipe(integer, v.minValue(0), v.maxValue(60)), 0),
  by,
};

export const operatorCommands = {
  'draw.list': { fields: v.object({}), answer: listedDrawSchema },
  'draw.set': {
    fields: v.object({
      changes: v.pipe(
        v.array(drawChangeSchema),
        v.minLength(1),
        v.check((changes) => new Set(changes.map(({ level }) => level)).size === changes.length, 'each level once'),
      ),
    }),
    answer: listedDrawSchema,
  },
  'draw.importCodes': {
    fields: v.object({
      level: v.picklist(drawTerms.prizeLevels),
      codes: v.pipe(v.array(v.strictObject({ code: v.string(), pwd: v.string() })), v.minLength(1), v.maxLength(CODES_AT_ONCE)),
      source: v.optional(v.pipe(v.string(), v.transform((name) => cleanField(name, 'one')), v.maxLength(200)), ''),
      importId: v.optional(v.nullable(v.number()), null),
      /** Returns the expected result; changes nothing. */
      dryRun: v.optional(v.boolean(), false),
    }),
    answer: importedCodesSchema,
  },
  'draw.imports': { fields: v.object({}), answer: listedImportsSchema },
  'draw.takeBack': { fields: v.object({ importId: positive }), answer: takenBackSchema },
  'draw.audit': { fields: v.object(auditFilter), answer: drawAuditSchema },
  'coupons.list': { fields: v.object({}), answer: listedCouponsSchema },
  /** `dailyCap`: per day of business time in China; `null`: none. */
  'coupons.set': {
    fields: v.object({ pool: v.picklist(couponPools), cap: v.optional(count), dailyCap: v.optional(v.nullable(count)) }),
    answer: listedCouponsSchema,
  },
  'coupons.audit': { fields: v.object(auditFilter), answer: couponAuditSchema },
  'works.list': {
    fields: v.object({
      /** `pending`: oldest first; others: latest decision first. */
      show: v.optional(v.picklist(workLists), 'pending'),
      limit: limit(WORKS_AT_ONCE),
      after: v.optional(v.pipe(v.string(), v.regex(WORK_CURSOR, 'the next of the part before'))),
    }),
    answer: listedWorksSchema,
  },
  'works.place': { fields: v.object({ id }), answer: workPlaceSchema },
  'works.show': { fields: v.object({ id }), answer: listedWorkSchema },
  'works.approve': { fields: v.object(decision), answer: listedWorkSchema },
  'works.reject': {
    fields: v.object({
      ...decision,
      /** Shown to the author; if empty, the page asks to complete the work. */
      reason: v.pipe(
        v.string(),
        v.transform((text) => cleanField(text)),
        v.maxLength(REASON_CHARACTERS, `at most ${REASON_CHARACTERS} characters`),
      ),
    }),
    answer: listedWorkSchema,
  },
  'works.undo': { fields: v.object({ id, by }), answer: listedWorkSchema },
  'works.prize': { fields: v.object({ id, level: v.picklist(drawTerms.prizeLevels), by }), answer: listedWorkSchema },
  'works.picture': {
    fields: v.object({ name: v.pipe(v.string(), v.regex(/^[\da-f]{32}\.jpg$/)) }),
    answer: pictureSchema,
  },
  /** Objects of `fridgeId` and report fields; others are rejected by number. */
  'report.import': {
    fields: v.object({ reports: v.pipe(v.array(v.unknown()), v.minLength(1), v.maxLength(REPORTS_AT_ONCE)) }),
    answer: importedReportsSchema,
  },
  'events.list': { fields: v.object({ limit: limit(1_000, 50), name: v.optional(eventName) }), answer: listedEventsSchema },
} as const satisfies Record<string, { fields: v.ObjectSchema<v.ObjectEntries, undefined>; answer: v.GenericSchema }>;

type Commands = typeof operatorCommands;
export type OperatorCommand = keyof Commands;

/** Fields with a default may be left out. */
export type OperatorRequest = {
  [C in OperatorCommand]: { command: C } & v.InferInput<Commands[C]['fields']>;
}[OperatorCommand];
export type ParsedRequest<C extends OperatorCommand = OperatorCommand> = {
  [Name in C]: { command: Name } & v.InferOutput<Commands[Name]['fields']>;
}[C];
export type OperatorData<C extends OperatorCommand> = v.InferOutput<Commands[C]['answer']>;

export const operatorRequestSchema = v.variant(
  'command',
  Object.entries(operatorCommands).map(([command, { fields }]) =>
    v.strictObject({ command: v.literal(command), ...(fields.entries as v.ObjectEntries) }),
  ),
) as v.GenericSchema<unknown, ParsedRequest>; // the table's types are lost in `entries`
