import { describe, expect, it } from 'vitest';
import { checkAnswer, isOptionLabel, nextQuestion, questionBank, repeatedResult, withoutSolution } from './question.ts';

const first = questionBank[0];
const second = questionBank[1];
const picks = [() => 0, (below: number) => below - 1];

describe('nextQuestion', () => {
  it('can ask a new user any question', () => {
    expect(picks.map((pick) => nextQuestion(null, '', pick).questionId)).toEqual([
      first.questionId,
      questionBank.at(-1)?.questionId,
    ]);
  });
  it('keeps a question until it was missed twice', () => {
    expect(nextQuestion({ questionId: second.questionId, wrongAnswers: 1 }, '', () => 0)).toBe(second);
    expect(nextQuestion({ questionId: second.questionId, wrongAnswers: 0 }, '', picks[1] ?? (() => 0))).toBe(second);
    expect(
      nextQuestion({ questionId: second.questionId, wrongAnswers: 0 }, first.questionId, picks[1] ?? (() => 0)),
    ).toBe(second);
  });
  it.each([
    ['missed twice', { questionId: first.questionId, wrongAnswers: 2 }, ''],
    ['to be replaced', { questionId: first.questionId, wrongAnswers: 0 }, first.questionId],
  ])('never repeats a question that was %s', (_, progress, replaced) => {
    for (const pick of picks) expect(nextQuestion(progress, replaced, pick).questionId).not.toBe(first.questionId);
  });
  it('replaces a question that is no longer in the bank', () => {
    expect(nextQuestion({ questionId: 'gone', wrongAnswers: 0 }, '', () => 0)).toBe(first);
  });
});

describe('checkAnswer', () => {
  const wrong = first.correct === 'B' ? 'A' : 'B';
  it.each([
    [{ questionId: first.questionId, wrongAnswers: 0 }, first.questionId, first.correct, 'right'],
    [{ questionId: first.questionId, wrongAnswers: 1 }, first.questionId, first.correct, 'right'],
    [{ questionId: first.questionId, wrongAnswers: 2 }, first.questionId, first.correct, 'stale'],
    [{ questionId: first.questionId, wrongAnswers: 0 }, first.questionId, wrong, 'wrong'],
    [{ questionId: second.questionId, wrongAnswers: 0 }, first.questionId, first.correct, 'stale'],
    [{ questionId: 'gone', wrongAnswers: 0 }, 'gone', 'A', 'stale'],
    [null, first.questionId, first.correct, 'stale'],
  ])('%j, %s answered %s -> %s', (progress, questionId, answer, judgement) => {
    expect(checkAnswer(progress, questionId, answer)).toBe(judgement);
  });
});

describe('withoutSolution', () => {
  const judged = { questionId: first.questionId, correctAnswer: 'C', requestId: '', correct: false };
  const progress = { questionId: first.questionId, wrongAnswers: 1, judged };
  it('sends no solution', () =>
    expect(Object.keys(withoutSolution(first, null)).sort()).toEqual(['options', 'problem', 'questionId']));
  it('sends the option that was missed', () => expect(withoutSolution(first, progress).missed).toEqual(['C']));
  it.each([
    ['another question', { ...progress, questionId: second.questionId }],
    ['an earlier time', { ...progress, wrongAnswers: 0 }],
  ])('sends none that was missed with %s', (_, other) =>
    expect(withoutSolution(first, other)).not.toHaveProperty('missed'),
  );
});
it.each([
  ['A', true],
  ['C', true],
  ['D', false],
  ['a', false],
  ['', false],
])('isOptionLabel %j -> %s', (text, expected) => expect(isOptionLabel(text)).toBe(expected));

describe('repeatedResult', () => {
  const sent = { questionId: 'q01', correctAnswer: 'B', requestId: 'request-1' };
  it.each([
    ['no answer was judged', null, {}, 'new'],
    ['a right answer, again', true, {}, 'right'],
    ['a right answer under another id', true, { requestId: 'request-2' }, 'right'],
    ['a right answer without an id', true, { requestId: '' }, 'right'],
    ['a wrong answer, again', false, {}, 'wrong'],
    ['a wrong answer as another try', false, { requestId: 'request-2' }, 'new'],
    ['a wrong answer without an id', false, { requestId: '' }, 'new'],
    ['another option', true, { correctAnswer: 'A', requestId: 'request-2' }, 'new'],
    ['another question', true, { questionId: 'q02', requestId: 'request-2' }, 'new'],
    ['another option under its id', false, { correctAnswer: 'A' }, 'stale'],
    ['another question under its id', true, { questionId: 'q02' }, 'stale'],
  ] as const)('%s', (_, correct, change, before) => {
    expect(repeatedResult(correct === null ? null : { ...sent, correct }, { ...sent, ...change })).toBe(before);
  });
  it('counts two answers without an id as two', () => {
    expect(repeatedResult({ ...sent, requestId: '', correct: false }, { ...sent, requestId: '' })).toBe('new');
  });
});
