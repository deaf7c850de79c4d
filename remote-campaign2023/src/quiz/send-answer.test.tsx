// @vitest-environment happy-dom
import { given } from '@fridge/remote-kit/testing';
import { campaignCalls, type OptionLabel } from '@fridge/shared-contracts/activities/campaign';
import { screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { copy } from '../copy.ts';
import {
  atRest,
  choose,
  close,
  failures,
  madeByUser,
  type MountedQuiz,
  mountQuiz,
  nextQuestion,
  nthCall,
  start,
  submit,
  submitAnswer,
  submitButton,
  unmountQuiz,
  wonDialog,
} from '../testing/mount-quiz.tsx';
import { readAnswers, type UnfinishedAnswer, withAnswer, writeAnswers } from './send-answer.ts';

const { isDirect, getNewAnswer, answerQuestion } = campaignCalls;

afterEach(unmountQuiz);

/** Submits an answer whose result is lost. */
async function loseAnswer(fake: MountedQuiz, label?: OptionLabel) {
  const answer = await submitAnswer(fake, label);
  answer.answer(failures.network);
  await atRest(submitButton);
  return answer.fields;
}

const nthAnswer = (fake: MountedQuiz, count: number) => nthCall(fake, answerQuestion, count);
const requestIds = (fake: MountedQuiz) => fake.sent(answerQuestion).map(({ requestId }) => requestId);
const isStored = () => window.localStorage.length > 0;

describe('an answer whose result was lost', () => {
  it('is sent again with the same request id', async () => {
    const fake = mountQuiz();
    const { requestId } = await loseAnswer(fake);
    submit();
    (await nthAnswer(fake, 2)).answer(given({ correct: true }));
    await wonDialog();
    expect(requestIds(fake)).toEqual([requestId, requestId]);
    expect(isStored()).toBe(false);
  });

  it('is sent again by the next start when the dialog was closed before the result', async () => {
    const fake = mountQuiz();
    const late = await submitAnswer(fake);
    close();
    late.answer(given({ correct: true }));
    start();
    (await nthAnswer(fake, 2)).answer(given({ correct: true }));
    await wonDialog();
    expect(new Set(requestIds(fake)).size).toBe(1);
  });

  it('is sent again by the first start after a reload, before any other call', async () => {
    const before = mountQuiz();
    const lost = await loseAnswer(before);
    before.unmount();
    const fake = mountQuiz();
    start();
    (await nthAnswer(fake, 1)).answer(given({ correct: true }));
    await wonDialog();
    expect(fake.sent(answerQuestion)).toEqual([lost]);
    expect(madeByUser(fake, isDirect)).toHaveLength(0);
    expect(fake.opened).toEqual([]);
    expect(isStored()).toBe(false);
  });

  it('leads to another question when it turns out wrong after a reload', async () => {
    const before = mountQuiz();
    await loseAnswer(before, 'A');
    before.unmount();
    const fake = mountQuiz();
    start();
    (await nthAnswer(fake, 1)).answer(given({ correct: false }));
    (await nthCall(fake, isDirect, 1)).answer(given({}));
    (await nthCall(fake, getNewAnswer, 1)).answer(given(nextQuestion));
    await screen.findByText(nextQuestion.problem);
    expect(fake.toasts).toEqual([copy['campaign.question.wrongTwice.toast']]);
    expect(isStored()).toBe(false);
  });

  it('is not sent for another user', async () => {
    const before = mountQuiz();
    await loseAnswer(before);
    before.unmount();
    const fake = mountQuiz({ session: { userId: 'U9999' } });
    start();
    await nthCall(fake, isDirect, 1);
    expect(fake.made(answerQuestion)).toHaveLength(0);
  });
});

describe('a second answer after a lost one', () => {
  it('has its own request id', async () => {
    const fake = mountQuiz();
    const { requestId } = await loseAnswer(fake, 'A');
    choose('B');
    submit();
    const second = await nthAnswer(fake, 2);
    expect(second.fields.correctAnswer).toBe('B');
    expect(second.fields.requestId).not.toBe(requestId);
    second.answer(given({ correct: true }));
    await wonDialog();
    expect(isStored()).toBe(false);
  });

  it('sends the first again when refused with a notice, and shows the coupon that the first won', async () => {
    const fake = mountQuiz();
    const { requestId } = await loseAnswer(fake);
    choose('C');
    submit();
    (await nthAnswer(fake, 2)).answer(failures.notice);
    const first = await nthAnswer(fake, 3);
    expect(first.fields).toMatchObject({ requestId, correctAnswer: 'B' });
    first.answer(given({ correct: true }));
    await wonDialog();
    expect(fake.toasts).not.toContain(failures.notice.message);
    expect(isStored()).toBe(false);
  });

  it('sends the first again after a reload when both results were lost', async () => {
    const before = mountQuiz();
    const { requestId } = await loseAnswer(before);
    choose('C');
    submit();
    (await nthAnswer(before, 2)).answer(failures.network);
    await atRest(submitButton);
    before.unmount();
    const fake = mountQuiz();
    start();
    (await nthAnswer(fake, 1)).answer(failures.notice);
    const first = await nthAnswer(fake, 2);
    expect(first.fields.requestId).toBe(requestId);
    first.answer(given({ correct: true }));
    await wonDialog();
  });

  it('keeps the first for the next start when its result is lost again', async () => {
    const fake = mountQuiz();
    const { requestId } = await loseAnswer(fake);
    choose('C');
    submit();
    (await nthAnswer(fake, 2)).answer(failures.notice);
    (await nthAnswer(fake, 3)).answer(failures.network);
    await atRest(submitButton);
    expect(fake.toasts.at(-1)).toBe(failures.notice.message);
    close();
    start();
    (await nthAnswer(fake, 4)).answer(failures.notice);
    expect((await nthAnswer(fake, 5)).fields.requestId).toBe(requestId);
  });
});

it.each(['notice', 'region', 'stale'] as const)(
  'a refused answer is not sent again by the next start (%s)',
  async (kind) => {
    const fake = mountQuiz();
    const answer = await submitAnswer(fake);
    answer.answer(failures[kind]);
    if (kind === 'stale') await nthCall(fake, getNewAnswer, 2);
    else await atRest(submitButton);
    close();
    start();
    await nthCall(fake, isDirect, 2);
    expect(fake.made(answerQuestion)).toHaveLength(1);
  },
);

describe('the stored answers', () => {
  const id = (last: number) => `6f1c1c52-7d0c-4a55-9d6a-0d2f5c1f7b1${last}`;
  const answer = (last: number): UnfinishedAnswer => ({ requestId: id(last), questionId: 'q 01', label: 'B' });

  it('are read back as written, the latest first', () => {
    const answers = withAnswer(withAnswer(null, answer(1)), answer(2));
    expect(answers).toEqual({ requestId: id(2), answers: [answer(2), answer(1)] });
    expect(readAnswers(writeAnswers(answers))).toEqual(answers);
  });

  it('are the latest four, each once', () => {
    const five = [1, 2, 3, 4, 5]
      .map(answer)
      .reduce((pending, each) => withAnswer(pending, each), withAnswer(null, answer(0)));
    expect(five.answers.map(({ requestId }) => requestId)).toEqual([5, 4, 3, 2].map(id));
    expect(withAnswer(five, answer(3)).answers.map(({ requestId }) => requestId)).toEqual([3, 5, 4, 2].map(id));
  });

  it.each(['', 'B', `${id(1)} B`, `${id(1)} D q01`, 'x B q01', '{"requestId":"x"}'])('are none in %j', (text) =>
    expect(readAnswers(text)).toBeNull(),
  );
});
