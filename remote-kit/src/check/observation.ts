import type { FailurePhase, FailureReason } from '@fridge/shared-contracts/page';
import type { HouseholdName } from '../stage/households.ts';
import type { ReceivedCall } from '../stage/stand-in-api.ts';
import type { Leftover, Refused } from './page/watch-page.ts';

export type ViewSize = { width: number; height: number };

/** Of most phones, and the smallest that pages have to be sound on. */
export const viewSizes = { usual: { width: 390, height: 844 }, small: { width: 320, height: 568 } } as const;

/** Part of a visit: the screen opens, is left, and is opened again by the browser's back. */
export type VisitPart = 'opening' | 'leaving' | 'again';

export type ScreenFailure = { phase: FailurePhase; reason: FailureReason; part: VisitPart };
export type PageError = { text: string; part: VisitPart };

export type AxeViolation = { id: string; help: string; elements: string[] };

/** What was seen while one household opened one route at one size. */
export type Observation = {
  route: string;
  household: HouseholdName;
  size: ViewSize;
  byHashLink: boolean;
  /** Where it led: a screen may replace itself by another. */
  shownAt: string;
  /** `waiting`: neither a screen nor a failure came. */
  opened: 'open' | 'failed' | 'waiting';
  /** The page stopped answering: its code doesn't come to an end. */
  hung: boolean;
  /** The host tells them by its usage events. */
  failures: readonly ScreenFailure[];
  /** What an exception said that made the screen fail; `null`: not known. */
  crash: string | null;
  /** Uncaught, or in the console. */
  errors: readonly PageError[];
  calls: readonly ReceivedCall[];
  appCalls: readonly string[];
  refused: readonly Refused[];
  /** Origins that the page asked and that aren't the stage's. */
  foreign: readonly string[];
  patched: readonly string[];
  leftovers: readonly Leftover[];
  shift: { score: number; moved: readonly string[] };
  outsideStyles: readonly string[];
  /** None either where the same screen was examined before. */
  violations: readonly AxeViolation[];
  smallTargets: readonly string[];
  /** Still `aria-busy` after it had time to settle. */
  busy: boolean;
  tooWide: readonly string[] | null;
  tooWideDoubled: readonly string[] | null;
  /** `null`: not tried in this visit. */
  left: boolean | null;
  cameAgain: boolean | null;
  /** Whether back at the screen leads away, as it does for every screen without unsaved input. */
  wentBack: boolean | null;
};
