import { answerCode, type CallResult, commonCopy, type HostServices } from '@fridge/shared-contracts';
import { type DrawResult, drawCalls } from '@fridge/shared-contracts/activities/draw';
import {
  callSignedIn,
  createRequestIds,
  isFinalRefusal,
  resendOnConflict,
  type Send,
  useMachine,
  useStore,
} from '@fridge/shared-ui';
import { useEffect, useRef } from 'react';
import type { Chances } from './use-chances.ts';
import { copy } from '../copy.ts';
import { DRAW_WINDOW } from '../window.ts';
import { type DrawEffect, type DrawEvent, type DrawState, drawStep, idle } from './draw-machine.ts';
import { shownResultOf } from './shown-result.ts';

/** Of draws whose result hasn't been shown. */
const unfinishedDraws = createRequestIds('draw');

type SendDraw = Send<DrawState, DrawEvent>;

/** Runs the draw machine (spec sections 4 and 7). Only the server decides the result. */
export function useDraw(host: HostServices, chances: Chances) {
  const { userId } = useStore(host.session);
  /** Resolves once the wheel is at rest after the session expired. */
  const atRest = useRef<() => void>(undefined);

  /**
   * After a 401 it returns once the wheel is at rest: `callSignedIn` then opens the login and calls it again with the
   * same id.
   */
  const requestDraw = async (owner: string, requestId: string, sendBack: SendDraw) => {
    const call = () => host.requests.call(drawCalls.draw, { requestId }, { quiet: true });
    const answer = ownAnswer(await resendOnConflict(call), requestId);
    if (answer.ok) {
      const result = shownResultOf(answer.data, requestId);
      sendBack({ type: 'answered', drawn: { requestId, userId: owner, left: answer.data.surplusNum ?? null, result } });
    } else if (
      answer.code === answerCode.notAuthorized &&
      sendBack({ type: 'failed', requestId, failure: 'needsLogin' }).phase === 'returning'
    ) {
      await new Promise<void>((resolve) => {
        atRest.current = resolve;
      });
    } else {
      const final = isFinalRefusal(answer);
      if (final) unfinishedDraws.finish(owner, requestId);
      sendBack({ type: 'failed', requestId, failure: { message: failureMessage(answer), final } });
      void chances.retry();
    }
    return answer;
  };

  /** The window may end while the page is open: don't spin for a sure refusal. */
  const isClosed = () => {
    const windowState = host.windows.stateOf(DRAW_WINDOW);
    if (windowState !== 'open') host.feedback.toast(copy[`draw.wheel.${windowState}.toast`]);
    return windowState !== 'open';
  };

  const draw = async (sendBack: SendDraw, signal: AbortSignal) => {
    const drawn = await callSignedIn(
      host,
      (household) => {
        // The window may have ended during the login.
        if (isClosed()) return Promise.resolve(noAnswer('aborted'));
        const requestId = unfinishedDraws.begin(household.userId);
        sendBack({ type: 'allowed', requestId });
        return requestDraw(household.userId, requestId, sendBack);
      },
      { quiet: true, signal, otherUser: commonCopy['common.otherUser.entry.toast'] },
    );
    if (drawn.ok || signal.aborted) return;
    if (drawn.reason === 'failed' && drawn.failure.code === answerCode.notAuthorized)
      host.feedback.toast(drawn.failure.message);
    // Ignored once a draw has begun.
    sendBack({ type: 'denied', noFridge: drawn.reason === 'denied' && drawn.permission === 'noFridge' });
  };

  const run = (effect: DrawEffect, sendBack: SendDraw, signal: AbortSignal) => {
    switch (effect.type) {
      case 'draw':
        return void draw(sendBack, signal);
      case 'openLogin':
        return atRest.current?.();
      case 'shown': {
        const { userId: owner, requestId, left } = effect.drawn;
        unfinishedDraws.finish(owner, requestId);
        return void (left === null ? chances.retry() : chances.set(owner, left));
      }
      case 'toast':
        return host.feedback.toast(effect.message);
    }
  };
  const { state, send } = useMachine(drawStep, idle, run);

  const before = useRef(userId);
  useEffect(() => {
    if (userId === '' || userId === before.current) return;
    if (before.current !== '') send({ type: 'replaced' });
    before.current = userId;
  }, [userId, send]);

  const tap = () => {
    host.tracking.click('draw.wheel.spin');
    if (isClosed()) return;
    const { userId: user, needsFridge } = host.session.getState();
    send({ type: 'tapped', chancesLeft: chances.left, unfinished: hasUnfinished(user), needsFridge });
  };
  return {
    state,
    /** There is nothing to draw: no chance, and no draw whose result hasn't been shown. */
    isSpent: chances.left === 0 && !hasUnfinished(userId),
    tap,
    stopped: () => void send({ type: 'stopped', chancesLeft: chances.left }),
    dismiss: () => void send({ type: 'dismissed' }),
  };
}

const hasUnfinished = (userId: string) => userId !== '' && unfinishedDraws.find(userId) !== null;

/** `aborted`: nothing was sent; `malformed`: the answer is another draw's. */
const noAnswer = (reason: 'aborted' | 'malformed'): CallResult<never> => ({ ok: false, reason, code: -1, message: '' });

function ownAnswer(answer: CallResult<DrawResult>, requestId: string): CallResult<DrawResult> {
  if (!answer.ok || answer.data.requestId === '' || answer.data.requestId === requestId) return answer;
  return noAnswer('malformed');
}

/** Without an answer the result is unknown (copy deck 4.1). */
export function failureMessage({ reason, message }: Extract<CallResult<unknown>, { ok: false }>): string {
  if (reason !== 'refused' && reason !== 'notice') return copy['draw.wheel.unknown.toast'];
  return message || commonCopy['common.fallback.toast'];
}
