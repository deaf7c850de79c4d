import * as v from 'valibot';
import { versionText as kit } from '../contract/contract-version.ts';
import { boolean, number, sha256, text, textOrNull, textUpTo, uuid, wholeNumber } from '../contract/fields.ts';
import { healthHoursSchema, releaseHealthSchema } from './release-health.ts';

/** What a team may ask of the API with its key, and where each is sent, by POST. */
export const teamPaths = {
  publish: '/publish',
  canary: '/publish/canary',
  health: '/publish/health',
  releases: '/publish/releases',
  promote: '/publish/promote',
  rollback: '/publish/rollback',
  preview: '/publish/preview',
} as const;
export type TeamAction = keyof typeof teamPaths;
/** Each is the `sub` of a request's signature. */
export const teamActions = Object.keys(teamPaths) as TeamAction[]; // Object.keys forgets the key type

/**
 * Claims of `Authorization: Team <JWS>`, a compact JWS (EdDSA) whose header names the key's id as `kid`. Times are
 * seconds; hashes SHA-256 in hex.
 */
export const teamClaimsSchema = v.object({
  /** The team's name. */
  iss: text,
  /** The API's public origin: worth nothing at another. */
  aud: text,
  sub: v.picklist(teamActions),
  iat: v.pipe(number, v.integer()),
  /** Counts once. */
  jti: uuid,
  /** Of the JSON body, or of the field `request` of a multipart one. */
  body: sha256,
  /** Of `release.json`, where the body has one. */
  release: v.optional(sha256),
});
export type TeamClaims = v.InferOutput<typeof teamClaimsSchema>;

/** A week: longer than that is no timetable. */
export const MOST_STEP_MINUTES = 10_080;

/** Of the visitors who keep their cookie. */
export const canaryPercentSchema = wholeNumber(0, 100);

/** By how much a canary grows by itself, and how often. */
export const canaryStepsSchema = v.strictObject({
  percent: wholeNumber(1, 100),
  minutes: wholeNumber(1, MOST_STEP_MINUTES),
});

/** How many get a canary; without steps it stays as it is. */
export const canaryShareEntries = { percent: canaryPercentSchema, steps: v.optional(canaryStepsSchema) };

/** `percent`: what holds now. */
const runningCanary = v.object({ release: text, ...canaryShareEntries });
export type RunningCanary = v.InferOutput<typeof runningCanary>;
export type CanaryShare = Omit<RunningCanary, 'release'>;
/** Absent: none. */
const canary = v.nullish(runningCanary, null);

/** `null`: none. */
const versionOrNone = v.nullable(text);

const why = v.optional(textUpTo(500), '');
/** The same one again does it once and gets the same answer. */
const id = v.optional(uuid);
/** `release.json` as it was built, byte for byte. */
const release = text;
const address = v.pipe(text, v.url(), v.regex(/^https?:\/\/.*\/$/, 'an address that ends with a slash'));

/** Paths that users get now and won't any more. Since 1.2. */
const dropRoutes = v.optional(v.pipe(v.array(textUpTo(64)), v.maxLength(100)), []);

/** Body of each request. `kit`: the version that the kit speaks. */
export const teamRequestSchemas = {
  publish: v.object({
    kit,
    release,
    /** Where the files are served. `null`: they are in this request, as parts named by their paths. */
    baseUrl: v.nullable(address),
    /** `null`: a new version only. */
    promote: v.nullish(boolean, null),
    /**
     * Gives it to a part of the visitors, and promotes nothing. A version that visitors were given before is left as it
     * is; where they have none, all get it. Since 1.1.
     */
    canary: v.nullish(v.object(canaryShareEntries), null),
    /** Ends the canary of another version by it. Since 1.2. */
    replaceCanary: v.optional(boolean, false),
    dropRoutes,
    dryRun: v.optional(boolean, false),
    why,
  }),
  /** Since 1.1. `change`: `null` tells how it is, and changes nothing. */
  canary: v.object({
    kit,
    name: text,
    change: v.nullable(
      v.variant('kind', [
        /** Starts it, or changes the one of the same release; what is given is what holds. */
        v.object({ kind: v.literal('start'), ...runningCanary.entries }),
        v.object({ kind: v.literal('end') }),
      ]),
    ),
    why,
  }),
  /** Since 1.1. */
  health: v.object({ kit, name: text, hours: healthHoursSchema }),
  /** Since 1.2. */
  releases: v.object({ kit, name: text }),
  /** `version`: `null`, since 1.1: that of the canary; since 1.2 `1.1.0` is its only build. */
  promote: v.object({ kit, name: text, version: versionOrNone, dropRoutes, why, id }),
  rollback: v.object({ kit, name: text, why, id }),
  preview: v.object({ kit, release, baseUrl: address, id: textOrNull }),
} as const;

/** `data` of code 0. `canary`: that of the remote afterwards; `ended`: what the request ended. */
export const teamAnswerSchemas = {
  publish: v.object({
    name: text,
    version: text,
    outcome: v.picklist(['published', 'unchanged', 'moved']),
    promoted: boolean,
    /** What pages get, or would get after a dry run. */
    inForce: versionOrNone,
    pinned: boolean,
    baseUrl: text,
    files: number,
    bytes: number,
    canary,
    /** A link that shows a version which nobody gets, for a day. Since 1.2. */
    preview: v.nullish(text, null),
  }),
  canary: v.object({
    name: text,
    /** What everybody else gets. */
    stable: versionOrNone,
    canary,
    /** Before the request. */
    before: canary,
    /** Since the canary began, or of the last day. `failed`: visitors who met a failure; `opens`: page views. */
    outcomes: v.array(v.object({ version: text, visitors: number, failed: number, opens: number })),
    /** The latest changes, newest first. `way: 'program'`: what the server did by itself. `at`: milliseconds. */
    history: v.array(v.object({ change: text, by: text, way: text, why: text, at: number })),
  }),
  health: releaseHealthSchema,
  /** Newest first. `percent`: of the visitors, who get it as the canary; `at`: when it was published, in Shanghai. */
  releases: v.object({
    name: text,
    releases: v.array(
      v.object({
        version: text,
        contract: text,
        isInForce: boolean,
        percent: v.nullable(number),
        removedAt: versionOrNone,
        at: text,
        by: text,
        why: text,
      }),
    ),
  }),
  promote: v.object({ name: text, from: versionOrNone, to: text, canary, ended: canary }),
  /** It ends a running canary and leaves the rest as it is: `from` is the canary's release then, and `to` the other. */
  rollback: v.object({ name: text, from: text, to: text, ended: canary }),
  /** `id` repeats a preview with another build; `url` opens it in the host, once. */
  preview: v.object({ id: text, url: text, expiresAt: number }),
} as const;

/** `data` of any other code: every reason at once. `kit`: what the server speaks, since 1.1. */
export const teamRefusalSchema = v.object({ problems: v.array(text), kit: v.optional(kit) });
