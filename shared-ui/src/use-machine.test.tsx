// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react';
import { StrictMode, useEffect } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { type Send, type Step, useMachine } from './use-machine.ts';

afterEach(cleanup);

type State = { phase: 'idle' } | { phase: 'asking'; question: string } | { phase: 'answered'; answer: string };
type Event = { type: 'asked'; question: string } | { type: 'answered'; answer: string };
type Effect = { type: 'ask'; question: string };
type Run = (effect: Effect, send: Send<State, Event>, signal: AbortSignal) => void;

function step(state: State, event: Event): Step<State, Effect> {
  if (event.type === 'asked' && state.phase !== 'asking') {
    return {
      state: { phase: 'asking', question: event.question },
      effects: [{ type: 'ask', question: event.question }],
    };
  }
  if (event.type === 'answered' && state.phase === 'asking') {
    return { state: { phase: 'answered', answer: event.answer }, effects: [] };
  }
  return { state, effects: [] };
}

const mount = (run: Run, strict = false) =>
  renderHook((current: Run) => useMachine<State, Event, Effect>(step, { phase: 'idle' }, current), {
    initialProps: run,
    ...(strict && { wrapper: StrictMode }),
  });

it.each([false, true])('returns the new state at once and runs each effect once (StrictMode: %s)', (strict) => {
  const run = vi.fn<Run>();
  const { result } = mount(run, strict);
  act(() => {
    expect(result.current.send({ type: 'asked', question: 'one' })).toEqual({ phase: 'asking', question: 'one' });
    expect(result.current.send({ type: 'asked', question: 'two' })).toEqual({ phase: 'asking', question: 'one' });
  });
  expect(run.mock.calls.map(([effect]) => effect)).toEqual([{ type: 'ask', question: 'one' }]);
  expect(result.current.state).toEqual({ phase: 'asking', question: 'one' });
});

it('takes what an effect sends, within `send` or later', async () => {
  const { result } = mount(({ question }, send) => {
    if (question === 'now') send({ type: 'answered', answer: 'yes' });
    else void Promise.resolve().then(() => send({ type: 'answered', answer: 'later' }));
  });
  act(() =>
    expect(result.current.send({ type: 'asked', question: 'now' })).toEqual({ phase: 'answered', answer: 'yes' }),
  );
  await act(async () => void result.current.send({ type: 'asked', question: 'then' }));
  expect(result.current.state).toEqual({ phase: 'answered', answer: 'later' });
});

it("runs effects by the newest render's function", () => {
  const [older, newer] = [vi.fn<Run>(), vi.fn<Run>()];
  const { result, rerender } = mount(older);
  const { send } = result.current;
  rerender(newer);
  expect(result.current.send).toBe(send);
  act(() => void send({ type: 'asked', question: 'one' }));
  expect([older.mock.calls.length, newer.mock.calls.length]).toEqual([0, 1]);
});

it('does nothing after the unmount and aborts what runs', async () => {
  const run = vi.fn<Run>();
  const { result, unmount } = mount(run);
  const { send } = result.current;
  act(() => void send({ type: 'asked', question: 'one' }));
  const [, sendBack, signal] = run.mock.calls[0] ?? [];
  unmount();
  expect(sendBack?.({ type: 'answered', answer: 'late' })).toEqual({ phase: 'asking', question: 'one' });
  expect(send({ type: 'answered', answer: 'late' })).toEqual({ phase: 'asking', question: 'one' });
  await Promise.resolve();
  expect(signal?.aborted).toBe(true);
  expect(run).toHaveBeenCalledTimes(1);
});

it('answers what was sent from an effect of the first StrictMode mount', async () => {
  const run: Run = (_, send, signal) =>
    void Promise.resolve().then(() => signal.aborted || send({ type: 'answered', answer: 'yes' }));
  const { result } = renderHook(
    () => {
      const machine = useMachine<State, Event, Effect>(step, { phase: 'idle' }, run);
      const { send } = machine;
      useEffect(() => void send({ type: 'asked', question: 'one' }), [send]);
      return machine;
    },
    { wrapper: StrictMode },
  );
  await act(async () => {});
  expect(result.current.state).toEqual({ phase: 'answered', answer: 'yes' });
});
