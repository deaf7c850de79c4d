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
import { type SignedInOptions, type SignedInResult, callSignedIn, type Send, useMachine } from '@fridge/shared-ui';
import { useEffect, useState } from 'react';
import { copy } from '../copy.ts';
import { CAMPAIGN_WINDOW } from '../window.ts';
import {
  type EffectEvent,
  idleQuiz,
  type QuizEffect,
  type QuizEvent,
  type QuizState,
  quizStep,
} from './quiz-machine.ts';
import { type AnswerSender, createAnswerSender } from './send-answer.ts';

export interface Quiz {
  state: QuizState;
  send: (event: QuizEvent) => void;
}

/** The question flow of a screen; leaving it or another user's login aborts. */
export function useQuiz(host: HostServices): Quiz {
  const [effects] = useState(() => createQuizEffects(host));
  const { state, send } = useMachine(quizStep, idleQuiz, effects.run);
  const { visit } = state;
  useEffect(
    () => host.session.subscribe(() => effects.isOtherUser() && void send({ type: 'otherUser', visit })),
    [host, effects, send, visit],
  );
  useEffect(() => effects.abort, [effects]);
  return { state, send };
}

function createQuizEffects(host: HostServices) {
  let household: Household | null = null;
  let answers: AnswerSender | null = null;
  let visit = new AbortController();

  function run(effect: QuizEffect, send: Send<QuizState, QuizEvent>, signal: AbortSignal): void {
    if (effect.type === 'toast') {
      const start = startText(host.windows.bounds(CAMPAIGN_WINDOW), host.windows.now());
      host.feedback.toast(fill(copy[`campaign.${effect.message}.toast`], { start }));
    } else if (effect.type === 'clearToast') {
      host.feedback.toast('');
    } else if (effect.type === 'abandon') {
      visit.abort();
    } else {
      outcome(effect, send).then(
        (event) => {
          const state = send(event);
          const isShown = !signal.aborted && state.visit === event.visit && state.phase !== 'idle';
          if (event.type === 'judged' && isShown) answers?.shown();
        },
        () => {
          host.feedback.toast(commonCopy['common.fallback.toast']);
          send(failure(effect));
        },
      );
    }
  }

  async function outcome(effect: RequestEffect, send: Send<QuizState, QuizEvent>): Promise<EffectEvent> {
    switch (effect.type) {
      case 'check':
        visit = new AbortController();
        household = null;
        answers = null;
        return check(effect.visit, visit.signal, send);
      case 'load': {
        const saved = await asOwner((who, options) => {
          const fields = effect.previousId === '' ? who : { ...who, questionId: effect.previousId };
          return host.requests.call(campaignCalls.getNewAnswer, fields, { ...options, signal: visit.signal });
        }, beforeAnswer);
        return saved.ok
          ? { type: 'questionArrived', visit: effect.visit, question: saved.data }
          : failureEvent(saved, failure(effect));
      }
      case 'answer': {
        const saved = await asOwner((who) => {
          answers = createAnswerSender(host, who, visit.signal);
          return answers.send(effect);
        });
        if (saved.ok) return { type: 'judged', visit: effect.visit, correct: saved.data.correct };
        return failureEvent(saved, notJudged(effect.visit, saved));
      }
      case 'openCoupon':
        return { type: 'couponPage', visit: effect.visit, opened: await host.external.openCoupon() };
    }
  }

  /** Logs in again only as the user who began the visit. */
  function asOwner<Data>(
    ask: (who: Household, options: { quiet: true }) => Promise<CallResult<Data>>,
    options?: SignedInOptions,
  ): Promise<SignedInResult<Data>> {
    return callSignedIn(host, ask, { owner: household?.userId ?? '', ...options });
  }

  async function check(number: number, signal: AbortSignal, send: Send<QuizState, QuizEvent>): Promise<EffectEvent> {
    const saved = await callSignedIn(
      host,
      async (who, options) => {
        if (signal.aborted) return abandoned;
        household = who;
        answers = createAnswerSender(host, who, signal);
        send({ type: 'admitted', visit: number });
        return enter(who, answers, { ...options, signal });
      },
      beforeAnswer,
    );
    if (saved.ok)
      return saved.data === 'judged'
        ? { type: 'judged', visit: number, correct: true }
        : { type: saved.data, visit: number };
    return failureEvent(saved, {
      type: 'refused',
      visit: number,
      noFridge: saved.reason === 'denied' && saved.permission === 'noFridge',
    });
  }

  async function enter(
    who: Household,
    sender: AnswerSender,
    options: { quiet: true; signal: AbortSignal },
  ): Promise<CallResult<Entry>> {
    const recovered = await sender.recover();
    if (recovered?.ok === false && recovered.code === answerCode.notAuthorized) return recovered;
    if (recovered?.ok && recovered.data.correct) return { ok: true, data: 'judged' };
    if (recovered?.ok) {
      sender.shown();
      host.feedback.toast(fill(copy['campaign.question.wrongTwice.toast']));
    }
    const direct = await host.requests.call(campaignCalls.isDirect, who, options);
    return direct.ok ? { ok: true, data: direct.data === null ? 'noQuestionNeeded' : 'questionNeeded' } : direct;
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

const abandoned = { ok: false, reason: 'aborted', code: 0, message: '' } as const satisfies CallResult<never>;

/** `judged`: with an earlier answer's coupon. */
type Entry = 'judged' | 'noQuestionNeeded' | 'questionNeeded';

type RequestEffect = Exclude<QuizEffect, { type: 'toast' | 'clearToast' | 'abandon' }>;

type Unsaved = Exclude<SignedInResult<unknown>, { ok: true }>;

function failureEvent(saved: Unsaved, otherwise: EffectEvent): EffectEvent {
  return saved.reason === 'otherUser' ? { type: 'otherUser', visit: otherwise.visit } : otherwise;
}

/** With these codes the server can't judge the question any more. */
function notJudged(visit: number, saved: Unsaved): EffectEvent {
  const answer = saved.reason === 'failed' ? saved.failure : null;
  const stale =
    answer?.reason === 'refused' && (answer.code === answerCode.badInput || answer.code === answerCode.conflict);
  return { type: stale ? 'questionStale' : 'notJudged', visit };
}

function failure({ type, visit }: RequestEffect): EffectEvent {
  switch (type) {
    case 'check':
      return { type: 'refused', visit, noFridge: false };
    case 'load':
      return { type: 'questionFailed', visit };
    case 'answer':
      return { type: 'notJudged', visit };
    case 'openCoupon':
      return { type: 'couponPage', visit, opened: false };
  }
}
