import { type ActivityWindow, windowStateOf } from '../../contract/windows.ts';
import { parseInstant } from '../../time/shanghai.ts';

/** Limits of the contest (spec sections 5 and 9), in reader-visible characters. */
export const contestTerms = {
  /** Required. */
  titleCharacters: 20,
  contentCharacters: { min: 100, max: 1000 },
  recipeImages: { min: 2, max: 9 },
  /** Minimum by the specification, maximum by the deck. */
  photoShareImages: { min: 1, max: 9 },
  /** Required. */
  shareCharacters: 500,
  stepCharacters: 60,
  /** Not in the specification. */
  steps: 20,
  materialsCharacters: 300,
  tipsCharacters: 300,
  /** In any status; the user's list shows all. */
  worksPerUser: 100,
  /** CSS px. */
  stepPhoto: { width: 686, height: 450 },
  /** New works are accepted until this many days before the end. */
  collectionEndsDaysBefore: 5,
} as const;

/** Limits of a picture (architecture; not in the specification). */
export const uploadTerms = {
  /** The page shrinks to this; the server stores no more. */
  longSidePx: 2560,
  maxBytes: 10 * 1024 * 1024,
  /** Width times height: above any phone camera, within memory. */
  maxPixels: 100_000_000,
  types: ['image/jpeg', 'image/png', 'image/webp'],
  /** Unused pictures are deleted after this. */
  orphanHours: 24,
} as const;

/** Window in the settings. Routes have none: works, detail and rules outlive it. */
export const CONTEST_WINDOW = 'contest';

/** Index in `CookTime` (spec sections 3 and 5); empty: not chosen. */
export const cookTimes = ['1', '2', '3', '4'] as const;

/** Pending review, approved, rejected (spec section 4). */
export const workStatus = { pending: 0, approved: 1, rejected: -1 } as const;
export type WorkStatus = (typeof workStatus)[keyof typeof workStatus];

/**
 * Whether new works are accepted (spec section 5, "Upload entry").
 * - `open`: until 5 days before the end
 * - `collectEnded`: from then to the end
 * - `notValid`: otherwise
 */
export type UploadEntry = 'open' | 'collectEnded' | 'notValid';

/** End of collection in milliseconds; `null` without an end. */
export function collectionEnd(period: ActivityWindow | undefined): number | null {
  const end = parseInstant(period?.end);
  return end === null ? null : end - contestTerms.collectionEndsDaysBefore * 24 * 60 * 60 * 1000;
}

/** @param now business time in milliseconds */
export function uploadEntry(period: ActivityWindow | undefined, now: number): UploadEntry {
  if (windowStateOf(period, now) !== 'open') return 'notValid';
  const cutoff = collectionEnd(period);
  return cutoff === null || now < cutoff ? 'open' : 'collectEnded';
}

/** Until the end, unless approved (spec section 4). */
export function mayEdit(work: { status: WorkStatus }, period: ActivityWindow | undefined, now: number): boolean {
  return mayDelete(work) && windowStateOf(period, now) === 'open';
}

/** At any time, unless approved (spec section 4). */
export function mayDelete({ status }: { status: WorkStatus }): boolean {
  return status !== workStatus.approved;
}
