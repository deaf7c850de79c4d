import { campaignTerms } from '@fridge/shared-contracts/activities/campaign';
import { cleanField } from '@fridge/shared-contracts/activities/contest';
import { drawTerms } from '@fridge/shared-contracts/activities/draw';
import { canaryShareEntries, registryEntrySchema, type TrackingEventName } from '@fridge/shared-contracts/host';
import * as v from 'valibot';
import { prizeStates } from '../activities/draw/prize-state.ts';
import { isoInShanghai } from '../clock.ts';
import { householdRowSchema, rowKinds } from '../households/household-rows.ts';
import { canarySchema } from '../registry/registry-document.ts';
import { DESCRIPTION_BYTES } from '../registry/release-source.ts';
import { documentNames, MAX_DOCUMENT_BYTES } from '../configuration/documents.ts';
import { MOST_WEIGHT } from '../configuration/draw-limits.ts';
import type { Services } from '../services.ts';

export { type DocumentName, documentNames, MAX_DOCUMENT_BYTES } from '../configuration/documents.ts';
export { MOST_WEIGHT } from '../configuration/draw-limits.ts';
export { MOST_STEP_MINUTES } from '@fridge/shared-contracts/host';
export { REPORT_BYTES } from '../activities/report/report-fields.ts';

/**
 * The operator socket's protocol: one JSON request per line, one JSON answer per line, in order. What exceeds a limit
 * per request is sent in parts.
 */
export const CODES_AT_ONCE = 10_000;
export const REPORTS_AT_ONCE = 500;
export const HOUSEHOLD_ROWS_AT_ONCE = 1_000;
export const AUDIT_ROWS_AT_ONCE = 1_000;
export const WORKS_AT_ONCE = 100;
export const PRIZES_AT_ONCE = 1_000;
export const SHIPMENTS_AT_ONCE = 200;
export const DRAWS_VERIFIED_AT_ONCE = 10_000;
export const VERSIONS_AT_ONCE = 100;

export { prizeStates };
/** Time and id of a part's last prize. */
export const PRIZE_CURSOR = /^\d{1,15}\.[\w-]{1,64}$/;

export const workLists = ['pending', 'approved', 'rejected', 'decided', 'all'] as const;
export const workKinds = ['recipe', 'photoShare'] as const;
export const MOST_SEARCH = 50;
/** Works that one request looks through. */
export const SEARCHED_AT_ONCE = 100_000;
/** Sort key and id of a part's last work. */
export const WORK_CURSOR = /^\d{1,15}\.[\da-z]{1,40}$/;
/** A decision may be undone, and is hidden from its author, this long. */
export const UNDO_SECONDS = 10;
/** Of usage events. */
export const RETENTION_DAYS = 30;
/** Of what became of releases on page views. */
export const VIEWS_KEPT_DAYS = 14;
const REASON_CHARACTERS = 200;
/** Of who does something, and of why. */
export const MOST_NAME = 40;
export const MOST_REASON = 400;

/** Who takes canaries back, in the history: the program itself. */
export const ROLL_BACK_AUTHOR = 'roll-back';

/** Only the coupon's pool has a daily cap. */
export const couponPools = [
  'coupon',
  ...campaignTerms.allowanceKinds.map((kind) => `allowance.${kind}` as const),
] as const;
export type CouponPool = (typeof couponPools)[number];

/** A refused command changes nothing; `error` gives the reason and remedy. */
export const operatorAnswerSchema = v.variant('ok', [
  v.object({ ok: v.literal(true), data: v.unknown() }),
  v.object({ ok: v.literal(false), error: v.string() }),
]);
export type OperatorAnswer = v.InferOutput<typeof operatorAnswerSchema>;

/** The message tells the operator why, and what would work. */
export class CommandRefused extends Error {
  override name = 'CommandRefused';
}

/** Existing day as `YYYY-MM-DD`. */
export function isCalendarDay(day: string): boolean {
  const midnight = /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(day);
}

const day = v.pipe(v.string(), v.check(isCalendarDay, 'a day such as 2023-08-01'));
const integer = v.pipe(v.number(), v.integer());
const positive = v.pipe(integer, v.minValue(1));
const count = v.pipe(integer, v.minValue(0), v.maxValue(1_000_000_000));
const limit = (most: number, initial = most) => v.optional(v.pipe(positive, v.maxValue(most)), initial);
const line = v.pipe(
  v.string(),
  v.transform((sent) => cleanField(sent, 'one')),
);
const prizeLevel = v.picklist(drawTerms.prizeLevels);

