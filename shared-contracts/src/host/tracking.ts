import * as v from 'valibot';
import { remoteNameSchema } from './registry.ts';

/** In every usage event, exactly as specified (spec section 7, "Tracking"). */
export const fixedParameters = {
  appType: 'fridge',
  widgetCategory: 'CA',
  module: 'plugin',
  widgetName: 'T0xCA',
  widgetVersion: '4.0.6',
} as const;

/** `EventWord` at runtime. */
const word = v.pipe(v.string(), v.regex(/^[A-Za-z]+(?:[._-][A-Za-z]+){0,7}$/), v.maxLength(64));
/** A known route, or `unknown`; no route has a digit. */
const page = v.pipe(v.string(), v.regex(/^(?:\/[A-Za-z/-]{0,63}|unknown)$/));
const version = v.pipe(v.string(), v.regex(/^(?:\d{1,3}(?:\.\d{1,3}){1,2}(?:[-+][\w.-]{1,24})?|development|unknown)$/));

const failurePhases = [
  'settings',
  'registry',
  'contract',
  'origin',
  'entry',
  'activity',
  'screen',
  'styles',
  'render',
  'callback',
  'call',
  'share',
  'shell',
] as const;
export type FailurePhase = (typeof failurePhases)[number];

const failureReasons = [
  'timeout',
  'network',
  'missing',
  'malformed',
  'outdated',
  'tooNew',
  'foreign',
  'threw',
  'undeclared',
  'unprepared',
] as const;
export type FailureReason = (typeof failureReasons)[number];

const remote = v.union([v.picklist(['host', 'unknown']), remoteNameSchema]);

/** Names of pages, buttons and remotes, no user data. */
export const trackingEventSchemas = {
  pageView: v.strictObject({ page }),
  click: v.strictObject({ page, name: word }),
  /** A refusal, failed load, incompatible release or crash. */
  failure: v.strictObject({
    page,
    remote,
    version,
    phase: v.picklist(failurePhases),
    reason: v.picklist(failureReasons),
  }),
} as const;
export type TrackingEventName = keyof typeof trackingEventSchemas;
export type TrackingEvents = { [E in TrackingEventName]: v.InferOutput<(typeof trackingEventSchemas)[E]> };

/** `id` identifies repeats; `at` is real time in milliseconds. */
const envelope = {
  id: v.pipe(v.string(), v.uuid()),
  at: v.pipe(v.number(), v.integer(), v.minValue(0)),
  appType: v.literal(fixedParameters.appType),
  widgetCategory: v.literal(fixedParameters.widgetCategory),
  module: v.literal(fixedParameters.module),
  widgetName: v.literal(fixedParameters.widgetName),
  widgetVersion: v.literal(fixedParameters.widgetVersion),
};

/** Unknown fields refuse the event. */
export const trackedEventSchema = v.variant('event', [
  v.strictObject({ ...envelope, event: v.literal('pageView'), ...trackingEventSchemas.pageView.entries }),
  v.strictObject({ ...envelope, event: v.literal('click'), ...trackingEventSchemas.click.entries }),
  v.strictObject({ ...envelope, event: v.literal('failure'), ...trackingEventSchemas.failure.entries }),
]);
export type TrackedEvent = v.InferOutput<typeof trackedEventSchema>;

/** Events per `POST /track`. */
export const TRACK_BATCH = 50;
