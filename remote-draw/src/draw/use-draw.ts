import { answerCode, type CallResult, commonCopy, type HostServices } from '@fridge/shared-contracts';
import { type DrawResult, drawCalls } from '@fridge/shared-contracts/activities/draw';
import { isRuling, resendOnConflict, saveSignedIn, type Send, useMachine, useStore } from '@fridge/shared-ui';
import { useEffect, useRef } from 'react';
import type { Chances } from './use-chances.ts';
import { copy } from '../copy.ts';
import { DRAW_WINDOW } from '../window.ts';
import { type DrawEffect, type DrawEvent, type DrawState, drawStep } from './draw-machine.ts';
import { outcomeOf } from './outcome.ts';
import { unfinishedDraws } from './unfinished-draw.ts';

type SendDraw = Send<DrawState, DrawEvent>;

const idle: DrawState = { phase: 'idle' };

/** Runs the draw machine (spec sections 4 and 7). Only the server decides the result. */
export function useDraw(host: HostServices, chances: Chances) {
  const { status, userId, fridge } = useStore(host.session);
  const owner = useRef('');
  const leftAfter = useRef<number | null>(null);
  /** Continues after the session expired, once the wheel is at rest. */
  const resume = useRef<() => void>(undefined);

  const ask = async (user: string, requestId: string, sendBack: SendDraw) => {
    owner.current = user;
    leftAfter.current = null;
    const result = await resendOnConflict(() => host.requests.call(drawCalls.draw, { requestId }, { quiet: true }));
    const answer = ownAnswer(result, requestId);
    if (answer.ok) {
      const next = sendBack({ type: 'answered', requestId, outcome: outcomeOf(answer.data, requestId) });
      // Not of a draw that another user's has replaced.
      if (next.phase === 'landing' && next.requestId === requestId) leftAfter.current = answer.data.surplusNum ?? null;
    } else if (answer.code === answerCode.notAuthorized && sendBack({ type: 'expired', requestId }).phase === 'returning') {
      await new Promise<void>((resolve) => {
        resume.current = resolve;
      });
    } else {
      const ruled = isRuling(answer);
      if (ruled) unfinishedDraws.finish(user, requestId);
      sendBack({ type: 'failed', requestId, failure: { message: failureMessage(answer), ruled } });
      void chances.reload();
    }
    return answer;
  };

  /** The window may end while the page is open: don't spin for a sure refusal. */
  const isClosed = () => {
    const windowState = host.windows.stateOf(DRAW_WINDOW);
    if (windowState !== 'open') host.feedback.toast(copy[`draw.wheel.${windowState}.toast`]);
    return windowState !== 'open';
  };

  const check = async (sendBack: SendDraw, signal: AbortSignal) => {
    const saved = await saveSignedIn(
      host,
      (household) => {
        // The window may have ended during the login.
        if (isClosed()) return Promise.resolve(unanswered('aborted'));
        const requestId = unfinishedDraws.begin(household.userId);
        sendBack({ type: 'allowed', requestId });
        return ask(household.userId, requestId, sendBack);
      },
      { quiet: true, signal, otherUser: commonCopy['common.otherUser.entry.toast'] },
    );
    if (saved.ok || signal.aborted) return;
    if (saved.reason === 'failed' && saved.failure.code === answerCode.notAuthorized) host.feedback.toast(saved.failure.message);
    // Ignored once a draw has begun.
    sendBack({ type: 'denied', noFridge: saved.reason === 'denied' && saved.permission === 'noFridge' });
  };

  const run = (effect: DrawEffect, sendBack: SendDraw, signal: AbortSignal) => {
    switch (effect.type) {
      case 'check':
        return void check(sendBack, signal);
      case 'recover':
        return void ask(effect.userId, effect.requestId, sendBack);
      case 'resume':
        return resume.current?.();
      case 'shown':
        unfinishedDraws.finish(owner.current, effect.requestId);
        return void (leftAfter.current === null ? chances.reload() : chances.set(owner.current, leftAfter.current));
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

  // Recovers a result that was never shown, before any tap.
  useEffect(() => {
    const requestId = status === 'user' ? unfinishedDraws.find(userId) : null;
    if (requestId !== null) send({ type: 'found', userId, requestId });
  }, [status, userId, send]);

  useEffect(() => {
    if (fridge !== null) send({ type: 'bound' });
  }, [fridge, send]);

  const tap = () => {
    if (state.phase !== 'idle') return;
    host.tracking.click('draw.wheel.spin');
    if (isClosed()) return;
    const { userId: user, needsFridge } = host.session.getState();
    send({ type: 'tapped', remaining: chances.now(), unfinished: user !== '' && unfinishedDraws.find(user) !== null, needsFridge });
  };
  return {
    state,
    tap,
    stopped: () => void send({ type: 'stopped', remaining: chances.now() }),
    dismiss: () => void send({ type: 'dismissed' }),
  };
}

/** A failure that no answer explains. */
const unanswered = (reason: 'aborted' | 'malformed'): CallResult<never> => ({ ok: false, reason, code: 0, message: '' });

function ownAnswer(answer: CallResult<DrawResult>, requestId: string): CallResult<DrawResult> {
  if (!answer.ok || answer.data.requestId === '' || answer.data.requestId === requestId) return answer;
  return unanswered('malformed');
}

/** Without an answer the result is unknown (copy deck 4.1). */
export function failureMessage({ reason, message }: Extract<CallResult<unknown>, { ok: false }>): string {
  if (reason !== 'refused' && reason !== 'notice') return copy['draw.wheel.unknown.toast'];
  return message || commonCopy['common.fallback.toast'];
}
