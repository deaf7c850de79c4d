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
  /** The draw failed and the wheel is on its way back to its resting place. */
  | { at: 'returning'; ending: Ending; from: 'spin' | 'rest' }
  | { at: 'result'; requestId: string; outcome: Outcome }
  | { at: 'noChance' }
  | { at: 'noFridge' };

/** How a draw without a result ends once the wheel is at rest. */
export type Ending = { message: string } | 'noChance';

export type DrawEvent =
  /** `remaining` is null while the count isn't known; `unfinished`: a draw waits whose result was never shown. */
  | { type: 'tapped'; remaining: number | null; unfinished: boolean }
  | { type: 'denied'; noFridge: boolean }
  | { type: 'allowed'; requestId: string }
  | { type: 'found'; requestId: string }
  | { type: 'answered'; requestId: string; outcome: Outcome }
  | { type: 'failed'; requestId: string; ending: Ending }
  | { type: 'stopped' }
  | { type: 'dismissed' }
  | { type: 'bound' };

/** The next state; an event that doesn't belong to the state changes nothing, and gives the same object. */
export function nextDrawState(state: DrawState, event: DrawEvent): DrawState {
  switch (event.type) {
    case 'tapped':
      if (state.at !== 'idle') return state;
      // A draw that got no answer may have taken the last chance: its result comes before "no chance left".
      return event.remaining === 0 && !event.unfinished ? { at: 'noChance' } : { at: 'checking' };
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
      return { at: 'returning', ending: event.ending, from: origin(state) };
    case 'stopped':
      if (state.at === 'landing') return { at: 'result', requestId: state.requestId, outcome: state.outcome };
      if (state.at === 'returning') return state.ending === 'noChance' ? { at: 'noChance' } : { at: 'idle' };
      return state;
    case 'dismissed':
      return state.at === 'result' || state.at === 'noChance' ? { at: 'idle' } : state;
    case 'bound':
      return state.at === 'noFridge' ? { at: 'idle' } : state;
  }
}

/** Whether the spin button answers. */
export function isLocked(state: DrawState): boolean {
  return state.at !== 'idle';
}

/** Whether the button says that a draw is under way. */
export function isDrawing(state: DrawState): boolean {
  return ['checking', 'spinning', 'recovering', 'landing', 'returning'].includes(state.at);
}

/** Whether the wheel moves. */
export function isTurning(state: DrawState): boolean {
  return state.at === 'spinning' || ((state.at === 'landing' || state.at === 'returning') && state.from === 'spin');
}

function waitsFor(state: DrawState, requestId: string): boolean {
  return (state.at === 'spinning' || state.at === 'recovering') && state.requestId === requestId;
}

function origin(state: DrawState): 'spin' | 'rest' {
  return state.at === 'spinning' ? 'spin' : 'rest';
}
