import type { WindowState } from '@fridge/shared-contracts';
import { campaignTerms, type OptionLabel, type Question } from '@fridge/shared-contracts/activities/campaign';
import type { copy } from '../copy.ts';

/**
 * The question flow (spec section 4), a pure state machine. A visit lasts from the press on the button until the pop-up
 * closes; answers for an earlier visit are ignored.
 */
export type QuizState = { visit: number } & (
  | { phase: 'idle' }
  /** The app checks login and fridge, then the server eligibility. */
  | { phase: 'checking'; by: 'app' | 'server' }
  | { phase: 'noFridge' }
  /** The coupon page opens, without a question. */
  | { phase: 'leaving' }
  /** The question to replace, empty for the first. */
  | { phase: 'loading'; previousId: string }
  | { phase: 'loadFailed'; previousId: string }
  /** `missed`: wrong answers so far. */
  | { phase: 'choosing'; question: Question; selected: OptionLabel | null; missed: readonly OptionLabel[] }
  | { phase: 'submitting'; question: Question; selected: OptionLabel; missed: readonly OptionLabel[] }
  /** `leaving`: the coupon page opens. */
  | { phase: 'won'; leaving: boolean }
);

export type QuizPhase = QuizState['phase'];

type UserEvent =
  | { type: 'start'; windowState: WindowState }
  | { type: 'select'; label: OptionLabel }
  | { type: 'submit'; windowState: WindowState }
  | { type: 'retry' }
  | { type: 'takeCoupon' }
  | { type: 'close' };

/** Results of effects; the host has already shown errors. */
export type EffectEvent = { visit: number } & (
  | { type: 'refused'; noFridge: boolean }
  /** The app has confirmed user and fridge. */
  | { type: 'admitted' }
  | { type: 'noQuestionNeeded' }
  | { type: 'questionNeeded' }
  | { type: 'questionArrived'; question: Question }
  | { type: 'questionFailed' }
  /** The answer just sent; while checking, an earlier one whose result was never shown. */
  | { type: 'judged'; correct: boolean }
  /** Code 204, a refusal or a network error: can be sent again. */
  | { type: 'notJudged' }
  | { type: 'questionStale' }
  | { type: 'couponPage'; opened: boolean }
  /** Another user has logged in. */
  | { type: 'otherUser' }
);

export type QuizEvent = UserEvent | EffectEvent;

/** `campaign.<message>.toast` in the copy deck. */
type Message = keyof typeof copy extends infer Key
  ? Key extends `campaign.${infer Name}.toast`
    ? Name
    : never
  : never;

export type QuizEffect =
  | { type: 'toast'; message: Message }
  /** Removes the toast about an earlier answer: "wrong" must not cover "right". */
  | { type: 'clearToast' }
  | { type: 'check'; visit: number }
  | { type: 'load'; visit: number; previousId: string }
  | { type: 'answer'; visit: number; questionId: string; label: OptionLabel }
  | { type: 'openCoupon'; visit: number }
  | { type: 'abandon'; visit: number };

type QuizStep = { state: QuizState; effects: QuizEffect[] };

export const idleQuiz: QuizState = { phase: 'idle', visit: 0 };

export function isQuizOpen({ phase }: QuizState): boolean {
  return (
    phase === 'loading' || phase === 'loadFailed' || phase === 'choosing' || phase === 'submitting' || phase === 'won'
  );
}

export function isQuizStarting({ phase }: QuizState): boolean {
  return phase === 'checking' || phase === 'leaving';
}

export function isWaitingForApp(state: QuizState): boolean {
  return (
    (state.phase === 'checking' && state.by === 'app') ||
    state.phase === 'leaving' ||
    (state.phase === 'won' && state.leaving)
  );
}

