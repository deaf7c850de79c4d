import type { Report } from '@fridge/shared-contracts/activities/report';

/** The fake progress of loading, to the letter of the specification (section 4, "Year report"). */
export const progressTerms = { tickMs: 150, largestStep: 14, fullAt: 98, slidesAfterMs: 500 } as const;

/** Where the report stands (spec section 4, "Year report": state 1 is the landing, state 2 loading). */
export type ReportState =
  | { at: 'landing' }
  /** The host is asked whether this user may see a report. */
  | { at: 'checking' }
  /**
   * `progress` is what was added up, 0 to 98 and a little more; `report` is `undefined` until it has arrived, and so
   * is the code of the slides as long as `code` is false.
   */
  | { at: 'loading'; fridgeId: string; progress: number; report: Report | undefined; code: boolean }
  /** 100 is shown, and the slides start in a moment. */
  | { at: 'done'; report: Report }
  | { at: 'slides'; report: Report }
  | { at: 'noData' }
  | { at: 'failed' }
  | { at: 'noFridge' };

export type ReportEvent =
  | { type: 'entered' }
  | { type: 'allowed'; fridgeId: string }
  | { type: 'denied'; noFridge: boolean }
  /** @property step 0 to 14, by chance */
  | { type: 'ticked'; step: number }
  /** @property report `null`: no data for 2022 */
  | { type: 'loaded'; report: Report | null }
  | { type: 'codeLoaded' }
  | { type: 'failed' }
  | { type: 'started' }
  | { type: 'bound' }
  /** Somebody else has logged in: whatever was read was another user's. */
  | { type: 'otherUser' };

/** The next state; an event that doesn't belong to the state changes nothing, and gives the same object. */
export function nextReportState(state: ReportState, event: ReportEvent): ReportState {
  switch (event.type) {
    case 'entered':
      return state.at === 'landing' ? { at: 'checking' } : state;
    case 'allowed':
      return state.at === 'checking' || state.at === 'failed' ? loading(event.fridgeId) : state;
    case 'denied':
      if (state.at !== 'checking' && state.at !== 'failed') return state;
      return event.noFridge ? { at: 'noFridge' } : state.at === 'failed' ? state : { at: 'landing' };
    case 'ticked':
      if (state.at !== 'loading' || isFull(state.progress)) return state.at === 'loading' ? finish(state) : state;
      return { ...state, progress: state.progress + event.step };
    case 'loaded':
      if (state.at !== 'loading') return state;
      return event.report === null ? { at: 'noData' } : { ...state, report: event.report };
    case 'codeLoaded':
      return state.at === 'loading' ? { ...state, code: true } : state;
    case 'failed':
      return state.at === 'loading' ? { at: 'failed' } : state;
    case 'started':
      return state.at === 'done' ? { at: 'slides', report: state.report } : state;
    case 'bound':
      return state.at === 'noFridge' ? { at: 'landing' } : state;
    case 'otherUser':
      return state.at === 'landing' || state.at === 'checking' ? state : { at: 'landing' };
  }
}

/** The percentage on screen: it waits at 98 while something is late, and only a finished report shows 100. */
export function shownPercent(state: ReportState): number {
  if (state.at === 'loading') return Math.min(state.progress, progressTerms.fullAt);
  return state.at === 'done' || state.at === 'slides' ? 100 : 0;
}

const loading = (fridgeId: string): ReportState => ({ at: 'loading', fridgeId, progress: 0, report: undefined, code: false });
const isFull = (progress: number) => progress >= progressTerms.fullAt;

function finish(state: Extract<ReportState, { at: 'loading' }>): ReportState {
  return state.code && state.report !== undefined ? { at: 'done', report: state.report } : state;
}
