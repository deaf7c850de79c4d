import type { WindowState } from '@fridge/shared-contracts';
import type { Question } from '@fridge/shared-contracts/activities/campaign';
import { describe, expect, it } from 'vitest';
import {
  idleQuiz,
  isQuizOpen,
  isQuizStarting,
  isWaitingForApp,
  type QuizEvent,
  type QuizPhase,
  type QuizState,
  quizStep,
} from './quiz-machine.ts';

const question: Question = { questionId: 'q01', problem: '?', options: ['a', 'b', 'c'] };
const other: Question = { ...question, questionId: 'q02' };

const states: Record<QuizPhase, QuizState> = {
  idle: { phase: 'idle' },
  checking: { phase: 'checking', by: 'app' },
  noFridge: { phase: 'noFridge' },
  leaving: { phase: 'leaving' },
  loading: { phase: 'loading', previousId: '' },
  failed: { phase: 'failed', previousId: 'q07' },
  choosing: { phase: 'choosing', question, selected: 'B' },
  submitting: { phase: 'submitting', question, selected: 'B' },
  won: { phase: 'won', leaving: false },
};
const phases = Object.keys(states) as QuizPhase[]; // Object.keys forgets the key type

const events: Record<QuizEvent['type'], QuizEvent> = {
  start: { type: 'start', windowState: 'open' },
  select: { type: 'select', label: 'C' },
  submit: { type: 'submit', windowState: 'open' },
  retry: { type: 'retry' },
  takeCoupon: { type: 'takeCoupon' },
  close: { type: 'close' },
  noFridge: { type: 'noFridge' },
  admitted: { type: 'admitted' },
  noQuestionNeeded: { type: 'noQuestionNeeded' },
  questionNeeded: { type: 'questionNeeded' },
  questionArrived: { type: 'questionArrived', question: other },
  judged: { type: 'judged', correct: true },
  questionStale: { type: 'questionStale' },
  couponOpened: { type: 'couponOpened' },
  failed: { type: 'failed' },
};
type EventName = keyof typeof events;
const eventNames = Object.keys(events) as EventName[];

/** Every pair of phase and event that changes something, with the phase it leads to. */
const moves: Record<QuizPhase, Partial<Record<EventName, QuizPhase>>> = {
  idle: { start: 'checking' },
  checking: {
    failed: 'idle',
    noFridge: 'noFridge',
    admitted: 'checking',
    noQuestionNeeded: 'leaving',
    questionNeeded: 'loading',
    close: 'idle',
  },
  noFridge: { start: 'checking', close: 'idle' },
  leaving: { couponOpened: 'idle', failed: 'idle', close: 'idle' },
  loading: { questionArrived: 'choosing', failed: 'failed', close: 'idle' },
  failed: { retry: 'loading', close: 'idle' },
  choosing: { select: 'choosing', submit: 'submitting', close: 'idle' },
  submitting: { judged: 'won', failed: 'choosing', questionStale: 'loading', close: 'idle' },
  won: { takeCoupon: 'won', couponOpened: 'idle', failed: 'won', close: 'idle' },
};

const pairs = phases.flatMap((phase) => eventNames.map((event) => [phase, event] as const));

describe('every event in every phase', () => {
  it.each(pairs)('%s, %s', (phase, name) => {
    const before = states[phase];
    const { state, effects } = quizStep(before, events[name]);
    const target = moves[phase][name];
    if (target === undefined) {
      expect(state).toBe(before);
      expect(effects).toEqual([]);
    } else {
      expect(state.phase).toBe(target);
      expect(state).not.toBe(before);
    }
  });
});

describe('starting', () => {
  it.each<[WindowState, string]>([
    ['notStarted', 'home.notStarted'],
    ['ended', 'home.ended'],
  ])('says so and asks nothing when the campaign is %s', (windowState, message) => {
    expect(quizStep(states.idle, { type: 'start', windowState })).toEqual({
      state: states.idle,
      effects: [{ type: 'toast', message }],
    });
  });

  it('loads a first question when one is needed', () => {
    expect(quizStep(states.checking, events.questionNeeded).effects).toEqual([{ type: 'load', previousId: '' }]);
  });

  it('goes to the coupon page when none is', () => {
    expect(quizStep(states.checking, events.noQuestionNeeded).effects).toEqual([{ type: 'openCoupon' }]);
  });

  it('says so when the coupon page does not open', () => {
    expect(quizStep(states.leaving, events.failed).effects).toEqual([{ type: 'toast', message: 'home.couponFail' }]);
  });
});

