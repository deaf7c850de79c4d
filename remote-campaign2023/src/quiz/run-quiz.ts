import { answerCode, type CallResult, type HostServices, type Household, type Store } from '@fridge/shared-contracts';
import { campaignCalls, type Judgement } from '@fridge/shared-contracts/activities/campaign';
import { commonCopy, fill } from '@fridge/shared-contracts/copy';
import { copy } from '../copy.ts';
import { type EffectEvent, idleQuiz, type QuizEffect, type QuizEvent, type QuizState, quizStep } from './quiz-machine.ts';
import { type AnswerSender, createAnswerSender } from './send-answer.ts';

/** A running question flow: its state, and where events go. */
export interface RunningQuiz extends Store<QuizState> {
  send(event: QuizEvent): void;
}

/**
 * Runs the question flow on the host's services: performs what the machine asks for and feeds back what comes of it.
 * The state changes within `send`, before it returns, so that a second tap in the same frame meets the new state.
 */
export function runQuiz(host: HostServices): RunningQuiz {
  let state = idleQuiz;
  let household: Household | null = null;
  let answers: AnswerSender | null = null;
  let underWay = new AbortController();
  const listeners = new Set<() => void>();

  function send(event: QuizEvent): void {
    const step = quizStep(state, event);
    if (step.state !== state) {
      if (event.type === 'judged') answers?.shown();
      state = step.state;
      for (const listener of listeners) listener();
    }
    for (const effect of step.effects) perform(effect);
  }

  function perform(effect: QuizEffect): void {
    if (effect.type === 'toast') {
      host.feedback.toast(fill(copy[effect.messageKey]));
    } else if (effect.type === 'clearToast') {
      host.feedback.toast('');
    } else if (effect.type === 'abandon') {
      underWay.abort();
    } else {
      outcome(effect).then(send, () => {
        host.feedback.toast(commonCopy['common.fallback.toast']);
        send(failure(effect));
      });
    }
  }

  async function outcome(effect: Asking): Promise<EffectEvent> {
    const { visit } = effect;
    switch (effect.type) {
      case 'check':
        underWay = new AbortController();
        household = null;
        answers = null;
        return check(visit, underWay.signal);
      case 'load': {
        if (!household) return failure(effect);
        const fields = effect.previousId === '' ? household : { ...household, questionId: effect.previousId };
        const answer = await host.requests.call(campaignCalls.getNewAnswer, fields, { signal: underWay.signal });
        return answer.ok ? { type: 'questionArrived', visit, question: answer.data } : failure(effect);
      }
      case 'answer':
        return answers ? judgement(visit, await answers.send(effect)) : failure(effect);
      case 'openCoupon':
        return { type: 'couponPage', visit, opened: await host.external.openCoupon() };
    }
  }

  /** Login and fridge first, then the answer whose result was never shown, then the server's word on eligibility. */
  async function check(visit: number, signal: AbortSignal): Promise<EffectEvent> {
    const entry = await host.session.require();
    if (!entry.allowed) return { type: 'denied', visit, because: entry.because === 'noFridge' ? 'noFridge' : 'other' };
    if (signal.aborted) return { type: 'notEligible', visit };
    household = entry.household;
    send({ type: 'admitted', visit });
    answers = createAnswerSender(host, household, signal);
    const recovered = await answers.recover();
    if (recovered?.ok && recovered.data.correct) return { type: 'judged', visit, correct: true };
    if (recovered?.ok) {
      answers.shown();
      host.feedback.toast(fill(copy['campaign.question.wrongTwice.toast']));
    }
    const direct = await host.requests.call(campaignCalls.isDirect, entry.household, { signal });
    if (!direct.ok) return { type: 'notEligible', visit };
    return { type: direct.data === null ? 'noQuestionNeeded' : 'questionNeeded', visit };
  }

  return {
    get: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    send,
  };
}

type Asking = Exclude<QuizEffect, { type: 'toast' | 'clearToast' | 'abandon' }>;

/** A refused answer means a question the server can't judge any more; the next one replaces it. */
function judgement(visit: number, answer: CallResult<Judgement>): EffectEvent {
  if (answer.ok) return { type: 'judged', visit, correct: answer.data.correct };
  const stale = answer.because === 'refused' && (answer.code === answerCode.badInput || answer.code === answerCode.conflict);
  return { type: stale ? 'questionStale' : 'notJudged', visit };
}

function failure({ type, visit }: Asking): EffectEvent {
  switch (type) {
    case 'check':
      return { type: 'notEligible', visit };
    case 'load':
      return { type: 'questionFailed', visit };
    case 'answer':
      return { type: 'notJudged', visit };
    case 'openCoupon':
      return { type: 'couponPage', visit, opened: false };
  }
}
