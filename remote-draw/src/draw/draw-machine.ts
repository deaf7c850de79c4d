import type { Outcome } from './outcome.ts';

/** Where one draw stands (spec section 4, "Wheel"). Everything but `idle` is locked against another tap. */
export type DrawState =
  | { at: 'idle' }
  /** The host is asked whether this user may draw. */
  | { at: 'checking' }
  /** The wheel turns and the server hasn't answered. */
  | { at: 'spinning'; requestId: string }
  /** A draw whose result was never shown is asked for again; the wheel stands still. */
  | { at: 'recovering'; requestId: string }
  /** The answer is known and the wheel is on its way to it. */
  | { at: 'landing'; requestId: string; outcome: Outcome; from: 'spin' | 'rest' }
  /** The draw failed and the wheel is on its way back to its resting place. `null`: its user has to log in first. */
  | { at: 'returning'; failure: DrawFailure | null; from: 'spin' | 'rest' }
  | { at: 'result'; requestId: string; outcome: Outcome }
  | { at: 'noChance' }
  | { at: 'noFridge' };

/**
 * Why a draw has no result: what the user is told, empty for nothing, and whether the server has ruled on it or nobody
 * knows.
 */
export type DrawFailure = { message: string; ruled: boolean };

const silent: DrawFailure = { message: '', ruled: false };
const idle: DrawState = { at: 'idle' };

export type DrawEvent =
  /**
   * `remaining` is null while the count isn't known; `unfinished`: a draw waits whose result was never shown;
   * `needsFridge`: none is bound, so that no share would bring a chance either.
   */
  | { type: 'tapped'; remaining: number | null; unfinished: boolean; needsFridge: boolean }
  | { type: 'denied'; noFridge: boolean }
  | { type: 'allowed'; requestId: string }
  | { type: 'found'; requestId: string }
  | { type: 'answered'; requestId: string; outcome: Outcome }
  | { type: 'failed'; requestId: string; failure: DrawFailure }
  /** The session has run out; after a login the same draw goes on. */
  | { type: 'expired'; requestId: string }
  /** Another user is there: nothing of the one before is shown to them. */
  | { type: 'replaced' }
  /** The wheel is at rest. `remaining` as in `tapped`. */
  | { type: 'stopped'; remaining: number | null }
  | { type: 'dismissed' }
  | { type: 'bound' };

/** The next state; an event that doesn't belong to the state changes nothing, and gives the same object. */
export function nextDrawState(state: DrawState, event: DrawEvent): DrawState {
  switch (event.type) {
    case 'tapped':
      if (state.at !== 'idle') return state;
      // A draw that got no answer may have taken the last chance: its result comes before "no chance left".
      return event.remaining === 0 && !event.unfinished && !event.needsFridge ? { at: 'noChance' } : { at: 'checking' };
    case 'denied':
      return state.at === 'checking' ? { at: event.noFridge ? 'noFridge' : 'idle' } : state;
    case 'allowed':
      return state.at === 'checking' ? { at: 'spinning', requestId: event.requestId } : state;
    case 'found':
      return state.at === 'idle' ? { at: 'recovering', requestId: event.requestId } : state;
    case 'answered':
      if (!waitsFor(state, event.requestId)) return state;
      return { at: 'landing', requestId: event.requestId, outcome: event.outcome, from: origin(state) };
    case 'failed':
      if (!waitsFor(state, event.requestId)) return state;
      return { at: 'returning', failure: event.failure, from: origin(state) };
    case 'expired':
      return state.at === 'spinning' && state.requestId === event.requestId ? { at: 'returning', failure: null, from: 'spin' } : state;
    case 'replaced':
      // A login may be on its way to the very draw that was tapped; a wheel that returns shows nothing of anybody.
      if (state.at === 'checking' || state.at === 'returning') return state;
      return isTurning(state) ? { at: 'returning', failure: silent, from: 'spin' } : idle;
    case 'stopped':
      if (state.at === 'landing') return { at: 'result', requestId: state.requestId, outcome: state.outcome };
      if (state.at !== 'returning') return state;
      if (state.failure === null) return { at: 'checking' };
      return { at: foundNoChance(state, event.remaining) ? 'noChance' : 'idle' };
    case 'dismissed':
      return state.at === 'result' || state.at === 'noChance' ? { at: 'idle' } : state;
    case 'bound':
      return state.at === 'noFridge' ? { at: 'idle' } : state;
  }
}

/** Whether the button says that a draw is under way. */
export function isDrawing(state: DrawState): boolean {
  return ['checking', 'spinning', 'recovering', 'landing', 'returning'].includes(state.at);
}

/** Whether the wheel moves. */
export function isTurning(state: DrawState): boolean {
  return state.at === 'spinning' || ((state.at === 'landing' || state.at === 'returning') && state.from === 'spin');
}

/**
 * Whether a failed draw turned out to be one too many, on a page that didn't know how many were left: the dialog
 * then says it instead of a toast. A draw that the user didn't tap in this visit fails in silence.
 */
export function foundNoChance(state: DrawState, remaining: number | null): boolean {
  return state.at === 'returning' && state.from === 'spin' && state.failure?.ruled === true && remaining === 0;
}

function waitsFor(state: DrawState, requestId: string): boolean {
  return (state.at === 'spinning' || state.at === 'recovering') && state.requestId === requestId;
}

function origin(state: DrawState): 'spin' | 'rest' {
  return state.at === 'spinning' ? 'spin' : 'rest';
}