describe('answering', () => {
  it('asks for a choice first', () => {
    const unchosen: QuizState = { phase: 'choosing', question, selected: null };
    expect(quizStep(unchosen, events.submit)).toEqual({
      state: unchosen,
      effects: [{ type: 'toast', message: 'question.noOption' }],
    });
  });

  it('sends the chosen label once', () => {
    const first = quizStep(states.choosing, events.submit);
    expect(first.effects).toEqual([{ type: 'answer', questionId: 'q01', label: 'B' }]);
    expect(quizStep(first.state, events.submit)).toEqual({ state: first.state, effects: [] });
  });

  it('says that the campaign ended meanwhile and keeps the choice', () => {
    expect(quizStep(states.choosing, { type: 'submit', windowState: 'ended' })).toEqual({
      state: states.choosing,
      effects: [{ type: 'toast', message: 'home.ended' }],
    });
  });

  it('remembers the first wrong answer and resets the selection', () => {
    expect(quizStep(states.submitting, { type: 'judged', correct: false })).toEqual({
      state: { phase: 'choosing', question: { ...question, missed: ['B'] }, selected: null },
      effects: [{ type: 'toast', message: 'question.wrong' }],
    });
  });

  it('replaces the question after the second', () => {
    const second: QuizState = { phase: 'submitting', question: { ...question, missed: ['B'] }, selected: 'A' };
    expect(quizStep(second, { type: 'judged', correct: false })).toEqual({
      state: { phase: 'loading', previousId: 'q01' },
      effects: [
        { type: 'toast', message: 'question.wrongTwice' },
        { type: 'load', previousId: 'q01' },
      ],
    });
  });

  it('takes away what was said of a wrong answer when the next is right', () => {
    expect(quizStep(states.submitting, { type: 'judged', correct: true })).toEqual({
      state: states.won,
      effects: [{ type: 'toast', message: null }],
    });
  });

  it('counts what the server has counted for a question', () => {
    const asked: Question = { ...other, missed: ['A'] };
    const { state } = quizStep(states.loading, { type: 'questionArrived', question: asked });
    expect(state).toEqual({ phase: 'choosing', question: asked, selected: null });
    const submitted = quizStep(quizStep(state, events.select).state, events.submit).state;
    expect(quizStep(submitted, { type: 'judged', correct: false }).state).toEqual({
      phase: 'loading',
      previousId: 'q02',
    });
  });

  it('keeps the choice when there was no judgement', () => {
    expect(quizStep(states.submitting, events.failed)).toEqual({ state: states.choosing, effects: [] });
  });

  it('replaces a question that the server no longer knows', () => {
    expect(quizStep(states.submitting, events.questionStale).effects).toEqual([{ type: 'load', previousId: 'q01' }]);
  });

  it('retries for the same replacement', () => {
    const failed = quizStep({ phase: 'loading', previousId: 'q07' }, events.failed).state;
    expect(quizStep(failed, events.retry).effects).toEqual([{ type: 'load', previousId: 'q07' }]);
  });
});

describe('having won', () => {
  it('opens the coupon page once at a time', () => {
    const first = quizStep(states.won, events.takeCoupon);
    expect(first).toEqual({ state: { phase: 'won', leaving: true }, effects: [{ type: 'openCoupon' }] });
    expect(quizStep(first.state, events.takeCoupon)).toEqual({ state: first.state, effects: [] });
  });

  it('can try again when the page did not open', () => {
    expect(quizStep({ phase: 'won', leaving: true }, events.failed)).toEqual({
      state: states.won,
      effects: [{ type: 'toast', message: 'home.couponFail' }],
    });
  });
});

describe('closing', () => {
  it.each(phases.filter((phase) => phase !== 'idle'))('gives up what is under way in %s', (phase) => {
    expect(quizStep(states[phase], events.close)).toEqual({
      state: states.idle,
      effects: [{ type: 'abandon' }],
    });
  });
});

describe('what is on screen', () => {
  it.each(phases)('%s', (phase) => {
    expect(isQuizOpen(states[phase])).toBe(['loading', 'failed', 'choosing', 'submitting', 'won'].includes(phase));
    expect(isQuizStarting(states[phase])).toBe(['checking', 'leaving'].includes(phase));
  });

  it('waits for the app until it has said who takes part, and where it opens the coupon page', () => {
    const waiting = phases.filter((phase) => isWaitingForApp(states[phase]));
    expect(waiting).toEqual(['checking', 'leaving']);
    expect(isWaitingForApp(quizStep(states.checking, events.admitted).state)).toBe(false);
    expect(isWaitingForApp(quizStep(states.won, events.takeCoupon).state)).toBe(true);
  });

  it('is nothing at first', () => expect(isQuizOpen(idleQuiz)).toBe(false));
});
