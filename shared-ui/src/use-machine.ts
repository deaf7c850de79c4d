import { useCallback, useInsertionEffect, useLayoutEffect, useRef, useState } from 'react';

export type Step<State, Effect> = { state: State; effects: readonly Effect[] };

/** Returns the new state, before React renders it. Does nothing after unmount. */
export type Send<State, Event> = (event: Event) => State;

/**
 * Runs a state machine for the life of a component.
 * @param step pure; an event without meaning returns the same state and no effects
 * @param run performs one effect, once, after its state is set. Called within `send`, by the newest render. The signal
 *   aborts after unmount.
 */
export function useMachine<State, Event, Effect>(
  step: (state: State, event: Event) => Step<State, Effect>,
  initial: State | (() => State),
  run: (effect: Effect, send: Send<State, Event>, signal: AbortSignal) => void,
): { state: State; send: Send<State, Event> } {
  const [state, setState] = useState(initial);
  const [leaving] = useState(() => new AbortController());
  const mounted = useRef(true);
  // Not React's state: a second tap in the same frame must see the first one's lock.
  const current = useRef(state);
  const newestRun = useRef(run);
  useInsertionEffect(() => {
    newestRun.current = run;
  });

  useLayoutEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
      // StrictMode remounts at once.
      queueMicrotask(() => mounted.current || leaving.abort());
    };
  }, [leaving]);

  const send = useCallback(
    function sendNow(event: Event): State {
      if (!mounted.current) return current.current;
      const next = step(current.current, event);
      current.current = next.state;
      setState(next.state);
      for (const effect of next.effects) newestRun.current(effect, sendNow, leaving.signal);
      return current.current;
    },
    [step, leaving],
  );

  return { state, send };
}
