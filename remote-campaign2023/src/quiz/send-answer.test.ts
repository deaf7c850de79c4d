import { expect, it } from 'vitest';
import { readAnswers, type UnfinishedAnswer, withAnswer, writeAnswers } from './send-answer.ts';

const id = (last: number) => `6f1c1c52-7d0c-4a55-9d6a-0d2f5c1f7b1${last}`;
const answer = (last: number): UnfinishedAnswer => ({ requestId: id(last), questionId: 'q 01', label: 'B' });

it('reads back what it wrote, the latest first', () => {
  const answers = withAnswer(withAnswer(null, answer(1)), answer(2));
  expect(answers).toEqual({ requestId: id(2), answers: [answer(2), answer(1)] });
  expect(readAnswers(writeAnswers(answers))).toEqual(answers);
});

it('keeps each once, and no more than a few', () => {
  const five = [1, 2, 3, 4, 5].map(answer).reduce((pending, each) => withAnswer(pending, each), withAnswer(null, answer(0)));
  expect(five.answers.map(({ requestId }) => requestId)).toEqual([5, 4, 3, 2].map(id));
  expect(withAnswer(five, answer(3)).answers.map(({ requestId }) => requestId)).toEqual([3, 5, 4, 2].map(id));
});

it.each(['', 'B', `${id(1)} B`, `${id(1)} D q01`, 'x B q01', '{"requestId":"x"}'])('reads nothing of %j', (text) => expect(readAnswers(text)).toBeNull());
