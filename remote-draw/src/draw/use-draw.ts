import { answerCode, type CallResult, commonCopy, type HostServices } from '@fridge/shared-contracts';
import { type DrawResult, drawCalls } from '@fridge/shared-contracts/activities/draw';
import { isRuling, saveSignedIn, useStore } from '@fridge/shared-ui';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Chances } from '../chances/use-chances.ts';
import { copy } from '../copy.ts';
import { DRAW_WINDOW } from '../draw-window.ts';
import { type DrawEvent, type DrawState, foundNoChance, nextDrawState } from './draw-machine.ts';
import { failureMessage } from './failed-draw.ts';
import { outcomeOf } from './outcome.ts';
import { createUnfinishedDraws } from './unfinished-draw.ts';

export interface Draw {
  state: DrawState;
  tap: () => void;
  /** The wheel has come to rest, with a result or without. */
  stopped: () => void;
  dismiss: () => void;
}

const unfinished = createUnfinishedDraws();

/**
 * Runs the draw machine on the host's services (spec sections 4 and 7). The server alone decides what was won; an
 * answer to another draw than the one asked for counts as none.
 */
export function useDraw(host: HostServices, chances: Chances): Draw {
  const session = useStore(host.session);
  const [state, setState] = useState<DrawState>({ at: 'idle' });
  const current = useRef(state);
  const owner = useRef('');
  const leftAfter = useRef<number | null>(null);
  /** Told when the wheel of a draw whose session ran out is at rest. */
  const atRest = useRef<() => void>(undefined);

  const send = useCallback((event: DrawEvent): DrawState => {
    // Kept beside React's state: a second tap within the same frame must already find the lock.
    current.current = nextDrawState(current.current, event);
    setState(current.current);
    return current.current;
  }, []);

  const ask = useCallback(
    async (userId: string, requestId: string) => {
      owner.current = userId;
      leftAfter.current = null;
      const answer = ownAnswer(await host.requests.call(drawCalls.draw, { requestId }, { quiet: true }), requestId);
      if (answer.ok) {
        leftAfter.current = answer.data.surplusNum ?? null;
        send({ type: 'answered', requestId, outcome: outcomeOf(answer.data, requestId) });
      } else if (answer.code === answerCode.notAuthorized && send({ type: 'expired', requestId }).at === 'returning') {
        await new Promise<void>((resolve) => {
          atRest.current = resolve;
        });
      } else {
        const ruled = isRuling(answer);
        if (ruled) unfinished.finish(userId, requestId);
        send({ type: 'failed', requestId, failure: { message: failureMessage(answer), ruled } });
        void chances.reload();
      }
      return answer;
    },
    [host, chances, send],
  );

  /** An open page outlives its window: the wheel doesn't turn for what the server can only refuse. */
  const isClosed = useCallback(() => {
    const period = host.windows.stateOf(DRAW_WINDOW);
    if (period !== 'open') host.feedback.toast(copy[`draw.wheel.${period}.toast`]);
    return period !== 'open';
  }, [host]);

  const tap = useCallback(async () => {
    const { userId, needsFridge } = host.session.getState();
    const waits = userId !== '' && unfinished.find(userId) !== null;
    if (current.current.at !== 'idle') return;
    host.tracking.click('draw.wheel.spin');
    if (isClosed()) return;
    if (send({ type: 'tapped', remaining: chances.now(), unfinished: waits, needsFridge }).at !== 'checking') return;
    const saved = await saveSignedIn(
      host,
      (household) => {
        // A login may have taken until after the end.
        if (isClosed()) return Promise.resolve(notSent);
        const requestId = unfinished.begin(household.userId);
        send({ type: 'allowed', requestId });
        return ask(household.userId, requestId);
      },
      { quiet: true, otherUser: commonCopy['common.otherUser.entry.toast'] },
    );
    // Whatever else came of it, the draw's own events have told; this one counts while nothing was drawn.
    if (saved.ok) return;
    if (saved.reason === 'failed' && saved.failure.code === answerCode.notAuthorized) host.feedback.toast(saved.failure.message);
    send({ type: 'denied', noFridge: saved.reason === 'denied' && saved.permission === 'noFridge' });
  }, [host, chances, send, ask, isClosed]);

  const stopped = useCallback(() => {
    const before = current.current;
    const remaining = chances.now();
    send({ type: 'stopped', remaining });
    if (before.at === 'landing') {
      if (leftAfter.current === null) void chances.reload();
      else chances.set(owner.current, leftAfter.current);
    }
    atRest.current?.();
    atRest.current = undefined;
    if (before.at !== 'returning' || !before.failure?.message || foundNoChance(before, remaining)) return;
    if (!(before.failure.ruled && before.from === 'rest')) host.feedback.toast(before.failure.message);
  }, [host, chances, send]);

  const dismiss = useCallback(() => void send({ type: 'dismissed' }), [send]);

  const before = useRef(session.userId);
  useEffect(() => {
    if (session.userId === '' || session.userId === before.current) return;
    if (before.current !== '') send({ type: 'replaced' });
    before.current = session.userId;
  }, [session.userId, send]);

  // Once per user and visit, and before any tap: the draw whose result was never shown.
  const { status, userId, fridge } = session;
  const askForUnfinished = useRef(ask);
  useEffect(() => {
    askForUnfinished.current = ask;
  });
  useEffect(() => {
    const requestId = status === 'user' ? unfinished.find(userId) : null;
    if (requestId === null || send({ type: 'found', requestId }).at !== 'recovering') return;
    void askForUnfinished.current(userId, requestId);
  }, [status, userId, send]);

  useEffect(() => {
    if (fridge !== null) send({ type: 'bound' });
  }, [fridge, send]);

  useEffect(() => {
    if (state.at === 'result') unfinished.finish(owner.current, state.requestId);
  }, [state]);

  return useMemo(() => ({ state, tap: () => void tap(), stopped, dismiss }), [state, tap, stopped, dismiss]);
}

/** Nothing was asked of the server; the user knows why. */
const notSent: CallResult<never> = { ok: false, reason: 'aborted', code: 0, message: '' };

function ownAnswer(answer: CallResult<DrawResult>, requestId: string): CallResult<DrawResult> {
  if (!answer.ok || answer.data.requestId === '' || answer.data.requestId === requestId) return answer;
  return { ok: false, reason: 'malformed', code: 0, message: '' };
}
