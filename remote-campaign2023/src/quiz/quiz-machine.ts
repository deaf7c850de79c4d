import type { WindowState } from '@fridge/shared-contracts';
import { campaignTerms, type OptionLabel, type Question } from '@fridge/shared-contracts/activities/campaign';

/** The question flow (spec section 4), a pure state machine, from the press on the button until the pop-up closes. */
export type QuizState =
  | { phase: 'idle' }
  /** The app checks login and fridge, then the server eligibility. */
  | { phase: 'checking'; by: 'app' | 'server' }
  | { phase: 'noFridge' }
  /** The coupon page opens, without a question. */
  | { phase: 'leaving' }
  /** The question to replace, empty for the first. */
  | { phase: 'loading' | 'failed'; previousId: string }
  | { phase: 'choosing'; question: Question; selected: OptionLabel | null }
  | { phase: 'submitting'; question: Question; selected: OptionLabel }
  /** `leaving`: the coupon page opens. */
  | { phase: 'won'; leaving: boolean };

export type QuizPhase = QuizState['phase'];

type UserEvent =
  | { type: 'start'; windowState: WindowState }
  | { type: 'select'; label: OptionLabel }
  | { type: 'submit'; windowState: WindowState }
  | { type: 'retry' }
  | { type: 'takeCoupon' }
  /** Also another user's login. */
  | { type: 'close' };

/** Results of effects; the host has already shown errors. */
type EffectEvent =
  /** The app has confirmed user and fridge. */
  | { type: 'admitted' }
  | { type: 'noFridge' }
  | { type: 'noQuestionNeeded' }
  | { type: 'questionNeeded' }
  | { type: 'questionArrived'; question: Question }
  | { type: 'judged'; correct: boolean }
  | { type: 'questionStale' }
  | { type: 'couponOpened' }
  /** The effect can be repeated. */
  | { type: 'failed' };

export type QuizEvent = UserEvent | EffectEvent;

/** `campaign.<message>.toast` in the copy deck. */
type Message =
  | 'home.notStarted'
  | 'home.ended'
  | 'home.couponFail'
  | 'question.noOption'
  | 'question.wrong'
  | 'question.wrongTwice';

/** Whose result the machine waits for. */
export type QuizRequest =
  | { type: 'check' }
  | { type: 'load'; previousId: string }
  | { type: 'answer'; questionId: string; label: OptionLabel }
  | { type: 'openCoupon' };

export type QuizEffect =
  | QuizRequest
  /** `null` removes the toast about an earlier answer: "wrong" must not cover "right". */
  | { type: 'toast'; message: Message | null }
  /** Ends the running request. */
  | { type: 'abandon' };

type QuizStep = { state: QuizState; effects: QuizEffect[] };

export const idleQuiz: QuizState = { phase: 'idle' };

const OPEN: ReadonlySet<QuizPhase> = new Set(['loading', 'failed', 'choosing', 'submitting', 'won']);

export const isQuizOpen = ({ phase }: QuizState): boolean => OPEN.has(phase);

export const isQuizStarting = ({ phase }: QuizState): boolean => phase === 'checking' || phase === 'leaving';

export function isWaitingForApp(state: QuizState): boolean {
  if (state.phase === 'checking') return state.by === 'app';
  return state.phase === 'leaving' || (state.phase === 'won' && state.leaving);
}

/** Ignores events without meaning in a state. */
export function quizStep(state: QuizState, event: QuizEvent): QuizStep {
  const stay = go(state);
  if (event.type === 'close') return state.phase === 'idle' ? stay : go(idleQuiz, { type: 'abandon' });

  switch (state.phase) {
    case 'idle':
    case 'noFridge':
      if (event.type !== 'start') return stay;
      return event.windowState === 'open'
        ? go({ phase: 'checking', by: 'app' }, { type: 'check' })
        : go(state, windowToast(event.windowState));
    case 'checking':
      if (event.type === 'admitted') return go({ ...state, by: 'server' });
      if (event.type === 'noFridge') return go({ phase: 'noFridge' });
      if (event.type === 'noQuestionNeeded') return go({ phase: 'leaving' }, { type: 'openCoupon' });
      if (event.type === 'questionNeeded') return load('');
      return event.type === 'failed' ? go(idleQuiz) : stay;
    case 'leaving':
      if (event.type === 'couponOpened') return go(idleQuiz);
      return event.type === 'failed' ? go(idleQuiz, couponFailed) : stay;
    case 'loading':
      if (event.type === 'questionArrived') return choose(event.question);
      return event.type === 'failed' ? go({ ...state, phase: 'failed' }) : stay;
    case 'failed':
      return event.type === 'retry' ? load(state.previousId) : stay;
    case 'choosing':
      if (event.type === 'select') return go({ ...state, selected: event.label });
      return event.type === 'submit' ? submit(state, event.windowState) : stay;
    case 'submitting':
      if (event.type === 'failed') return go({ ...state, phase: 'choosing' });
      if (event.type === 'questionStale') return load(state.question.questionId);
      return event.type === 'judged' ? judged(state, event.correct) : stay;
    case 'won':
      if (event.type === 'takeCoupon' && !state.leaving) return go({ ...state, leaving: true }, { type: 'openCoupon' });
      if (event.type === 'couponOpened') return go(idleQuiz);
      return event.type === 'failed' ? go({ ...state, leaving: false }, couponFailed) : stay;
  }
}

type InPhase<Phase extends QuizPhase> = Extract<QuizState, { phase: Phase }>;

function go(state: QuizState, ...effects: QuizEffect[]): QuizStep {
  return { state, effects };
}

function load(previousId: string, ...before: QuizEffect[]): QuizStep {
  return go({ phase: 'loading', previousId }, ...before, { type: 'load', previousId });
}

function choose(question: Question, ...effects: QuizEffect[]): QuizStep {
  return go({ phase: 'choosing', question, selected: null }, ...effects);
}

const couponFailed: QuizEffect = { type: 'toast', message: 'home.couponFail' };

function windowToast(windowState: Exclude<WindowState, 'open'>): QuizEffect {
  return { type: 'toast', message: windowState === 'ended' ? 'home.ended' : 'home.notStarted' };
}

function submit(state: InPhase<'choosing'>, windowState: WindowState): QuizStep {
  const { question, selected } = state;
  if (windowState !== 'open') return go(state, windowToast(windowState));
  if (selected === null) return go(state, { type: 'toast', message: 'question.noOption' });
  return go(
    { phase: 'submitting', question, selected },
    { type: 'answer', questionId: question.questionId, label: selected },
  );
}

function judged({ question, selected }: InPhase<'submitting'>, correct: boolean): QuizStep {
  if (correct) return go({ phase: 'won', leaving: false }, { type: 'toast', message: null });
  const missed = [...(question.missed ?? []), selected];
  return missed.length < campaignTerms.wrongAnswersPerQuestion
    ? choose({ ...question, missed }, { type: 'toast', message: 'question.wrong' })
    : load(question.questionId, { type: 'toast', message: 'question.wrongTwice' });
}
