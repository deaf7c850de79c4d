import type { TrackingEventName } from '@fridge/shared-contracts/host';
import * as v from 'valibot';

/** What a running server answers its operators, by command (see `protocol.ts`). Times are Shanghai's, of the business clock. */

const eventName = v.picklist(['pageView', 'click', 'failure'] satisfies TrackingEventName[]);

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

/**
 * `draw.importCodes`: good rows go in, bad ones are told by their number, counted from 1. `importId` names what went in,
 * `null` when nothing did; of a dry run `imported` is what would go in.
 */
export const importedCodesSchema = v.object({
  importId: v.nullable(v.number()),
  imported: v.number(),
  rejected: v.array(v.object({ row: v.number(), reason: v.picklist(['malformed', 'repeated', 'known']) })),
});
export type ImportedCodes = v.InferOutput<typeof importedCodesSchema>;

/** `draw.imports`, the latest first: how many codes went in, and how many of them were given to users since. */
export const listedImportsSchema = v.array(
  v.object({ id: v.number(), level: v.number(), giftName: v.string(), source: v.string(), imported: v.number(), given: v.number(), at: v.string(), takenBackAt: v.nullable(v.string()) }),
);
export type ListedImports = v.InferOutput<typeof listedImportsSchema>;

/** `draw.takeBack`: how many codes went, and the draw as it stands without them. */
export const takenBackSchema = v.object({ removed: v.number(), draw: listedDrawSchema });
export type TakenBack = v.InferOutput<typeof takenBackSchema>;

/**
 * `draw.audit`: draws as they came out, the latest first; `hitLevel` is what the roll fell on, `givenLevel` what the
 * user got, 0 for "thanks". No codes: an audit may be handed around. `next` is where the next part begins, if there is one.
 */
export const drawAuditSchema = v.object({
  next: v.nullable(v.number()),
  rows: v.array(
    v.object({
      id: v.number(),
      at: v.string(),
      realAt: v.string(),
      userId: v.string(),
      requestId: v.string(),
      roll: v.number(),
      totalWeight: v.number(),
      weightsVersion: v.number(),
      hitLevel: v.number(),
      givenLevel: v.number(),
      stockLeft: v.nullable(v.number()),
    }),
  ),
});
export type DrawAudit = v.InferOutput<typeof drawAuditSchema>;

/** `coupons.list` and `coupons.set`: `today` is the day's own cap and count, `null` for a pool without a daily one. */
export const listedCouponsSchema = v.object({
  day: v.string(),
  pools: v.array(
    v.object({
      name: v.string(),
      giftName: v.string(),
      cap: v.number(),
      issued: v.number(),
      dailyCap: v.nullable(v.number()),
      today: v.nullable(v.object({ cap: v.number(), issued: v.number() })),
    }),
  ),
});
export type ListedCoupons = v.InferOutput<typeof listedCouponsSchema>;

/** `coupons.audit`: grants, the latest first, with their place in the pool and in the day; no codes (see `draw.audit`). */
export const couponAuditSchema = v.object({
  next: v.nullable(v.number()),
  rows: v.array(
    v.object({
      id: v.number(),
      at: v.string(),
      realAt: v.string(),
      userId: v.string(),
      pool: v.string(),
      poolIssued: v.number(),
      day: v.string(),
      dayIssued: v.nullable(v.number()),
      cause: v.string(),
    }),
  ),
});
export type CouponAudit = v.InferOutput<typeof couponAuditSchema>;

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
const decisionSchema = v.object({ decision: v.picklist(['approved', 'rejected', 'undone', 'prize']), reason: v.string(), by: v.string(), at: v.string(), revision: v.number() });
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

/**
 * `works.list`: `pending` counts the queue whatever is shown. Works that were deleted since aren't among `decided`.
 * `next` is where the next part begins, if there is one.
 */
export const listedWorksSchema = v.object({ pending: v.number(), works: v.array(listedWorkSchema), next: v.nullable(v.string()) });
export type ListedWorks = v.InferOutput<typeof listedWorksSchema>;

/** `works.place`: how many works stand before it, how many there are, and the ids of its neighbours. */
export const workPlaceSchema = v.object({ pending: v.number(), index: v.number(), count: v.number(), before: v.nullable(v.string()), after: v.nullable(v.string()) });
export type WorkPlace = v.InferOutput<typeof workPlaceSchema>;

/** `works.picture`: the file, a JPEG. */
export const pictureSchema = v.object({ base64: v.string() });
