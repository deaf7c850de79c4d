import type { TrackingEventName } from '@fridge/shared-contracts';
import { cleanField } from '@fridge/shared-contracts/activities/contest';
import { drawTerms } from '@fridge/shared-contracts/activities/draw';
import * as v from 'valibot';

/**
 * What operators may ask of a running server, and what it answers: one JSON request per line of the operator socket,
 * one JSON answer per line, in order. The server and the command line read both by the schemas of this file.
 */

/** Codes that fit into one import; a longer list is sent in parts. */
export const CODES_AT_ONCE = 10_000;

/** Reports that fit into one import, and bytes that one line of it may have; a longer file is sent in parts. */
export const REPORTS_AT_ONCE = 500;
export { REPORT_BYTES } from '../activities/report/report-fields.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000_000));
const eventName = v.picklist(['pageView', 'click', 'failure'] satisfies TrackingEventName[]);

/** Level 0 is "thanks"; a stock of `null` has no end. What a change doesn't name stays. */
export const drawChangeSchema = v.strictObject({
  level: v.picklist([0, ...drawTerms.prizeLevels]),
  weight: v.optional(v.pipe(count, v.maxValue(1_000_000))),
  stock: v.optional(v.nullable(count)),
});
export type DrawChange = v.InferOutput<typeof drawChangeSchema>;

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
  }),
  v.strictObject({
    command: v.literal('works.list'),
    /** `pending` is the queue, oldest first; `decided` tells the latest decisions first. */
    show: v.optional(v.picklist(['pending', 'approved', 'rejected', 'decided']), 'pending'),
    limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(500)), 100),
  }),
  v.strictObject({ command: v.literal('works.show'), id: workId }),
  v.strictObject({ command: v.literal('works.approve'), id: workId, revision, by: reviewer }),
  v.strictObject({
    command: v.literal('works.reject'),
    id: workId,
    revision,
    by: reviewer,
    /** May be empty: the page then asks to complete the work. */
    reason: v.pipe(v.string(), v.transform((text) => cleanField(text)), v.maxLength(REASON_CHARACTERS, `at most ${REASON_CHARACTERS} characters`)),
  }),
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

/** Whatever is refused has changed nothing; `error` says why, and what would work. */
export const operatorAnswerSchema = v.variant('ok', [
  v.object({ ok: v.literal(true), data: v.unknown() }),
  v.object({ ok: v.literal(false), error: v.string() }),
]);
export type OperatorAnswer = v.InferOutput<typeof operatorAnswerSchema>;

/** `draw.list` and `draw.set`: the draw as it stands. `codesLeft` counts codes not given yet, `null` where none are needed. */
export const listedDrawSchema = v.object({
  weightsVersion: v.number(),
  outcomes: v.array(
    v.object({
      level: v.number(),
      giftName: v.string(),
      isVirtual: v.boolean(),
      weight: v.number(),
      stock: v.nullable(v.number()),
      issued: v.number(),
      codesLeft: v.nullable(v.number()),
    }),
  ),
});
export type ListedDraw = v.InferOutput<typeof listedDrawSchema>;

/** `draw.importCodes`: good rows go in, bad ones are told by their number, counted from 1. */
export const importedCodesSchema = v.object({
  imported: v.number(),
  rejected: v.array(v.object({ row: v.number(), reason: v.picklist(['malformed', 'repeated', 'known']) })),
});
export type ImportedCodes = v.InferOutput<typeof importedCodesSchema>;

/** `report.import`: good rows go in, `added` of them for fridges without a report before; bad ones by number, counted from 1. */
export const importedReportsSchema = v.object({
  imported: v.number(),
  added: v.number(),
  rejected: v.array(v.object({ row: v.number(), reason: v.string() })),
});
export type ImportedReports = v.InferOutput<typeof importedReportsSchema>;

/** `events.list`: usage events, newest first, and how many there are in all; times are Shanghai's, `at` is the page's. */
export const listedEventsSchema = v.object({
  total: v.number(),
  events: v.array(
    v.object({
      id: v.string(),
      event: eventName,
      page: v.string(),
      name: v.nullable(v.string()),
      remote: v.nullable(v.string()),
      version: v.nullable(v.string()),
      phase: v.nullable(v.string()),
      reason: v.nullable(v.string()),
      at: v.string(),
      receivedAt: v.string(),
    }),
  ),
});
export type ListedEvents = v.InferOutput<typeof listedEventsSchema>;

const reviewStatus = v.picklist(['pending', 'approved', 'rejected']);

/** A decision on a work: what, by whom, and when (Shanghai's time of the business clock). `reason` is a prize's level too. */
const decisionSchema = v.object({ decision: v.picklist(['approved', 'rejected', 'prize']), reason: v.string(), by: v.string(), at: v.string(), revision: v.number() });
export type ListedDecision = v.InferOutput<typeof decisionSchema>;

/** A work as reviewers see it: no phone and no device. Pictures are names, for `works.picture`. `prize` is its `drawId2`. */
export const listedWorkSchema = v.object({
  id: v.string(),
  kind: v.picklist(['recipe', 'photoShare']),
  status: reviewStatus,
  revision: v.number(),
  userId: v.string(),
  nickName: v.string(),
  cookName: v.string(),
  desc: v.string(),
  cookTime: v.string(),
  materials: v.string(),
  tips: v.string(),
  images: v.array(v.string()),
  steps: v.array(v.object({ picture: v.nullable(v.string()), stepDesc: v.string() })),
  mark: v.string(),
  prize: v.number(),
  addedAt: v.string(),
  submittedAt: v.string(),
  /** The latest first. */
  decisions: v.array(decisionSchema),
});
export type ListedWork = v.InferOutput<typeof listedWorkSchema>;

/** `works.list`: `pending` counts the queue whatever is shown. Works that were deleted since aren't among `decided`. */
export const listedWorksSchema = v.object({ pending: v.number(), works: v.array(listedWorkSchema) });
export type ListedWorks = v.InferOutput<typeof listedWorksSchema>;

/** `works.picture`: the file, a JPEG. */
export const pictureSchema = v.object({ base64: v.string() });

/** What each command answers. */
export const operatorDataSchemas = {
  'draw.list': listedDrawSchema,
  'draw.set': listedDrawSchema,
  'draw.importCodes': importedCodesSchema,
  'works.list': listedWorksSchema,
  'works.show': listedWorkSchema,
  'works.approve': listedWorkSchema,
  'works.reject': listedWorkSchema,
  'works.prize': listedWorkSchema,
  'works.picture': pictureSchema,
  'report.import': importedReportsSchema,
  'events.list': listedEventsSchema,
} as const satisfies Record<ReadOperatorRequest['command'], v.GenericSchema>;
export type OperatorData = { [C in keyof typeof operatorDataSchemas]: v.InferOutput<(typeof operatorDataSchemas)[C]> };
