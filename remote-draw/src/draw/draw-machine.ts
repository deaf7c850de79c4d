import type { Step } from '@fridge/shared-ui';
import type { ShownResult } from './shown-result.ts';

/** One draw (spec section 4, "Wheel"). Only `idle` and `noFridge`, which a fridge ends, accept a tap. */
export type DrawState =
  | { phase: 'idle' }
  | { phase: 'checking' }
  /** No answer yet. */
  | { phase: 'spinning'; requestId: string }
  | { phase: 'landing'; drawn: Drawn }
  /** Turning back. */
  | { phase: 'returning'; failure: DrawFailure }
  | { phase: 'result'; result: ShownResult }
  | { phase: 'noChance' }
  | { phase: 'noFridge' };

/** `left`: the user's draws then; `null` if the answer doesn't tell. */
export type Drawn = { requestId: string; userId: string; left: number | null; result: ShownResult };

/**
 * `message`: for the user, or empty. `final`: there will be no result; otherwise it is unknown. `needsLogin`: the draw
 * continues after a login.
 */
type DrawFailure = { message: string; final: boolean } | 'needsLogin';

export const idle: DrawState = { phase: 'idle' };

export type DrawEvent =
  /**
   * `chancesLeft`: `null` while unknown; `unfinished`: a result was never shown; `needsFridge`: the draw will ask to
   * bind one, which comes before "no chance left".
   */
  | { type: 'tapped'; chancesLeft: number | null; unfinished: boolean; needsFridge: boolean }
  | { type: 'denied'; noFridge: boolean }
  | { type: 'allowed'; requestId: string }
  | { type: 'answered'; drawn: Drawn }
  | { type: 'failed'; requestId: string; failure: DrawFailure }
  /** Another user has logged in. */
  | { type: 'replaced' }
  /** The wheel is at rest. `chancesLeft` as in `tapped`. */
  | { type: 'stopped'; chancesLeft: number | null }
  | { type: 'dismissed' };

export type DrawEffect =
  /** With a login and a fridge, which it asks for. */
  | { type: 'draw' }
  /** At rest after the session expired. */
  | { type: 'openLogin' }
  | { type: 'shown'; drawn: Drawn }
  | { type: 'toast'; message: string };

/** An event without meaning in a state returns the same state object. */
export function drawStep(state: DrawState, event: DrawEvent): Step<DrawState, DrawEffect> {
  const stay = to(state);
  switch (event.type) {
    case 'tapped':
      if (state.phase !== 'idle' && state.phase !== 'noFridge') return stay;
      // An unanswered draw may have taken the last chance: its result comes first.
      if (event.chancesLeft === 0 && !event.unfinished && !event.needsFridge) return to({ phase: 'noChance' });
      return to({ phase: 'checking' }, { type: 'draw' });
    case 'denied':
      return state.phase === 'checking' ? to({ phase: event.noFridge ? 'noFridge' : 'idle' }) : stay;
    case 'allowed':
      return state.phase === 'checking' ? to({ phase: 'spinning', requestId: event.requestId }) : stay;
    case 'answered':
      return waitsFor(state, event.drawn.requestId) ? to({ phase: 'landing', drawn: event.drawn }) : stay;
    case 'failed':
      return waitsFor(state, event.requestId) ? to({ phase: 'returning', failure: event.failure }) : stay;
    case 'replaced':
      // While checking, this may be the login of the tapped draw; a returning wheel shows no result.
      if (state.phase === 'checking' || state.phase === 'returning') return stay;
      return to(isTurning(state) ? { phase: 'returning', failure: { message: '', final: false } } : idle);
    case 'stopped':
      return stopped(state, event.chancesLeft);
    case 'dismissed':
      return state.phase === 'result' || state.phase === 'noChance' ? to(idle) : stay;
  }
}

function to(state: DrawState, ...effects: DrawEffect[]): Step<DrawState, DrawEffect> {
  return { state, effects };
}

function stopped(state: DrawState, chancesLeft: number | null): Step<DrawState, DrawEffect> {
  if (state.phase === 'landing') {
    const { drawn } = state;
    return to({ phase: 'result', result: drawn.result }, { type: 'shown', drawn });
  }
  if (state.phase !== 'returning') return to(state);
  const { failure } = state;
  if (failure === 'needsLogin') return to({ phase: 'checking' }, { type: 'openLogin' });
  // The page didn't know the count: a dialog instead of a toast.
  if (failure.final && chancesLeft === 0) return to({ phase: 'noChance' });
  return to(idle, ...(failure.message === '' ? [] : [{ type: 'toast' as const, message: failure.message }]));
}

export function isDrawing(state: DrawState): boolean {
  return state.phase === 'checking' || isTurning(state);
}

export function isTurning(state: DrawState): boolean {
  return state.phase === 'spinning' || state.phase === 'landing' || state.phase === 'returning';
}

function waitsFor(state: DrawState, requestId: string): boolean {
  return state.phase === 'spinning' && state.requestId === requestId;
}
