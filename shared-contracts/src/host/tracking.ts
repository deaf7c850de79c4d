import * as v from 'valibot';
import { remoteNames } from './registry.ts';

/** What every usage event says of this product (spec section 7, "Tracking"), to the letter. */
export const fixedParameters = {
  appType: 'fridge',
  widgetCategory: 'CA',
  module: 'plugin',
  widgetName: 'T0xCA',
  widgetVersion: '4.0.6',
} as const;

/** `EventWord` at runtime, for what reaches the host from a remote and the server from a page. */
const word = v.pipe(v.string(), v.regex(/^[A-Za-z]+(?:[._-][A-Za-z]+){0,7}$/), v.maxLength(64));
/** The path of a route that is known, or a word for one that isn't; no route of the product has a digit. */
const page = v.pipe(v.string(), v.regex(/^(?:\/[A-Za-z/-]{0,63}|unknown)$/));
const version = v.pipe(v.string(), v.regex(/^(?:\d{1,3}(?:\.\d{1,3}){1,2}(?:[-+][\w.-]{1,24})?|development|unknown)$/));

/** Where opening or running an activity failed. */
export const failurePhases = ['settings', 'registry', 'contract', 'origin', 'entry', 'activity', 'screen', 'styles', 'render', 'callback', 'call', 'share', 'shell'] as const;
export type FailurePhase = (typeof failurePhases)[number];

/** Why, as far as a page can tell. */
export const failureReasons = ['timeout', 'network', 'missing', 'malformed', 'outdated', 'tooNew', 'foreign', 'threw', 'undeclared', 'unprepared'] as const;
export type FailureReason = (typeof failureReasons)[number];

const remote = v.picklist([...remoteNames, 'host', 'unknown']);

/** Every event and what it carries: names of pages, buttons and remotes, never anything of a user. */
export const trackingEventSchemas = {
  pageView: v.strictObject({ page }),
  click: v.strictObject({ page, name: word }),
  /** A refusal, a failed load, an incompatible release or a crash. */
  failure: v.strictObject({ page, remote, version, phase: v.picklist(failurePhases), reason: v.picklist(failureReasons) }),
} as const;
export type TrackingEventName = keyof typeof trackingEventSchemas;
export type TrackingEvents = { [E in TrackingEventName]: v.InferOutput<(typeof trackingEventSchemas)[E]> };

/** One event on the wire. `id` is new for each and tells a repeated one; `at` is real time in milliseconds. */
export type TrackedEvent = { [E in TrackingEventName]: { id: string; event: E; at: number } & typeof fixedParameters & TrackingEvents[E] }[TrackingEventName];

const fixed = v.object({
  appType: v.literal(fixedParameters.appType),
  widgetCategory: v.literal(fixedParameters.widgetCategory),
  module: v.literal(fixedParameters.module),
  widgetName: v.literal(fixedParameters.widgetName),
  widgetVersion: v.literal(fixedParameters.widgetVersion),
});
const envelope = { id: v.pipe(v.string(), v.uuid()), at: v.pipe(v.number(), v.integer(), v.minValue(0)) };

/** Reads one event of a batch. Fields it doesn't know refuse it: nothing may ride along. */
export const trackedEventSchema = v.variant('event', [
  v.strictObject({ ...envelope, event: v.literal('pageView'), ...fixed.entries, ...trackingEventSchemas.pageView.entries }),
  v.strictObject({ ...envelope, event: v.literal('click'), ...fixed.entries, ...trackingEventSchemas.click.entries }),
  v.strictObject({ ...envelope, event: v.literal('failure'), ...fixed.entries, ...trackingEventSchemas.failure.entries }),
]);

/** At most so many events in one `POST /track`. */
export const TRACK_BATCH = 50;
