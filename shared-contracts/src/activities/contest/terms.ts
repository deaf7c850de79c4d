import { type ActivityWindow, windowStateOf } from '../../contract/windows.ts';
import { parseInstant } from '../../time/shanghai.ts';

/** Limits of the contest (spec sections 5 and 9), in characters as a reader counts them. Page and server read them here. */
export const contestTerms = {
  /** A recipe's title is required. */
  titleCharacters: 20,
  /** A recipe's content, at least and at most. */
  contentCharacters: { min: 100, max: 1000 },
  /** Pictures of a recipe, at least and at most. */
  recipeImages: { min: 2, max: 9 },
  /** Pictures of a photo share; the specification names the lower bound, the deck both. */
  photoShareImages: { min: 1, max: 9 },
  /** A photo share's content is required. */
  shareCharacters: 500,
  stepCharacters: 60,
  /** Not in the specification: optional, and bounded. */
  steps: 20,
  materialsCharacters: 300,
  tipsCharacters: 300,
  /** Works that one user may have at a time, whatever their status; the user's list shows them all. */
  worksPerUser: 100,
  /** A step's photo, CSS px. */
  stepPhoto: { width: 686, height: 450 },
  /** New works are taken until so many days before the contest's end. */
  collectionEndsDaysBefore: 5,
} as const;

/** What an uploaded picture may be (architecture; the specification shows no limits). */
export const uploadTerms = {
  /** The page shrinks to this before it sends, and the server keeps no more. */
  longSidePx: 2560,
  maxBytes: 10 * 1024 * 1024,
  /** Width times height: more than a phone's camera gives, and no more than memory holds. */
  maxPixels: 100_000_000,
  types: ['image/jpeg', 'image/png', 'image/webp'],
  /** A picture that no work names is swept after this time. */
  orphanHours: 24,
} as const;

/** The name of the contest's window in the settings. Its routes name none: works, detail and rules outlive it. */
export const CONTEST_WINDOW = 'contest';

/** Index of the cooking time in `CookTime` (spec sections 3 and 5); empty: none was chosen. */
export const cookTimes = ['1', '2', '3', '4'] as const;
export type CookTime = (typeof cookTimes)[number];

/** 0 pending review, 1 approved, -1 rejected (spec section 4). */
export const workStatus = { pending: 0, approved: 1, rejected: -1 } as const;
export type WorkStatus = (typeof workStatus)[keyof typeof workStatus];

/**
 * Whether new works are taken (spec section 5, "Upload entry").
 * - `open`: before the end minus 5 days
 * - `collectEnded`: from then to the end
 * - `notValid`: at all other times
 */
export type UploadEntry = 'open' | 'collectEnded' | 'notValid';

/** When the collection ends, milliseconds; `null` without an end. */
export function collectionEnd(period: ActivityWindow | undefined): number | null {
  const end = period?.end ? parseInstant(period.end) : null;
  return end === null ? null : end - contestTerms.collectionEndsDaysBefore * 24 * 60 * 60 * 1000;
}

/** @param now business time in milliseconds */
export function uploadEntry(period: ActivityWindow | undefined, now: number): UploadEntry {
  if (windowStateOf(period, now) !== 'open') return 'notValid';
  const cutoff = collectionEnd(period);
  return cutoff === null || now < cutoff ? 'open' : 'collectEnded';
}

/** Whether a work may still be changed by its author: until the end, and not once it is approved (spec section 4). */
export function mayEdit(work: { status: WorkStatus }, period: ActivityWindow | undefined, now: number): boolean {
  return mayDelete(work) && windowStateOf(period, now) === 'open';
}

/** A pending or rejected work may be deleted, at any time (spec section 4). */
export function mayDelete({ status }: { status: WorkStatus }): boolean {
  return status !== workStatus.approved;
}
