import {
  answerCode,
  type CallResult,
  commonCopy,
  fill,
  type HostServices,
  type Household,
  startText,
  type Store,
} from '@fridge/shared-contracts';
import { campaignCalls } from '@fridge/shared-contracts/activities/campaign';
import { type SaveOptions, type Saved, saveSignedIn } from '@fridge/shared-ui';
import { CAMPAIGN_WINDOW } from '../campaign-window.ts';
import { copy } from '../copy.ts';
import { type EffectEvent, idleQuiz, type QuizEffect, type QuizEvent, type QuizState, quizStep } from './quiz-machine.ts';
import { type AnswerSender, createAnswerSender } from './send-answer.ts';

/** A running question flow: its state, and where events go. */
export interface RunningQuiz extends Store<QuizState> {
  send(event: QuizEvent): void;
  /** Ends the visit of a user as soon as another one has logged in; returns how to stop. */
  followSession(): () => void;
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
      const start = startText(host.windows.bounds(CAMPAIGN_WINDOW), host.windows.now());
      host.feedback.toast(fill(copy[effect.messageKey], { start }));
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
        const saved = await asOwner((who, options) => {
          const fields = effect.previousId === '' ? who : { ...who, questionId: effect.previousId };
          return host.requests.call(campaignCalls.getNewAnswer, fields, { ...options, signal: underWay.signal });
        }, nothingSent);
        return saved.ok ? { type: 'questionArrived', visit, question: saved.data } : ending(saved, failure(effect));
      }
      case 'answer': {
        const saved = await asOwner((who) => {
          answers = createAnswerSender(host, who, underWay.signal);
          return answers.send(effect);
        });
        return saved.ok ? { type: 'judged', visit, correct: saved.data.correct } : ending(saved, notJudged(visit, saved));
      }
      case 'openCoupon':
        return { type: 'couponPage', visit, opened: await host.external.openCoupon() };
    }
  }

  /** Goes on through a login where the session has run out, for the user alone who began the visit. */
  function asOwner<Data>(ask: (who: Household, options: { quiet: true }) => Promise<CallResult<Data>>, options?: SaveOptions): Promise<Saved<Data>> {
    return saveSignedIn(host, ask, { owner: household?.userId ?? '', ...options });
  }

  /** Login and fridge first, then the answer whose result was never shown, then the server's word on eligibility. */
  async function check(visit: number, signal: AbortSignal): Promise<EffectEvent> {
    const saved = await saveSignedIn(host, async (who, options) => {
      if (signal.aborted) return abandoned;
      household = who;
      answers = createAnswerSender(host, who, signal);
      send({ type: 'admitted', visit });
      return enter(who, answers, { ...options, signal });
    }, nothingSent);
    if (saved.ok) return saved.data === 'judged' ? { type: 'judged', visit, correct: true } : { type: saved.data, visit };
    if (saved.reason === 'denied') return { type: 'denied', visit, reason: saved.permission === 'noFridge' ? 'noFridge' : 'other' };
    return ending(saved, { type: 'notEligible', visit });
  }

  async function enter(who: Household, sender: AnswerSender, options: { quiet: true; signal: AbortSignal }): Promise<CallResult<Entry>> {
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
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    send,
    followSession: () =>
      host.session.subscribe(() => {
        const { status, userId } = host.session.getState();
        if (household !== null && status === 'user' && userId !== household.userId) send({ type: 'otherUser', visit: state.visit });
      }),
  };
}

/** Until an answer is given, a login as somebody else leaves nothing of the first user's unsent. */
const nothingSent: SaveOptions = { otherUser: commonCopy['common.otherUser.entry.toast'] };

const abandoned = { ok: false, reason: 'aborted', code: 0, message: '' } as const satisfies CallResult<never>;

/** How a visit begins: with the coupon that an earlier answer has won, without a question, or with one. */
type Entry = 'judged' | 'noQuestionNeeded' | 'questionNeeded';

type Asking = Exclude<QuizEffect, { type: 'toast' | 'clearToast' | 'abandon' }>;

type Unsaved = Exclude<Saved<unknown>, { ok: true }>;

/** The visit is over where its user is; anything else is as `otherwise` says. */
function ending(saved: Unsaved, otherwise: EffectEvent): EffectEvent {
  return saved.reason === 'otherUser' ? { type: 'otherUser', visit: otherwise.visit } : otherwise;
}

/** A refused answer means a question the server can't judge any more; the next one replaces it. */
function notJudged(visit: number, saved: Unsaved): EffectEvent {
  const answer = saved.reason === 'failed' ? saved.failure : null;
  const stale = answer?.reason === 'refused' && (answer.code === answerCode.badInput || answer.code === answerCode.conflict);
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
