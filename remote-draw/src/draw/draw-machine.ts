import type { Step } from '@fridge/shared-ui';
import type { Outcome } from './outcome.ts';

/** One draw (spec section 4, "Wheel"). Everything but `idle` is locked against another tap. */
export type DrawState =
  | { phase: 'idle' }
  /** The host is asked whether this user may draw. */
  | { phase: 'checking' }
  /** The wheel turns and the server hasn't answered. */
  | { phase: 'spinning'; requestId: string }
  /** A draw whose result was never shown is asked for again; the wheel stands still. */
  | { phase: 'recovering'; requestId: string }
  /** The answer is known and the wheel is on its way to it. */
  | { phase: 'landing'; requestId: string; outcome: Outcome; from: 'spin' | 'rest' }
  /** The draw failed and the wheel is returning. `failure: null`: its user has to log in first. */
  | { phase: 'returning'; failure: DrawFailure | null; from: 'spin' | 'rest' }
  | { phase: 'result'; requestId: string; outcome: Outcome }
  | { phase: 'noChance' }
  | { phase: 'noFridge' };

/** `message`: for the user, empty for none; `ruled`: the server has ruled on the draw, otherwise its result is unknown. */
export type DrawFailure = { message: string; ruled: boolean };

const silent: DrawFailure = { message: '', ruled: false };
const idle: DrawState = { phase: 'idle' };

export type DrawEvent =
  /**
   * `remaining`: `null` while the count isn't known; `unfinished`: a draw waits whose result was never shown;
   * `needsFridge`: none is bound, so that no share would bring a chance either.
   */
  | { type: 'tapped'; remaining: number | null; unfinished: boolean; needsFridge: boolean }
  | { type: 'denied'; noFridge: boolean }
  | { type: 'allowed'; requestId: string }
  | { type: 'found'; userId: string; requestId: string }
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

export type DrawEffect =
  /** Asks whether the user may draw, and draws. */
  | { type: 'check' }
  /** Asks for the result of an earlier draw. */
  | { type: 'recover'; userId: string; requestId: string }
  /** The wheel of an expired session is at rest: the login may open. */
  | { type: 'resume' }
  | { type: 'shown'; requestId: string }
  | { type: 'toast'; message: string };

/** One step of the draw. An event without meaning in a state returns the same state object. */
export function drawStep(state: DrawState, event: DrawEvent): Step<DrawState, DrawEffect> {
  const stay = to(state);
  switch (event.type) {
    case 'tapped':
      if (state.phase !== 'idle') return stay;
      // A draw that got no answer may have taken the last chance: its result comes before "no chance left".
      if (event.remaining === 0 && !event.unfinished && !event.needsFridge) return to({ phase: 'noChance' });
      return to({ phase: 'checking' }, { type: 'check' });
    case 'denied':
      return state.phase === 'checking' ? to({ phase: event.noFridge ? 'noFridge' : 'idle' }) : stay;
    case 'allowed':
      return state.phase === 'checking' ? to({ phase: 'spinning', requestId: event.requestId }) : stay;
    case 'found': {
      const { userId, requestId } = event;
      return state.phase === 'idle' ? to({ phase: 'recovering', requestId }, { type: 'recover', userId, requestId }) : stay;
    }
    case 'answered':
      if (!waitsFor(state, event.requestId)) return stay;
      return to({ phase: 'landing', requestId: event.requestId, outcome: event.outcome, from: origin(state) });
    case 'failed':
      return waitsFor(state, event.requestId) ? to({ phase: 'returning', failure: event.failure, from: origin(state) }) : stay;
    case 'expired':
      if (state.phase !== 'spinning' || state.requestId !== event.requestId) return stay;
      return to({ phase: 'returning', failure: null, from: 'spin' });
    case 'replaced':
      // A login may be on its way to the very draw that was tapped; a returning wheel shows no result.
      if (state.phase === 'checking' || state.phase === 'returning') return stay;
      return to(isTurning(state) ? { phase: 'returning', failure: silent, from: 'spin' } : idle);
    case 'stopped':
      return stopped(state, event.remaining);
    case 'dismissed':
      return state.phase === 'result' || state.phase === 'noChance' ? to(idle) : stay;
    case 'bound':
      return state.phase === 'noFridge' ? to(idle) : stay;
  }
}

function to(state: DrawState, ...effects: DrawEffect[]): Step<DrawState, DrawEffect> {
  return { state, effects };
}

function stopped(state: DrawState, remaining: number | null): Step<DrawState, DrawEffect> {
  if (state.phase === 'landing') {
    const { requestId, outcome } = state;
    return to({ phase: 'result', requestId, outcome }, { type: 'shown', requestId });
  }
  if (state.phase !== 'returning') return to(state);
  const { failure, from } = state;
  if (failure === null) return to({ phase: 'checking' }, { type: 'resume' });
  // One draw too many, on a page that didn't know how many were left: the dialog says it instead of a toast.
  if (from === 'spin' && failure.ruled && remaining === 0) return to({ phase: 'noChance' });
  // A draw that the user didn't tap in this visit fails without a word.
  const isSilent = failure.message === '' || (failure.ruled && from === 'rest');
  return to(idle, ...(isSilent ? [] : [{ type: 'toast' as const, message: failure.message }]));
}

export function isDrawing(state: DrawState): boolean {
  return ['checking', 'spinning', 'recovering', 'landing', 'returning'].includes(state.phase);
}

export function isTurning(state: DrawState): boolean {
  return state.phase === 'spinning' || ((state.phase === 'landing' || state.phase === 'returning') && state.from === 'spin');
}

function waitsFor(state: DrawState, requestId: string): boolean {
  return (state.phase === 'spinning' || state.phase === 'recovering') && state.requestId === requestId;
}

function origin(state: DrawState): 'spin' | 'rest' {
  return state.phase === 'spinning' ? 'spin' : 'rest';
}