/** `day`: business time in China; `before`: the previous part's `next`. */
const auditFilter = v.object({
  user: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(200))),
  day: v.optional(day),
  before: v.optional(positive),
  limit: limit(AUDIT_ROWS_AT_ONCE),
});

const id = v.pipe(v.string(), v.regex(/^[\da-z]{1,40}$/, "a work's id, as works.list shows it"));
const by = v.pipe(line, v.minLength(1, 'a name'), v.maxLength(MOST_NAME, `at most ${MOST_NAME} characters`));
/** Of every command that is written down: who, and why. */
export const doneBy = { by, why: v.optional(v.pipe(line, v.maxLength(MOST_REASON)), '') };
const decision = {
  id,
  revision: v.optional(integer),
  /** Hidden from its author and undone so long; 0: final at once. */
  holdSeconds: v.optional(v.pipe(integer, v.minValue(0), v.maxValue(60)), UNDO_SECONDS),
  by,
};

const prizeFilter = {
  state: v.optional(v.picklist(prizeStates)),
  user: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(200))),
  level: v.optional(prizeLevel),
  limit: limit(PRIZES_AT_ONCE, 100),
  after: v.optional(v.pipe(v.string(), v.regex(PRIZE_CURSOR, 'the next of the part before'))),
};

const eventName = v.picklist(['pageView', 'click', 'failure', 'open', 'vitals'] satisfies TrackingEventName[]);

const [text, number] = [v.string(), v.number()];
const [optionalText, optionalNumber] = [v.nullable(text), v.nullable(number)];
/** Shanghai time, of the business clock unless noted; a handler gives the `Date`. */
const time = v.union([text, v.pipe(v.date(), v.transform(isoInShanghai))]);

/** `codesLeft`: unassigned codes; `null` for shipped prizes. */
const listedDraw = v.object({
  weightsVersion: number,
  outcomes: v.array(
    v.object({
      level: number,
      giftName: text,
      isVirtual: v.boolean(),
      weight: number,
      stock: optionalNumber,
      issued: number,
      codesLeft: optionalNumber,
    }),
  ),
});

/**
 * Audits are newest first and without codes, so they can be passed on. `next`: cursor of the next part, or `null`.
 * `realAt`: real clock.
 */
const auditOf = <Entries extends v.ObjectEntries>(entries: Entries) =>
  v.object({
    next: optionalNumber,
    rows: v.array(v.object({ id: number, at: time, realAt: time, userId: text, ...entries })),
  });

/** `today`: cap and count; `null` without a daily cap. */
const listedCoupons = v.object({
  day: text,
  pools: v.array(
    v.object({
      name: text,
      giftName: text,
      cap: number,
      issued: number,
      dailyCap: optionalNumber,
      today: v.nullable(v.object({ cap: number, issued: number })),
    }),
  ),
});

/** Without phones and device. Pictures are names for `works.picture`; `prize`: its `drawId2`; `decisions`: newest first, `reason` of a rejection or the prize level. */
const listedWork = v.object({
  id: text,
  kind: v.picklist(workKinds),
  status: v.picklist(['pending', 'approved', 'rejected']),
  revision: number,
  userId: text,
  nickName: text,
  cookName: text,
  desc: text,
  cookTime: text,
  materials: text,
  tips: text,
  images: v.array(text),
  steps: v.array(v.object({ picture: optionalText, stepDesc: text })),
  mark: text,
  prize: number,
  addedAt: time,
  submittedAt: time,
  decisions: v.array(
    v.object({
      decision: v.picklist(['approved', 'rejected', 'undone', 'prize']),
      reason: text,
      by: text,
      at: time,
      revision: number,
    }),
  ),
});

/**
 * `state`: see `prizeState`; `work`: of a contest prize; `deadline`: of the address, or to redeem. `phone` is the
 * recipient's, masked.
 */
const listedPrizeEntries = {
  id: text,
  state: v.picklist(prizeStates),
  level: number,
  giftName: text,
  userId: text,
  work: optionalText,
  wonAt: time,
  deadline: time,
  phone: text,
  shippedAt: v.nullable(time),
  carrier: optionalText,
  trackingNumber: optionalText,
};
/** `who`: an id, a phone or a fridge's id, in this order; `full`: with the whole phone. */
const userAsked = v.object({
  who: v.pipe(line, v.minLength(1, 'an id, a phone or a fridge'), v.maxLength(64, 'at most 64 characters')),
  full: v.optional(v.boolean(), false),
  ...doneBy,
});