/** Ignores events without meaning in a state. */
export function quizStep(state: QuizState, event: QuizEvent): QuizStep {
  const stay: QuizStep = { state, effects: [] };
  if ('visit' in event && event.visit !== state.visit) return stay;
  if (event.type === 'close' || event.type === 'otherUser') {
    if (state.phase === 'idle') return stay;
    return go({ phase: 'idle', visit: state.visit }, { type: 'abandon', visit: state.visit });
  }

  switch (state.phase) {
    case 'idle':
    case 'noFridge':
      return event.type === 'start' ? start(state, event.windowState) : stay;
    case 'checking':
      return checked(state, event);
    case 'leaving':
      if (event.type !== 'couponPage') return stay;
      return go({ phase: 'idle', visit: state.visit }, ...couponToast(event.opened));
    case 'loading':
      if (event.type === 'questionArrived') {
        return go({ phase: 'choosing', visit: state.visit, question: event.question, selected: null, missed: [] });
      }
      return event.type === 'questionFailed' ? go({ ...state, phase: 'loadFailed' }) : stay;
    case 'loadFailed':
      return event.type === 'retry' ? load(state.visit, state.previousId) : stay;
    case 'choosing':
      if (event.type === 'select') return go({ ...state, selected: event.label });
      return event.type === 'submit' ? submit(state, event.windowState) : stay;
    case 'submitting':
      return judged(state, event);
    case 'won':
      if (event.type === 'takeCoupon' && !state.leaving) {
        return go({ ...state, leaving: true }, { type: 'openCoupon', visit: state.visit });
      }
      if (event.type !== 'couponPage') return stay;
      return event.opened
        ? go({ phase: 'idle', visit: state.visit })
        : go({ ...state, leaving: false }, ...couponToast(false));
  }
}

type InPhase<Phase extends QuizPhase> = Extract<QuizState, { phase: Phase }>;

function go(state: QuizState, ...effects: QuizEffect[]): QuizStep {
  return { state, effects };
}

function load(visit: number, previousId: string, ...before: QuizEffect[]): QuizStep {
  return go({ phase: 'loading', visit, previousId }, ...before, { type: 'load', visit, previousId });
}

function couponToast(opened: boolean): QuizEffect[] {
  return opened ? [] : [{ type: 'toast', message: 'home.couponFail' }];
}

function windowToast(windowState: Exclude<WindowState, 'open'>): QuizEffect {
  return { type: 'toast', message: windowState === 'ended' ? 'home.ended' : 'home.notStarted' };
}

function start(state: QuizState, windowState: WindowState): QuizStep {
  if (windowState !== 'open') return go(state, windowToast(windowState));
  const visit = state.visit + 1;
  return go({ phase: 'checking', visit, by: 'app' }, { type: 'check', visit });
}

function checked(state: InPhase<'checking'>, event: QuizEvent): QuizStep {
  const { visit } = state;
  switch (event.type) {
    case 'refused':
      return go({ phase: event.noFridge ? 'noFridge' : 'idle', visit });
    case 'admitted':
      return go({ ...state, by: 'server' });
    case 'noQuestionNeeded':
      return go({ phase: 'leaving', visit }, { type: 'openCoupon', visit });
    case 'questionNeeded':
      return load(visit, '');
    case 'judged':
      return event.correct ? go({ phase: 'won', visit, leaving: false }, { type: 'clearToast' }) : go(state);
    default:
      return go(state);
  }
}

function submit(state: InPhase<'choosing'>, windowState: WindowState): QuizStep {
  const { visit, question, selected, missed } = state;
  if (windowState !== 'open') return go(state, windowToast(windowState));
  if (selected === null) return go(state, { type: 'toast', message: 'question.noOption' });
  return go(
    { phase: 'submitting', visit, question, selected, missed },
    { type: 'answer', visit, questionId: question.questionId, label: selected },
  );
}

function judged(state: InPhase<'submitting'>, event: QuizEvent): QuizStep {
  const { visit, question } = state;
  if (event.type === 'notJudged') return go({ ...state, phase: 'choosing' });
  if (event.type === 'questionStale') return load(visit, question.questionId);
  if (event.type !== 'judged') return go(state);
  if (event.correct) return go({ phase: 'won', visit, leaving: false }, { type: 'clearToast' });
  const missed = [...state.missed, state.selected];
  if (missed.length >= campaignTerms.wrongAnswersPerQuestion) {
    return load(visit, question.questionId, { type: 'toast', message: 'question.wrongTwice' });
  }
  return go(
    { phase: 'choosing', visit, question, selected: null, missed },
    { type: 'toast', message: 'question.wrong' },
  );
}
