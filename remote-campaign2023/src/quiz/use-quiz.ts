import {
  answerCode,
  type CallResult,
  commonCopy,
  fill,
  type HostServices,
  type Household,
  startText,
} from '@fridge/shared-contracts';
import { campaignCalls } from '@fridge/shared-contracts/activities/campaign';
import {
  callSignedIn,
  newRequestId,
  resendOnConflict,
  type Send,
  type SignedInOptions,
  type SignedInResult,
  useMachine,
} from '@fridge/shared-ui';
import { useEffect, useState } from 'react';
import { copy } from '../copy.ts';
import { CAMPAIGN_WINDOW } from '../window.ts';
import {
  idleQuiz,
  type QuizEffect,
  type QuizEvent,
  type QuizRequest,
  type QuizState,
  quizStep,
} from './quiz-machine.ts';

export interface Quiz {
  state: QuizState;
  send: (event: QuizEvent) => void;
}

/** The question flow of a screen; leaving it or another user's login aborts. */
export function useQuiz(host: HostServices): Quiz {
  const [effects] = useState(() => createQuizEffects(host));
  const { state, send } = useMachine(quizStep, idleQuiz, effects.run);
  useEffect(
    () => host.session.subscribe(() => effects.isOtherUser() && void send({ type: 'close' })),
    [host, effects, send],
  );
  useEffect(() => effects.abort, [effects]);
  return { state, send };
}

function createQuizEffects(host: HostServices) {
  let household: Household | null = null;
  let visit = new AbortController();
  /** By question and option: the same answer counts once, however often it is sent. */
  const requestIds = new Map<string, string>();

  function run(effect: QuizEffect, send: Send<QuizState, QuizEvent>): void {
    if (effect.type === 'toast') {
      const start = startText(host.windows.bounds(CAMPAIGN_WINDOW), host.windows.now());
      host.feedback.toast(effect.message === null ? '' : fill(copy[`campaign.${effect.message}.toast`], { start }));
    } else if (effect.type === 'abandon') {
      visit.abort();
    } else {
      if (effect.type === 'check') visit = new AbortController();
      const { signal } = visit;
      const report = (event: QuizEvent) => void (signal.aborted || send(event));
      request(effect, signal, report).then(report, () => {
        host.feedback.toast(commonCopy['common.fallback.toast']);
        report({ type: 'failed' });
      });
    }
  }

  async function request(
    effect: QuizRequest,
    signal: AbortSignal,
    report: (event: QuizEvent) => void,
  ): Promise<QuizEvent> {
    switch (effect.type) {
      case 'check': {
        household = null;
        const direct = await asOwner((who, options) => {
          household = who;
          report({ type: 'admitted' });
          return host.requests.call(campaignCalls.isDirect, who, { ...options, signal });
        }, beforeAnswer);
        if (direct.ok) return { type: direct.data === null ? 'noQuestionNeeded' : 'questionNeeded' };
        const lacksFridge = direct.reason === 'denied' && direct.permission === 'noFridge';
        return lacksFridge ? { type: 'noFridge' } : failure(direct);
      }
      case 'load': {
        const questionId = effect.previousId || undefined;
        const loaded = await asOwner(
          (who, options) =>
            host.requests.call(campaignCalls.getNewAnswer, { ...who, questionId }, { ...options, signal }),
          beforeAnswer,
        );
        return loaded.ok ? { type: 'questionArrived', question: loaded.data } : failure(loaded);
      }
      case 'answer': {
        const { questionId, label } = effect;
        const key = `${label} ${questionId}`;
        const requestId = requestIds.get(key) ?? newRequestId();
        requestIds.set(key, requestId);
        const judged = await asOwner(({ userId, phone, fridgeId }, options) => {
          const fields = { userId, phone, fridgeId, questionId, correctAnswer: label, requestId };
          return resendOnConflict(() =>
            host.requests.call(campaignCalls.answerQuestion, fields, { ...options, signal }),
          );
        });
        if (judged.ok) return { type: 'judged', correct: judged.data.correct };
        return isStale(judged) ? { type: 'questionStale' } : failure(judged);
      }
      case 'openCoupon':
        return { type: (await host.external.openCoupon()) ? 'couponOpened' : 'failed' };
    }
  }

  /** Logs in again only as the user who began the visit. */
  function asOwner<Data>(
    ask: (who: Household, options: { quiet: true }) => Promise<CallResult<Data>>,
    options?: SignedInOptions,
  ): Promise<SignedInResult<Data>> {
    return callSignedIn(host, ask, { owner: household?.userId ?? '', ...options });
  }

  return {
    run,
    abort: () => visit.abort(),
    isOtherUser(): boolean {
      const { status, userId } = host.session.getState();
      return household !== null && status === 'user' && userId !== household.userId;
    },
  };
}

/** No answer is lost to another user's login yet. */
const beforeAnswer: SignedInOptions = { otherUser: commonCopy['common.otherUser.entry.toast'] };

type Unsaved = Exclude<SignedInResult<unknown>, { ok: true }>;

function failure({ reason }: Unsaved): QuizEvent {
  return { type: reason === 'otherUser' ? 'close' : 'failed' };
}

/** With these codes the server can't judge the question any more. */
function isStale(unsaved: Unsaved): boolean {
  if (unsaved.reason !== 'failed' || unsaved.failure.reason !== 'refused') return false;
  const { code } = unsaved.failure;
  return code === answerCode.badInput || code === answerCode.conflict;
}
