import type { Report } from '@fridge/shared-contracts/activities/report';

/** Simulated progress (spec section 4, "Year report"). */
export const progressTerms = { tickMs: 150, largestStep: 14, fullAt: 98, slidesAfterMs: 500 } as const;

/** Spec section 4, "Year report": state 1 is the landing, state 2 loading. */
export type ReportState =
  | { phase: 'landing' }
  /** The host checks the permission. */
  | { phase: 'checking' }
  /**
   * - `progress`: sum of the steps, may exceed 98
   * - `report`: `undefined` until loaded
   * - `code`: the slides' code is loaded
   */
  | { phase: 'loading'; fridgeId: string; progress: number; report: Report | undefined; code: boolean }
  /** Shows 100 for `slidesAfterMs`. */
  | { phase: 'done'; report: Report }
  | { phase: 'slides'; report: Report }
  | { phase: 'noData' }
  | { phase: 'failed' }
  | { phase: 'noFridge' };

export type ReportEvent =
  | { type: 'entered' }
  | { type: 'allowed'; fridgeId: string }
  | { type: 'denied'; noFridge: boolean }
  /** `step`: random, 0 to 14. */
  | { type: 'ticked'; step: number }
  /** `null`: no data for 2022. */
  | { type: 'loaded'; report: Report | null }
  | { type: 'codeLoaded' }
  | { type: 'failed' }
  | { type: 'started' }
  | { type: 'bound' }
  | { type: 'otherUser' };

/** @returns the same object for an event that doesn't apply */
export function reportStep(state: ReportState, event: ReportEvent): ReportState {
  switch (event.type) {
    case 'entered':
      return state.phase === 'landing' ? { phase: 'checking' } : state;
    case 'allowed':
      return state.phase === 'checking' || state.phase === 'failed'
        ? { phase: 'loading', fridgeId: event.fridgeId, progress: 0, report: undefined, code: false }
        : state;
    case 'denied':
      if (state.phase !== 'checking' && state.phase !== 'failed') return state;
      if (event.noFridge) return { phase: 'noFridge' };
      return state.phase === 'failed' ? state : { phase: 'landing' };
    case 'ticked':
      if (state.phase !== 'loading') return state;
      if (state.progress < progressTerms.fullAt) return { ...state, progress: state.progress + event.step };
      return state.code && state.report !== undefined ? { phase: 'done', report: state.report } : state;
    case 'loaded':
      if (state.phase !== 'loading') return state;
      return event.report === null ? { phase: 'noData' } : { ...state, report: event.report };
    case 'codeLoaded':
      return state.phase === 'loading' ? { ...state, code: true } : state;
    case 'failed':
      return state.phase === 'loading' ? { phase: 'failed' } : state;
    case 'started':
      return state.phase === 'done' ? { phase: 'slides', report: state.report } : state;
    case 'bound':
      return state.phase === 'noFridge' ? { phase: 'landing' } : state;
    case 'otherUser':
      return state.phase === 'landing' || state.phase === 'checking' ? state : { phase: 'landing' };
  }
}

/** At most 98 until the report is done. */
export function shownPercent(state: ReportState): number {
  if (state.phase === 'loading') return Math.min(state.progress, progressTerms.fullAt);
  return state.phase === 'done' || state.phase === 'slides' ? 100 : 0;
}
