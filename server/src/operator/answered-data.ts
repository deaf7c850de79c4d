import type { TrackingEventName } from '@fridge/shared-contracts/host';
import * as v from 'valibot';

/** Answers of operator commands (`protocol.ts`). Times are Shanghai's, of the business clock unless noted. */

const [text, number] = [v.string(), v.number()];
const [optionalText, optionalNumber] = [v.nullable(text), v.nullable(number)];

export const eventName = v.picklist(['pageView', 'click', 'failure'] satisfies TrackingEventName[]);

/** A refused command changes nothing; `error` gives the reason and remedy. */
export const operatorAnswerSchema = v.variant('ok', [
  v.object({ ok: v.literal(true), data: v.unknown() }),
  v.object({ ok: v.literal(false), error: text }),
]);
export type OperatorAnswer = v.InferOutput<typeof operatorAnswerSchema>;

/** `codesLeft`: unassigned codes; `null` for shipped prizes. */
export const listedDrawSchema = v.object({
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
export type ListedDraw = v.InferOutput<typeof listedDrawSchema>;

/** Rows from 1. `importId`: `null` if nothing was imported. A dry run returns the expected result. */
export const importedCodesSchema = v.object({
  importId: optionalNumber,
  imported: number,
  rejected: v.array(v.object({ row: number, reason: v.picklist(['malformed', 'repeated', 'known']) })),
});
export type ImportedCodes = v.InferOutput<typeof importedCodesSchema>;

/** Newest first. `given`: assigned codes. */
export const listedImportsSchema = v.array(
  v.object({
    id: number,
    level: number,
    giftName: text,
    source: text,
    imported: number,
    given: number,
    at: text,
    takenBackAt: optionalText,
  }),
);
export type ListedImports = v.InferOutput<typeof listedImportsSchema>;

export const takenBackSchema = v.object({ removed: number, draw: listedDrawSchema });
export type TakenBack = v.InferOutput<typeof takenBackSchema>;

/**
 * Audits are newest first and without codes, so they can be passed on. `next`: cursor of the next part, or `null`.
 * `realAt`: real clock.
 */
const auditOf = <Entries extends v.ObjectEntries>(entries: Entries) =>
  v.object({
    next: optionalNumber,
    rows: v.array(v.object({ id: number, at: text, realAt: text, userId: text, ...entries })),
  });

/** `hitLevel`: by the roll; `givenLevel`: 0 for "thanks". */
export const drawAuditSchema = auditOf({
  requestId: text,
  roll: number,
  totalWeight: number,
  weightsVersion: number,
  hitLevel: number,
  givenLevel: number,
  stockLeft: optionalNumber,
});
export type DrawAudit = v.InferOutput<typeof drawAuditSchema>;

export const couponAuditSchema = auditOf({
  pool: text,
  poolIssued: number,
  day: text,
  dayIssued: optionalNumber,
  cause: text,
});
export type CouponAudit = v.InferOutput<typeof couponAuditSchema>;

/** `today`: cap and count; `null` without a daily cap. */
export const listedCouponsSchema = v.object({
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
export type ListedCoupons = v.InferOutput<typeof listedCouponsSchema>;

export const importedReportsSchema = v.object({
  imported: number,
  added: number,
  rejected: v.array(v.object({ row: number, reason: text })),
});
export type ImportedReports = v.InferOutput<typeof importedReportsSchema>;

/** Newest first; `total`: all. `at`: the page's time. */
export const listedEventsSchema = v.object({
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
      at: text,
      receivedAt: text,
    }),
  ),
});

/** `reason`: of a rejection, or the prize level. */
const decisionSchema = v.object({
  decision: v.picklist(['approved', 'rejected', 'undone', 'prize']),
  reason: text,
  by: text,
  at: text,
  revision: number,
});

/**
 * Without phones and device. Pictures are names for `works.picture`; `prize`: its `drawId2`; `decisions`: newest first.
 */
export const listedWorkSchema = v.object({
  id: text,
  kind: v.picklist(['recipe', 'photoShare']),
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
  addedAt: text,
  submittedAt: text,
  decisions: v.array(decisionSchema),
});
export type ListedWork = v.InferOutput<typeof listedWorkSchema>;

/** `pending`: length of the queue, in any list. `next`: cursor of the next part. */
export const listedWorksSchema = v.object({ pending: number, works: v.array(listedWorkSchema), next: optionalText });
export type ListedWorks = v.InferOutput<typeof listedWorksSchema>;

export const workPlaceSchema = v.object({
  pending: number,
  index: number,
  count: number,
  before: optionalText,
  after: optionalText,
});
export type WorkPlace = v.InferOutput<typeof workPlaceSchema>;

export const pictureSchema = v.object({ base64: text });
