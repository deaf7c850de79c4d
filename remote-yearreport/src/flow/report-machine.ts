import type { Report } from '@fridge/shared-contracts/activities/report';
import type { Step } from '@fridge/shared-ui';

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
  /** `retrying`: the host checks the permission again. */
  | { phase: 'failed'; retrying: boolean }
  | { phase: 'noFridge' };

export type ReportEvent =
  | { type: 'entered' }
  | { type: 'retried' }
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

/** Asks the host for permission. */
export type ReportEffect = { type: 'check'; entering: boolean };

/** @returns the same state for an event that doesn't apply */
export function reportStep(state: ReportState, event: ReportEvent): Step<ReportState, ReportEffect> {
  const stay = to(state);
  switch (event.type) {
    case 'entered':
      return state.phase === 'landing' ? to({ phase: 'checking' }, { type: 'check', entering: true }) : stay;
    case 'retried':
      if (state.phase !== 'failed' || state.retrying) return stay;
      return to({ phase: 'failed', retrying: true }, { type: 'check', entering: false });
    case 'allowed':
      return state.phase === 'checking' || state.phase === 'failed'
        ? to({ phase: 'loading', fridgeId: event.fridgeId, progress: 0, report: undefined, code: false })
        : stay;
    case 'denied':
      if (state.phase !== 'checking' && state.phase !== 'failed') return stay;
      if (event.noFridge) return to({ phase: 'noFridge' });
      return to(state.phase === 'failed' ? { phase: 'failed', retrying: false } : { phase: 'landing' });
    case 'ticked':
      if (state.phase !== 'loading') return stay;
      if (state.progress < progressTerms.fullAt) return to({ ...state, progress: state.progress + event.step });
      return state.code && state.report !== undefined ? to({ phase: 'done', report: state.report }) : stay;
    case 'loaded':
      if (state.phase !== 'loading') return stay;
      return to(event.report === null ? { phase: 'noData' } : { ...state, report: event.report });
    case 'codeLoaded':
      return state.phase === 'loading' ? to({ ...state, code: true }) : stay;
    case 'failed':
      return state.phase === 'loading' ? to({ phase: 'failed', retrying: false }) : stay;
    case 'started':
      return state.phase === 'done' ? to({ phase: 'slides', report: state.report }) : stay;
    case 'bound':
      return state.phase === 'noFridge' ? to({ phase: 'landing' }) : stay;
    case 'otherUser':
      return state.phase === 'landing' || state.phase === 'checking' ? stay : to({ phase: 'landing' });
  }
}

const to = (state: ReportState, ...effects: ReportEffect[]): Step<ReportState, ReportEffect> => ({ state, effects });

/** At most 98 until the report is done. */
export function shownPercent(state: ReportState): number {
  if (state.phase === 'loading') return Math.min(state.progress, progressTerms.fullAt);
  return state.phase === 'done' || state.phase === 'slides' ? 100 : 0;
}
