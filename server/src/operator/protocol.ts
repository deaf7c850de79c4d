import type { TrackingEventName } from '@fridge/shared-contracts';
import { drawTerms } from '@fridge/shared-contracts/activities/draw';
import * as v from 'valibot';

/**
 * What operators may ask of a running server, and what it answers: one JSON request per line of the operator socket,
 * one JSON answer per line, in order. The server and the command line read both by the schemas of this file.
 */

/** Codes that fit into one import; a longer list is sent in parts. */
export const CODES_AT_ONCE = 10_000;

const count = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000_000));
const eventName = v.picklist(['pageView', 'click', 'failure'] satisfies TrackingEventName[]);

/** Level 0 is "thanks"; a stock of `null` has no end. What a change doesn't name stays. */
export const drawChangeSchema = v.strictObject({
  level: v.picklist([0, ...drawTerms.prizeLevels]),
  weight: v.optional(v.pipe(count, v.maxValue(1_000_000))),
  stock: v.optional(v.nullable(count)),
});
export type DrawChange = v.InferOutput<typeof drawChangeSchema>;

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

/** What each command answers. */
export const operatorDataSchemas = {
  'draw.list': listedDrawSchema,
  'draw.set': listedDrawSchema,
  'draw.importCodes': importedCodesSchema,
  'events.list': listedEventsSchema,
} as const satisfies Record<ReadOperatorRequest['command'], v.GenericSchema>;
export type OperatorData = { [C in keyof typeof operatorDataSchemas]: v.InferOutput<(typeof operatorDataSchemas)[C]> };
