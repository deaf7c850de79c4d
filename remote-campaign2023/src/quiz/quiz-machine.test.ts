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

const visit = 3;
const question: Question = { questionId: 'q01', problem: '?', options: ['a', 'b', 'c'] };
const other: Question = { ...question, questionId: 'q02' };

const states: Record<QuizPhase, QuizState> = {
  idle: { phase: 'idle', visit },
  checking: { phase: 'checking', visit, by: 'app' },
  noFridge: { phase: 'noFridge', visit },
  leaving: { phase: 'leaving', visit },
  loading: { phase: 'loading', visit, previousId: '' },
  loadFailed: { phase: 'loadFailed', visit, previousId: 'q07' },
  choosing: { phase: 'choosing', visit, question, selected: 'B', missed: [] },
  submitting: { phase: 'submitting', visit, question, selected: 'B', missed: [] },
  won: { phase: 'won', visit, leaving: false },
};
const phases = Object.keys(states) as QuizPhase[]; // Object.keys forgets the key type

const events: Record<QuizEvent['type'], QuizEvent> = {
  start: { type: 'start', windowState: 'open' },
  select: { type: 'select', label: 'C' },
  submit: { type: 'submit', windowState: 'open' },
  retry: { type: 'retry' },
  takeCoupon: { type: 'takeCoupon' },
  close: { type: 'close' },
  refused: { type: 'refused', visit, noFridge: false },
  admitted: { type: 'admitted', visit },
  noQuestionNeeded: { type: 'noQuestionNeeded', visit },
  questionNeeded: { type: 'questionNeeded', visit },
  questionArrived: { type: 'questionArrived', visit, question: other },
  questionFailed: { type: 'questionFailed', visit },
  judged: { type: 'judged', visit, correct: true },
  notJudged: { type: 'notJudged', visit },
  questionStale: { type: 'questionStale', visit },
  couponPage: { type: 'couponPage', visit, opened: true },
  otherUser: { type: 'otherUser', visit: 1 },
};
type EventName = keyof typeof events;
const eventNames = Object.keys(events) as EventName[];