/**
 * No code, secret, recipient or address. `phone`: `null` without one; `chancesLeft`: `null` if there never was any;
 * `draws`, `prizes` and `works`: the latest.
 */
const shownUser = v.object({
  foundBy: v.picklist(['id', 'phone', 'fridge']),
  account: v.object({
    userId: text,
    phone: optionalText,
    nickName: text,
    grid: text,
    supply: text,
    realNameVerified: v.boolean(),
  }),
  homes: v.array(
    v.object({
      homeId: text,
      fridges: v.array(v.object({ fridgeId: text, sn8: text, spec: text, name: text, hasReport: v.boolean() })),
    }),
  ),
  chancesLeft: optionalNumber,
  drawsInAll: number,
  draws: v.array(v.object({ requestId: text, level: optionalNumber, giftName: text, drawnAt: time })),
  grants: v.array(v.object({ id: text, kind: text, giftName: text, grantedAt: time, deadline: time })),
  prizesInAll: number,
  prizes: v.array(
    v.object({
      id: text,
      level: number,
      giftName: text,
      state: v.picklist(prizeStates),
      wonAt: time,
      deadline: time,
      shippedAt: v.nullable(time),
      carrier: optionalText,
      trackingNumber: optionalText,
    }),
  ),
  worksInAll: number,
  works: v.array(
    v.object({
      id: text,
      kind: v.picklist(workKinds),
      status: v.picklist(['pending', 'approved', 'rejected']),
      cookName: text,
      mark: text,
      prize: number,
      submittedAt: time,
    }),
  ),
});
export type ShownUser = v.InferOutput<typeof shownUser>;

const counted = { added: count, changed: count, removed: count };
const ids = v.pipe(v.array(v.string()), v.maxLength(HOUSEHOLD_ROWS_AT_ONCE));

/**
 * A part of an import. `importId`: of the part before, `null` for the first; `before`: what the parts before have done.
 * `assumed`: in a dry run, accounts and homes that the parts before would have added.
 */
const householdPart = v.object({
  rows: v.pipe(v.array(householdRowSchema), v.minLength(1), v.maxLength(HOUSEHOLD_ROWS_AT_ONCE)),
  importId: v.optional(v.nullable(positive), null),
  before: v.optional(v.object(counted), { added: 0, changed: 0, removed: 0 }),
  dryRun: v.optional(v.boolean(), false),
  assumed: v.optional(v.object({ accounts: ids, homes: ids }), { accounts: [], homes: [] }),
  ...doneBy,
});
export type HouseholdPart = v.InferOutput<typeof householdPart>;

/**
 * Rows from 1. `waiting` for an account or a home that isn't there; `importId`: `null` of a dry run; `phonesMoved`:
 * taken from another account.
 */
const importedHouseholdPart = v.object({
  importId: optionalNumber,
  counts: v.object(v.entriesFromList(rowKinds, v.object({ ...counted, unchanged: count }))),
  phonesMoved: count,
  waiting: v.array(number),
  rejected: v.array(v.object({ row: number, reason: text })),
});
export type ImportedHouseholdPart = v.InferOutput<typeof importedHouseholdPart>;
const remoteName = v.pipe(v.string(), v.maxLength(100));
const releaseVersion = v.pipe(v.string(), v.maxLength(100));
const changeOf = <Entries extends v.ObjectEntries>(entries: Entries) =>
  v.object({ ...entries, by: text, why: text, way: text, at: time });

const canarySteps = v.object({ percent: number, minutes: number });
/** A release for `percent` of the visitors, which grows by itself as `steps` say. */
const runningCanary = v.object({ release: text, percent: number, steps: v.optional(canarySteps) });

/**
 * `release`: as operators wrote it; `version`, `entry`: what pages get, `null` if they can't open it. `entry` of the
 * canary: `null` while its visitors get the stable release. `gaveWay`: what was decided and has no effect, and why.
 */
