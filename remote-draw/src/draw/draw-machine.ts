import type { Step } from '@fridge/shared-ui';
import type { Outcome } from './outcome.ts';

/** One draw (spec section 4, "Wheel"). Only `idle` accepts a tap. */
export type DrawState =
  | { phase: 'idle' }
  | { phase: 'checking' }
  /** No answer yet. */
  | { phase: 'spinning'; requestId: string }
  /** Asks again for a result that was never shown; the wheel is at rest. */
  | { phase: 'recovering'; requestId: string }
  | { phase: 'landing'; requestId: string; outcome: Outcome; from: 'spin' | 'rest' }
  /** Turning back. `failure: null`: a login is needed first. */
  | { phase: 'returning'; failure: DrawFailure | null; from: 'spin' | 'rest' }
  | { phase: 'result'; requestId: string; outcome: Outcome }
  | { phase: 'noChance' }
  | { phase: 'noFridge' };

/** `message`: for the user, or empty. `ruled`: by the server; otherwise the result is unknown. */
type DrawFailure = { message: string; ruled: boolean };

const silent: DrawFailure = { message: '', ruled: false };
const idle: DrawState = { phase: 'idle' };

export type DrawEvent =
  /**
   * `remaining`: `null` while unknown; `unfinished`: a result was never shown; `needsFridge`: sharing adds no draw
   * either.
   */
  | { type: 'tapped'; remaining: number | null; unfinished: boolean; needsFridge: boolean }
  | { type: 'denied'; noFridge: boolean }
  | { type: 'allowed'; requestId: string }
  | { type: 'found'; userId: string; requestId: string }
  | { type: 'answered'; requestId: string; outcome: Outcome }
  | { type: 'failed'; requestId: string; failure: DrawFailure }
  /** The draw continues after a login. */
  | { type: 'expired'; requestId: string }
  /** Another user has logged in. */
  | { type: 'replaced' }
  /** The wheel is at rest. `remaining` as in `tapped`. */
  | { type: 'stopped'; remaining: number | null }
  | { type: 'dismissed' }
  | { type: 'bound' };

export type DrawEffect =
  /** Asks for permission, then draws. */
  | { type: 'check' }
  | { type: 'recover'; userId: string; requestId: string }
  /** At rest after the session expired: the login may open. */
  | { type: 'resume' }
  | { type: 'shown'; requestId: string }
  | { type: 'toast'; message: string };

/** An event without meaning in a state returns the same state object. */
export function drawStep(state: DrawState, event: DrawEvent): Step<DrawState, DrawEffect> {
  const stay = to(state);
  switch (event.type) {
    case 'tapped':
      if (state.phase !== 'idle') return stay;
      // An unanswered draw may have taken the last chance: its result comes first.
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
      // While checking, this may be the login of the tapped draw; a returning wheel shows no result.
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
  // The page didn't know the count: a dialog instead of a toast.
  if (from === 'spin' && failure.ruled && remaining === 0) return to({ phase: 'noChance' });
  // Once ruled on, a draw from an earlier visit fails silently.
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