/** Every pair of phase and event that changes something, with the phase it leads to. */
const moves: Record<QuizPhase, Partial<Record<EventName, QuizPhase>>> = {
  idle: { start: 'checking' },
  checking: {
    refused: 'idle',
    admitted: 'checking',
    noQuestionNeeded: 'leaving',
    questionNeeded: 'loading',
    judged: 'won',
    close: 'idle',
  },
  noFridge: { start: 'checking', close: 'idle' },
  leaving: { couponPage: 'idle', close: 'idle' },
  loading: { questionArrived: 'choosing', questionFailed: 'loadFailed', close: 'idle' },
  loadFailed: { retry: 'loading', close: 'idle' },
  choosing: { select: 'choosing', submit: 'submitting', close: 'idle' },
  submitting: { judged: 'won', notJudged: 'choosing', questionStale: 'loading', close: 'idle' },
  won: { takeCoupon: 'won', couponPage: 'idle', close: 'idle' },
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

  const answers = pairs.filter(([, name]) => 'visit' in events[name]);
  it.each(answers)('of an earlier visit changes nothing: %s, %s', (phase, name) => {
    const before = states[phase];
    const late = { ...events[name], visit: visit - 1 } as QuizEvent; // the filter above kept events with a visit
    expect(quizStep(before, late)).toEqual({ state: before, effects: [] });
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

  it('opens a visit of its own', () => {
    const { state, effects } = quizStep(states.idle, events.start);
    expect(state).toEqual({ phase: 'checking', visit: visit + 1, by: 'app' });
    expect(effects).toEqual([{ type: 'check', visit: visit + 1 }]);
  });

  it.each([
    ['without a fridge', true, 'noFridge'],
    ['for another reason', false, 'idle'],
  ] as const)('a refusal %s ends in %s', (_, noFridge, phase) => {
    expect(quizStep(states.checking, { type: 'refused', visit, noFridge })).toEqual({
      state: { phase, visit },
      effects: [],
    });
  });

  it('loads a first question when one is needed', () => {
    expect(quizStep(states.checking, events.questionNeeded).effects).toEqual([{ type: 'load', visit, previousId: '' }]);
  });

  it('goes to the coupon page when none is', () => {
    expect(quizStep(states.checking, events.noQuestionNeeded).effects).toEqual([{ type: 'openCoupon', visit }]);
  });

  it.each([
    [true, []],
    [false, [{ type: 'toast', message: 'home.couponFail' }]],
  ])('is over when the coupon page opened: %s', (opened, effects) => {
    expect(quizStep(states.leaving, { type: 'couponPage', visit, opened })).toEqual({ state: states.idle, effects });
  });
});

describe('answering', () => {
  it('asks for a choice first', () => {
    const unchosen: QuizState = { phase: 'choosing', visit, question, selected: null, missed: ['A'] };
    expect(quizStep(unchosen, events.submit)).toEqual({
      state: unchosen,
      effects: [{ type: 'toast', message: 'question.noOption' }],
    });
  });

  it('sends the chosen label once', () => {
    const first = quizStep(states.choosing, events.submit);
    expect(first.effects).toEqual([{ type: 'answer', visit, questionId: 'q01', label: 'B' }]);
    expect(quizStep(first.state, events.submit)).toEqual({ state: first.state, effects: [] });
  });

  it('says that the campaign ended meanwhile and keeps the choice', () => {
    expect(quizStep(states.choosing, { type: 'submit', windowState: 'ended' })).toEqual({
      state: states.choosing,
      effects: [{ type: 'toast', message: 'home.ended' }],
    });
  });

  it('remembers the first wrong answer and resets the selection', () => {
    expect(quizStep(states.submitting, { type: 'judged', visit, correct: false })).toEqual({
      state: { phase: 'choosing', visit, question, selected: null, missed: ['B'] },
      effects: [{ type: 'toast', message: 'question.wrong' }],
    });
  });

  it('replaces the question after the second', () => {
    const second: QuizState = { phase: 'submitting', visit, question, selected: 'A', missed: ['B'] };
    expect(quizStep(second, { type: 'judged', visit, correct: false })).toEqual({
      state: { phase: 'loading', visit, previousId: 'q01' },
      effects: [
        { type: 'toast', message: 'question.wrongTwice' },
        { type: 'load', visit, previousId: 'q01' },
      ],
    });
  });

  it('takes away what was said of a wrong answer when the next is right', () => {
    expect(quizStep(states.submitting, { type: 'judged', visit, correct: true })).toEqual({
      state: states.won,
      effects: [{ type: 'clearToast' }],
    });
  });

  it('counts anew for a new question', () => {
    expect(quizStep(states.loading, events.questionArrived).state).toEqual({
      phase: 'choosing',
      visit,
      question: other,
      selected: null,
      missed: [],
    });
  });

  it('keeps choice and count when there was no judgement', () => {
    const once: QuizState = { phase: 'submitting', visit, question, selected: 'C', missed: ['A'] };
    expect(quizStep(once, events.notJudged)).toEqual({ state: { ...once, phase: 'choosing' }, effects: [] });
  });

  it('replaces a question that the server no longer knows', () => {
    expect(quizStep(states.submitting, events.questionStale).effects).toEqual([
      { type: 'load', visit, previousId: 'q01' },
    ]);
  });

  it('retries for the same replacement', () => {
    const failed = quizStep({ phase: 'loading', visit, previousId: 'q07' }, events.questionFailed).state;
    expect(quizStep(failed, events.retry).effects).toEqual([{ type: 'load', visit, previousId: 'q07' }]);
  });
});

describe('having won', () => {
  it('opens the coupon page once at a time', () => {
    const first = quizStep(states.won, events.takeCoupon);
    expect(first).toEqual({ state: { phase: 'won', visit, leaving: true }, effects: [{ type: 'openCoupon', visit }] });
    expect(quizStep(first.state, events.takeCoupon)).toEqual({ state: first.state, effects: [] });
  });

  it('can try again when the page did not open', () => {
    expect(quizStep({ phase: 'won', visit, leaving: true }, { type: 'couponPage', visit, opened: false })).toEqual({
      state: states.won,
      effects: [{ type: 'toast', message: 'home.couponFail' }],
    });
  });
});

describe('closing', () => {
  it.each(phases.filter((phase) => phase !== 'idle'))('gives up what is under way in %s', (phase) => {
    expect(quizStep(states[phase], events.close)).toEqual({
      state: states.idle,
      effects: [{ type: 'abandon', visit }],
    });
  });

  it('leaves nothing behind for the next visit', () => {
    const closed = quizStep({ phase: 'submitting', visit, question, selected: 'A', missed: ['B'] }, events.close).state;
    const reopened = quizStep(closed, events.start).state;
    const late = quizStep(reopened, { type: 'judged', visit, correct: false });
    expect(late).toEqual({ state: { phase: 'checking', visit: visit + 1, by: 'app' }, effects: [] });
  });
});

describe('what is on screen', () => {
  it.each(phases)('%s', (phase) => {
    expect(isQuizOpen(states[phase])).toBe(['loading', 'loadFailed', 'choosing', 'submitting', 'won'].includes(phase));
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