const listedRemote = v.object({
  name: text,
  enabled: v.boolean(),
  release: text,
  canary: v.nullable(v.object({ ...runningCanary.entries, entry: v.nullable(registryEntrySchema) })),
  version: optionalText,
  entry: v.nullable(registryEntrySchema),
  problems: v.array(text),
  gaveWay: v.array(text),
});
const teamName = v.pipe(v.string(), v.maxLength(100));
const teamFields = {
  remotes: v.array(v.pipe(v.string(), v.maxLength(100))),
  origins: v.array(v.pipe(v.string(), v.maxLength(300))),
  backend: v.nullable(v.pipe(v.string(), v.maxLength(300))),
};
const publicKey = v.pipe(
  v.string(),
  v.regex(/^[\w-]{43}$/, 'an Ed25519 key of 43 characters, as remote-kit key prints it'),
);
/** `version`: what pages get of the remote, `null` for none. */
const shownTeam = v.object({
  name: text,
  remotes: v.array(v.object({ name: text, version: optionalText, pinned: v.boolean(), enabled: v.boolean() })),
  origins: v.array(text),
  backend: optionalText,
  keys: v.array(v.object({ id: text, publicKey: text, revoked: v.boolean() })),
});
export type ShownTeam = v.InferOutput<typeof shownTeam>;
const documentName = v.picklist(documentNames);
/** `at`: real time; `reverts`: the serial that a revert restored. */
const listedVersion = {
  name: documentName,
  serial: number,
  by: text,
  why: text,
  way: v.picklist(['console', 'command', 'file', 'start', 'team', 'program']),
  at: time,
  reverts: optionalNumber,
};
const listedDifferences = v.array(
  v.object({ path: text, before: v.optional(v.unknown()), after: v.optional(v.unknown()) }),
);

