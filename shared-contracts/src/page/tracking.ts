import * as v from 'valibot';
import { matching, number, textUpTo, uuid, wholeNumber } from '../contract/fields.ts';
import { relativeFile } from '../contract/route.ts';
import { releaseVersionSchema, remoteNameSchema } from './registry.ts';
import { fixedParameters, PAGE_ID } from './tracking-parameters.ts';
import { MESSAGE_CHARACTERS, withoutValues } from './without-values.ts';

/** A known route, or `unknown`: also for one with as many digits in a row as a phone has. */
const page = matching(/^(?:(?!.*\d{11})\/[\w/-]{0,63}|unknown)$/);
/** That a release may have: one that events couldn't name would never be judged. */
const version = v.union([v.picklist(['development', 'unknown']), releaseVersionSchema]);

const failurePhase = v.picklist([
  'settings',
  'registry',
  'contract',
  'origin',
  'entry',
  'activity',
  'screen',
  'styles',
  /** The screen isn't as its release's markup said. Its users had it, so it counts as no failure of the release. */
  'markup',
  'render',
  'callback',
  'call',
  'share',
  'shell',
]);
export type FailurePhase = v.InferOutput<typeof failurePhase>;

const failureReason = v.picklist([
  'timeout',
  'network',
  /** A file arrived, but isn't the published one. */
  'integrity',
  'missing',
  'malformed',
  'outdated',
  'tooNew',
  'foreign',
  'threw',
  'undeclared',
  'unprepared',
  'moved',
]);
export type FailureReason = v.InferOutput<typeof failureReason>;

/** As thrown, in a file of the release. */
const place = v.strictObject({
  file: v.pipe(relativeFile, v.maxLength(200)),
  line: wholeNumber(1, 1_000_000),
  column: wholeNumber(1, 10_000_000),
});
export type ThrownPlace = v.InferOutput<typeof place>;

/** A page sends it without values. Nothing else keeps a forged one, or one of another page, from having them. */
const message = v.pipe(textUpTo(MESSAGE_CHARACTERS), v.transform(withoutValues));

const remote = v.union([v.picklist(['host', 'unknown']), remoteNameSchema]);

/** Of opening an activity, in this order; styles load beside entry and screen (`load-screen.ts` of the host). */
export const openPhases = ['entry', 'screen', 'styles', 'render'] as const;
/** Whole milliseconds; each phase has a limit far below. */
const phaseTime = wholeNumber(0, 60_000);

/** `id` identifies repeats; `pageId` the page view; `at` is real time in milliseconds. */
const envelope = {
  id: uuid,
  pageId: v.optional(matching(PAGE_ID)),
  at: wholeNumber(0),
  appType: v.literal(fixedParameters.appType),
  widgetCategory: v.literal(fixedParameters.widgetCategory),
  module: v.literal(fixedParameters.module),
  widgetName: v.literal(fixedParameters.widgetName),
  widgetVersion: v.literal(fixedParameters.widgetVersion),
};

/** Unknown fields refuse the event. */
// @__NO_SIDE_EFFECTS__
const event = <const Name extends string, Entries extends v.ObjectEntries>(name: Name, entries: Entries) =>
  v.strictObject({ ...envelope, event: v.literal(name), ...entries });

/** Names of pages, buttons and remotes, no user data. */
export const trackingEventSchemas = {
  pageView: event('pageView', { page }),
  click: event('click', {
    page,
    /** `EventWord` at runtime. */
    name: v.pipe(matching(/^[A-Za-z]+(?:[._-][A-Za-z]+){0,7}$/), v.maxLength(64)),
  }),
  /** A refusal, failed load, incompatible release or crash. */
  failure: event('failure', {
    page,
    remote,
    version,
    phase: failurePhase,
    reason: failureReason,
    /** Where an error was thrown, as far as its stack tells, and what it says. */
    place: v.optional(place),
    message: v.optional(message),
  }),
  /** A screen of an activity was loaded and drawn. */
  open: event('open', {
    page,
    remote,
    version,
    phases: v.strictObject(v.entriesFromList(openPhases, phaseTime)),
  }),
  /**
   * Once for each release that a view of the page opened. `load`: from the navigation's start, or from the route
   * change, until its first screen was drawn. The Web Vitals are those of the release that the page opened with.
   */
  vitals: event('vitals', {
    page,
    remote,
    version,
    load: v.optional(phaseTime),
    lcp: v.optional(phaseTime),
    inp: v.optional(phaseTime),
    /** Layout shift has no unit; 10 is far beyond any page's. */
    cls: v.optional(v.pipe(number, v.minValue(0), v.maxValue(10))),
  }),
} as const;
export type TrackingEventName = keyof typeof trackingEventSchemas;
/** Whole milliseconds; `cls` without a unit. What the engine doesn't measure is missing. */
export type Vitals = Pick<TrackingEvents['vitals'], 'load' | 'lcp' | 'inp' | 'cls'>;
/** What the program that reports it gives. */
export type TrackingEvents = {
  [E in TrackingEventName]: Omit<v.InferOutput<(typeof trackingEventSchemas)[E]>, keyof typeof envelope | 'event'>;
};

export const trackedEventSchema = v.variant('event', Object.values(trackingEventSchemas));
export type TrackedEvent = v.InferOutput<typeof trackedEventSchema>;