/** Each command's fields, and its answer: what a handler gives beside these fields isn't sent. */
export const operatorCommands = {
  'draw.list': { fields: v.object({}), answer: listedDraw },
  /** Level 0: "thanks"; stock `null`: unlimited. Fields left out stay unchanged. */
  'draw.set': {
    fields: v.object({
      changes: v.pipe(
        v.array(
          v.strictObject({
            level: v.picklist([0, ...drawTerms.prizeLevels]),
            weight: v.optional(v.pipe(count, v.maxValue(MOST_WEIGHT))),
            stock: v.optional(v.nullable(count)),
          }),
        ),
        v.minLength(1),
        v.check((changes) => new Set(changes.map(({ level }) => level)).size === changes.length, 'each level once'),
      ),
      ...doneBy,
    }),
    answer: listedDraw,
  },
  'draw.importCodes': {
    fields: v.object({
      level: prizeLevel,
      codes: v.pipe(
        v.array(v.strictObject({ code: v.string(), pwd: v.string() })),
        v.minLength(1),
        v.maxLength(CODES_AT_ONCE),
      ),
      source: v.optional(v.pipe(line, v.maxLength(200)), ''),
      importId: v.optional(optionalNumber, null),
      /** Returns the expected result; changes nothing. */
      dryRun: v.optional(v.boolean(), false),
      ...doneBy,
    }),
    /** Rows from 1. `importId`: `null` if nothing was imported. */
    answer: v.object({
      importId: optionalNumber,
      imported: number,
      rejected: v.array(v.object({ row: number, reason: v.picklist(['malformed', 'repeated', 'known']) })),
    }),
  },
  /** Newest first. `given`: assigned codes. */
  'draw.imports': {
    fields: v.object({}),
    answer: v.array(
      v.object({
        id: number,
        level: number,
        giftName: text,
        source: text,
        imported: number,
        given: number,
        at: time,
        takenBackAt: v.nullable(time),
      }),
    ),
  },
  'draw.takeBack': {
    fields: v.object({ importId: positive, ...doneBy }),
    answer: v.object({ removed: number, draw: listedDraw }),
  },
  /** `hitLevel`: by the roll; `givenLevel`: 0 for "thanks". */
  'draw.audit': {
    fields: auditFilter,
    answer: auditOf({
      requestId: text,
      roll: number,
      totalWeight: number,
      weightsVersion: number,
      hitLevel: number,
      givenLevel: number,
      stockLeft: optionalNumber,
    }),
  },
  /** In the order of ids, after one. `notKept`: older than the first kept weights. `wrong`: rows that don't hold. */
  'draw.verify': {
    fields: v.object({ after: v.optional(integer, 0), limit: limit(DRAWS_VERIFIED_AT_ONCE) }),
    answer: v.object({
      checked: number,
      notKept: number,
      wrong: v.array(v.object({ id: number, userId: text, requestId: text, problem: text })),
      next: optionalNumber,
    }),
  },
  'coupons.list': { fields: v.object({}), answer: listedCoupons },
  /** `dailyCap`: per day of business time in China; `null`: none. */
  'coupons.set': {
    fields: v.object({
      pool: v.picklist(couponPools),
      cap: v.optional(count),
      dailyCap: v.optional(v.nullable(count)),
      ...doneBy,
    }),
    answer: listedCoupons,
  },
  'coupons.audit': {
    fields: auditFilter,
    answer: auditOf({ pool: text, poolIssued: number, day: text, dayIssued: optionalNumber, cause: text }),
  },
  'works.list': {
    fields: v.object({
      /** `pending`: oldest first; `all`: latest submission first; others: latest decision first. */
      show: v.optional(v.picklist(workLists), 'pending'),
      /** A part of the title or of the author's name, in either case; or a whole work or user id. */
      search: v.optional(
        v.pipe(line, v.minLength(1, 'a word'), v.maxLength(MOST_SEARCH, `at most ${MOST_SEARCH} characters`)),
      ),
      kind: v.optional(v.picklist(workKinds)),
      user: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(200))),
      /** Days of submission, both included, of business time in China. */
      since: v.optional(day),
      until: v.optional(day),
      limit: limit(WORKS_AT_ONCE),
      after: v.optional(v.pipe(v.string(), v.regex(WORK_CURSOR, 'the next of the part before'))),
    }),
    /** `pending`: length of the queue, in any list. `next`: cursor of the next part, also after a part without a work. */
    answer: v.object({ pending: number, works: v.array(listedWork), next: optionalText }),
  },
  'works.place': {
    fields: v.object({ id }),
    answer: v.object({ pending: number, index: number, count: number, before: optionalText, after: optionalText }),
  },
  'works.show': { fields: v.object({ id }), answer: listedWork },
  'works.approve': { fields: v.object(decision), answer: listedWork },
  'works.reject': {
    fields: v.object({
      ...decision,
      /** Shown to the author; if empty, the page asks to complete the work. */
      reason: v.pipe(
        v.string(),
        v.transform((sent) => cleanField(sent)),
        v.maxLength(REASON_CHARACTERS, `at most ${REASON_CHARACTERS} characters`),
      ),
    }),
    answer: listedWork,
  },
  'works.undo': { fields: v.object({ id, by }), answer: listedWork },
  'works.prize': { fields: v.object({ id, level: prizeLevel, by }), answer: listedWork },
  /** A link that opens the review page once, within ten minutes, for this operator. */
  'works.review': { fields: v.object(doneBy), answer: v.object({ link: text }) },
  'works.picture': {
    fields: v.object({ name: v.pipe(v.string(), v.regex(/^[\da-f]{32}\.jpg$/)) }),
    answer: v.object({ base64: text }),
  },
  /** Wheel and contest, the latest first. `next`: cursor of the next part. */
  'prizes.list': {
    fields: v.object(prizeFilter),
    answer: v.object({ prizes: v.array(v.object(listedPrizeEntries)), next: optionalText }),
  },
  /**
   * The same with recipients, for shipping and questions. The first part writes down the look, and its `look` continues
   * it; `total` counts all parts, as the first one was read.
   */
  'prizes.recipients': {
    fields: v.object({
      ...prizeFilter,
      purpose: v.picklist(['list', 'export']),
      look: v.optional(positive),
      by,
      why: v.pipe(line, v.minLength(1, 'a reason'), v.maxLength(MOST_REASON)),
    }),
    answer: v.object({
      look: number,
      total: number,
      prizes: v.array(v.object({ ...listedPrizeEntries, name: text, address: text })),
      next: optionalText,
    }),
  },
  /** Each row on its own: good ones count, others are rejected by number. */
  'prizes.ship': {
    fields: v.object({
      shipments: v.pipe(
        v.array(v.strictObject({ id: v.string(), carrier: v.string(), trackingNumber: v.string() })),
        v.minLength(1),
        v.maxLength(SHIPMENTS_AT_ONCE),
      ),
      ...doneBy,
      /** Gives shipped prizes another carrier and number; with a reason. */
      correct: v.optional(v.boolean(), false),
      /** Returns the expected result; changes nothing. */
      dryRun: v.optional(v.boolean(), false),
      ...doneBy,
    }),
    /** Rows from 1. `unchanged`: shipped with the same number before. */
    answer: v.object({
      shipped: number,
      unchanged: number,
      rejected: v.array(v.object({ row: number, reason: text })),
    }),
  },
  /** Objects of `fridgeId` and report fields; others are rejected by number. */
  'report.import': {
    fields: v.object({
      reports: v.pipe(v.array(v.unknown()), v.minLength(1), v.maxLength(REPORTS_AT_ONCE)),
      /** A later part of an import, which is written down with its first. */
      continued: v.optional(v.boolean(), false),
      ...doneBy,
    }),
    answer: v.object({ imported: number, added: number, rejected: v.array(v.object({ row: number, reason: text })) }),
  },
  'users.show': { fields: userAsked, answer: shownUser },
  /** Looks at personal data, exports, imports and shipments; `user`: about this user. `day` and `at`: real time. */
  'actions.audit': {
    fields: auditFilter,
    answer: v.object({
      next: optionalNumber,
      rows: v.array(v.object({ id: number, at: time, action: text, subject: text, by: text, why: text, way: text })),
    }),
  },
  'households.import': { fields: householdPart, answer: importedHouseholdPart },
  /** `unlisted`: remotes with releases that the document doesn't name, which pages therefore don't get. */
  'registry.list': {
    fields: v.object({}),
    answer: v.object({
      serial: number,
      remotes: v.array(listedRemote),
      unlisted: v.array(text),
    }),
  },
  'registry.switch': { fields: v.object({ name: remoteName, enabled: v.boolean(), ...doneBy }), answer: listedRemote },
  /** `release`: a version, or `latest`. `ended`: the canary that the pin ended. */
  'registry.pin': {
    fields: v.object({ name: remoteName, release: releaseVersion, ...doneBy }),
    answer: v.object({ ...listedRemote.entries, ended: v.nullable(runningCanary) }),
  },
  /** Starts a canary, or changes the one of this release: without steps it no longer grows by itself. */
  'registry.canary': {
    fields: v.object({ name: remoteName, canary: canarySchema, ...doneBy }),
    answer: listedRemote,
  },
  'registry.endCanary': {
    fields: v.object({ name: remoteName, ...doneBy }),
    answer: v.object({ ...listedRemote.entries, ended: runningCanary }),
  },
  /** Without `release`: that of the canary. `from`: what pages got; `ended`: the canary, if it was of this release. */
  'registry.promote': {
    fields: v.object({ name: remoteName, release: v.optional(releaseVersion), ...doneBy }),
    answer: v.object({
      name: text,
      version: text,
      contract: text,
      from: optionalText,
      promoted: v.boolean(),
      inForce: optionalText,
      pinned: v.boolean(),
      ended: v.nullable(runningCanary),
    }),
  },
  /**
   * Newest first. `baseUrl`: where its files are. `percent`: of the visitors, who get it as the canary. `removedAt`: when
   * the files of an uploaded one were removed; pages can't get it.
   */
  'registry.releases': {
    fields: v.object({ name: remoteName }),
    answer: v.array(
      changeOf({
        version: text,
        contract: text,
        baseUrl: text,
        isInForce: v.boolean(),
        percent: optionalNumber,
        removedAt: v.nullable(time),
      }),
    ),
  },
  /** Ends the canary, or promotes the release that was in force before (`promotes`). */
  'registry.rollback': {
    fields: v.object({ name: remoteName, ...doneBy }),
    answer: v.object({ from: text, to: text, ended: v.nullable(runningCanary), promotes: v.boolean() }),
  },
  /** Switches, pins, canaries and promotions, newest first; of one remote, or of all. */
  'registry.history': {
    fields: v.object({ name: v.optional(remoteName), limit: limit(1_000, 50) }),
    answer: v.array(changeOf({ name: text, change: text })),
  },
  /**
   * `expected`: the release.json that the address has to serve. `promote`: `null` for a new version only. `canary`: gives
   * it to a part of the visitors and promotes nothing.
   */
  'registry.publish': {
    fields: v.object({
      address: v.pipe(
        v.string(),
        v.maxLength(2_000),
        v.regex(/^https?:\/\//, 'an address such as https://draw.example/1.4.0/'),
        v.url(),
      ),
      expected: v.optional(v.pipe(v.string(), v.maxLength(DESCRIPTION_BYTES))),
      dryRun: v.optional(v.boolean(), false),
      move: v.optional(v.boolean(), false),
      promote: v.optional(v.nullable(v.boolean()), null),
      canary: v.optional(v.nullable(v.strictObject(canaryShareEntries)), null),
      ...doneBy,
    }),
    /** `inForce`: the version that pages get now; `canary`: that of the remote. */
    answer: v.object({
      name: text,
      version: text,
      contract: text,
      outcome: v.picklist(['published', 'unchanged', 'moved']),
      promoted: v.boolean(),
      inForce: optionalText,
      pinned: v.boolean(),
      canary: v.nullable(runningCanary),
      files: number,
      bytes: number,
    }),
  },
  'teams.list': { fields: v.object({}), answer: v.array(shownTeam) },
  'teams.show': { fields: v.object({ name: teamName }), answer: shownTeam },
  'teams.add': {
    fields: v.object({ name: teamName, ...teamFields, publicKey: v.optional(publicKey), ...doneBy }),
    answer: shownTeam,
  },
  /** Fields left out stay unchanged. */
  'teams.set': {
    fields: v.object({
      name: teamName,
      remotes: v.optional(teamFields.remotes),
      origins: v.optional(teamFields.origins),
      backend: v.optional(teamFields.backend),
      ...doneBy,
    }),
    answer: shownTeam,
  },
  'teams.addKey': { fields: v.object({ name: teamName, publicKey, ...doneBy }), answer: shownTeam },
  /** At once, and for good: no other version of the document brings a revoked key back. */
  'teams.revokeKey': {
    fields: v.object({ name: teamName, keyId: v.pipe(v.string(), v.maxLength(100)), ...doneBy }),
    answer: shownTeam,
  },
  /** Its releases stay. The answer: the team as it was. */
  'teams.remove': { fields: v.object({ name: teamName, ...doneBy }), answer: shownTeam },
  /** Newest first; `total`: all. `at`: the page's time. */
  'events.list': {
    fields: v.object({ limit: limit(1_000, 50), name: v.optional(eventName) }),
    answer: v.object({
      total: number,
      events: v.array(
        v.object({
          id: text,
          event: eventName,
          page: text,
          name: optionalText,
          remote: optionalText,
          version: optionalText,
          phase: optionalText,
          reason: optionalText,
          phases: v.nullable(v.record(text, number)),
          vitals: v.optional(v.nullable(v.record(text, v.optional(number))), null),
          at: time,
          receivedAt: time,
        }),
      ),
    }),
  },
  /** `unfit`: the latest version, if this program can't use it; `fileRefused`: why its file doesn't count. */
  'config.list': {
    fields: v.object({}),
    answer: v.array(
      v.object({
        ...listedVersion,
        unfit: v.nullable(v.object({ serial: number, faults: v.array(text) })),
        fileRefused: optionalText,
      }),
    ),
  },
  /** `file`: as a file, whose first field is the serial. */
  'config.show': {
    fields: v.object({ name: documentName, serial: v.optional(positive) }),
    answer: v.object({ ...listedVersion, document: text, file: text }),
  },
  'config.diff': {
    fields: v.object({ name: documentName, from: v.optional(positive), to: v.optional(positive) }),
    answer: v.object({ from: number, to: number, differences: listedDifferences }),
  },
  /** Newest first. `fields`: paths of what each changed. `next`: the `before` of the next part. */
  'config.history': {
    fields: v.object({ name: documentName, before: v.optional(positive), limit: limit(VERSIONS_AT_ONCE, 20) }),
    answer: v.object({
      versions: v.array(v.object({ ...listedVersion, fields: v.array(text) })),
      next: optionalNumber,
    }),
  },
  /** `expected`: instead of the file's serial. `dryRun`: refuses what would be refused, and changes nothing. */
  'config.apply': {
    fields: v.object({
      name: documentName,
      file: v.pipe(v.string(), v.maxBytes(MAX_DOCUMENT_BYTES)),
      expected: v.optional(positive),
      dryRun: v.optional(v.boolean(), false),
      ...doneBy,
    }),
    answer: v.object({ ...listedVersion, differences: listedDifferences }),
  },
  'config.revert': {
    fields: v.object({ name: documentName, serial: positive, expected: v.optional(positive), ...doneBy }),
    answer: v.object(listedVersion),
  },
  /**
   * Of a file's text, or of the document in force, which has a serial. `wrong`: what refuses it; `doubtful`: fields
   * without effect, the rest counts; `set`: paths of all fields.
   */
  'settings.check': {
    fields: v.object({ text: v.optional(v.pipe(v.string(), v.maxBytes(MAX_DOCUMENT_BYTES))) }),
    answer: v.object({ serial: optionalNumber, wrong: v.array(text), doubtful: v.array(text), set: v.array(text) }),
  },
  /** Of page views with a signed id. `pages`: such views; `failureRate`: of attempts; `phases`: milliseconds. */
  'usage.read': {
    fields: v.object({ days: v.optional(v.pipe(positive, v.maxValue(RETENTION_DAYS)), 7) }),
    answer: v.object({
      days: number,
      events: number,
      truncated: v.boolean(),
      pages: number,
      releases: v.array(
        v.object({
          remote: text,
          version: text,
          opens: number,
          failed: number,
          failureRate: optionalNumber,
          crashed: number,
          phases: v.record(text, v.object({ p50: number, p90: number, p99: number })),
        }),
      ),
    }),
  },
  /**
   * Of page views with a signed id, for each release that pages got, those in force first. `failed`: views with a failure
   * of it, `failures` by their first; `load` in milliseconds, `lcp`, `inp` and `cls` at the 75th percentile, where pages
   * measured them.
   */
  'health.show': {
    fields: v.object({
      name: remoteName,
      hours: v.optional(v.pipe(positive, v.maxValue(VIEWS_KEPT_DAYS * 24)), 24),
    }),
    answer: v.object({
      name: text,
      hours: number,
      truncated: v.boolean(),
      releases: v.array(
        v.object({
          version: text,
          state: v.picklist(['stable', 'canary', 'earlier']),
          /** Of a canary. */
          percent: optionalNumber,
          views: number,
          visitors: number,
          opens: number,
          failed: number,
          failures: v.array(v.object({ phase: text, reason: text, views: number })),
          load: v.nullable(v.object({ p50: number, p75: number, p95: number })),
          lcp: optionalNumber,
          inp: optionalNumber,
          cls: optionalNumber,
        }),
      ),
    }),
  },
  /** Of the process that answers. Without database facts when it doesn't answer; `newest`: in the database. */
  'server.status': {
    fields: v.object({}),
    answer: v.object({
      instance: text,
      database: v.object({
        kind: v.picklist(['pglite', 'postgresql']),
        reachable: v.boolean(),
        bytes: v.optional(number),
        oldestTransactionSeconds: v.optional(optionalNumber),
        migrations: v.optional(v.object({ applied: number, pending: v.array(text) })),
      }),
      disk: v.array(v.object({ holds: text, folder: text, freeBytes: number, totalBytes: number })),
      review: v.nullable(v.object({ pending: number, oldestSeconds: optionalNumber })),
      /** In the object store; `bytes` with the compressed forms. */
      uploadedReleases: v.nullable(v.object({ releases: number, bytes: number })),
      upkeep: v.array(
        v.object({
          job: text,
          doneSecondsAgo: optionalNumber,
          failedSecondsAgo: optionalNumber,
          failures: number,
        }),
      ),
      configuration: v.array(v.object({ document: text, serial: number, newest: optionalNumber })),
    }),
  },
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

/** Runs a command. @throws CommandRefused */
export type CommandHandler<C extends OperatorCommand> = (
  request: ParsedRequest<C>,
  services: Services,
) => Promise<v.InferInput<Commands[C]['answer']>>;

export type ListedDraw = OperatorData<'draw.list'>;
export type ImportedCodes = OperatorData<'draw.importCodes'>;
export type ListedImports = OperatorData<'draw.imports'>;
export type ListedCoupons = OperatorData<'coupons.list'>;
export type ServerStatus = OperatorData<'server.status'>;
export type Usage = OperatorData<'usage.read'>;
export type Health = OperatorData<'health.show'>;
export type ImportedReports = OperatorData<'report.import'>;
export type ListedVersion = OperatorData<'config.list'>[number];
export type ListedDifferences = OperatorData<'config.diff'>['differences'];
export type ListedWork = OperatorData<'works.show'>;
export type ListedWorks = OperatorData<'works.list'>;
export type ListedPrizes = OperatorData<'prizes.list'>;
export type WorkPlace = OperatorData<'works.place'>;

export const operatorRequestSchema = v.variant(
  'command',
  Object.entries(operatorCommands).map(([command, { fields }]) =>
    v.strictObject({ command: v.literal(command), ...(fields.entries as v.ObjectEntries) }),
  ),
) as v.GenericSchema<unknown, ParsedRequest>; // the table's types are lost in `entries`

/** Above any request or answer. */
const MAX_LINE_BYTES = 64 * 1024 * 1024;

export class LineTooLong extends Error {
  override name = 'LineTooLong';
}

/**
 * Splits at line feeds only, with a length limit; `readline` has other separators and no limit. Drops an unterminated
 * rest.
 * @throws LineTooLong
 */
export async function* linesOf(stream: AsyncIterable<Buffer>, mostBytes = MAX_LINE_BYTES): AsyncGenerator<string> {
  let parts: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    let rest = chunk;
    for (let end = rest.indexOf(0x0a); end >= 0; end = rest.indexOf(0x0a)) {
      yield Buffer.concat([...parts, rest.subarray(0, end)]).toString('utf8');
      rest = rest.subarray(end + 1);
      parts = [];
      bytes = 0;
    }
    parts.push(rest);
    bytes += rest.length;
    if (bytes > mostBytes) throw new LineTooLong(`a line of more than ${mostBytes} bytes`);
  }
}
