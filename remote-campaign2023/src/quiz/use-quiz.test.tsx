// @vitest-environment happy-dom
import { type FakeHost, given, household } from '@fridge/remote-kit/testing';
import { type Call, commonCopy } from '@fridge/shared-contracts';
import { campaignCalls } from '@fridge/shared-contracts/activities/campaign';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import {
  atRest,
  choose,
  chosenCount,
  close,
  failures,
  type MountedQuiz,
  mountQuiz,
  nextQuestion,
  nthCall,
  openQuestion,
  question,
  start,
  startButton,
  submit,
  submitAnswer,
  submitButton,
  unmountQuiz,
  wonDialog,
} from '../testing/mount-quiz.tsx';

const { isDirect, getNewAnswer, answerQuestion } = campaignCalls;

afterEach(unmountQuiz);

/**
 * Answers the first `call` with 401.
 * @param login the session after the login that follows; `null` cancels the login
 */
async function expire<C extends Call>(fake: MountedQuiz, call: C, login: FakeHost['control']['login']) {
  const made = await nthCall(fake, call, 1);
  fake.control.login = login;
  made.answer(failures.expired);
  return made;
}

describe('a login that expires', () => {
  it('during the check is renewed, and the check goes on', async () => {
    const fake = mountQuiz();
    start();
    await expire(fake, isDirect, {});
    // The entry checks for a coupon again after the login.
    await nthCall(fake, isDirect, 3);
    for (const made of fake.made(isDirect)) made.answer(given({}));
    await nthCall(fake, getNewAnswer, 1);
    expect(fake.toasts).toEqual([]);
  });

  it('before the question is renewed, and the question loads', async () => {
    const fake = mountQuiz();
    start();
    (await nthCall(fake, isDirect, 1)).answer(given({}));
    await expire(fake, getNewAnswer, {});
    (await nthCall(fake, getNewAnswer, 2)).answer(given(question));
    await screen.findByText(question.problem);
    expect(fake.toasts).toEqual([]);
  });

  it('before the question opens no login page by itself when the network is back', async () => {
    const fake = mountQuiz();
    start();
    (await nthCall(fake, isDirect, 1)).answer(given({}));
    await expire(fake, getNewAnswer, null);
    const retry = await screen.findByRole('button', { name: commonCopy['common.retry'] });
    const { length } = fake.asked;
    act(() => void window.dispatchEvent(new Event('online')));
    await act(async () => {});
    expect(fake.asked).toHaveLength(length);
    fireEvent.click(retry);
    expect(fake.asked).toHaveLength(length + 1);
  });

  it('with the answer is renewed, and the same answer is sent again', async () => {
    const fake = mountQuiz();
    await submitAnswer(fake);
    const first = await expire(fake, answerQuestion, {});
    const again = await nthCall(fake, answerQuestion, 2);
    expect(again.fields).toEqual(first.fields);
    expect([chosenCount(), submitButton().getAttribute('aria-busy'), fake.toasts]).toEqual([1, 'true', []]);
    again.answer(given({ correct: true }));
    await wonDialog();
  });

  it('with the answer keeps question and choice when the user cancels the login', async () => {
    const fake = mountQuiz();
    await submitAnswer(fake);
    const first = await expire(fake, answerQuestion, null);
    await atRest(submitButton);
    expect([chosenCount(), screen.queryByText(question.problem) !== null, fake.made(answerQuestion).length]).toEqual([
      1,
      true,
      1,
    ]);
    fake.control.login = {};
    submit();
    expect((await nthCall(fake, answerQuestion, 2)).fields).toEqual(first.fields);
  });
});

describe('another user', () => {
  it('who logs in closes the question', async () => {
    const fake = mountQuiz();
    await openQuestion(fake);
    choose('B');
    act(() => fake.setSession({ userId: 'another' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(startButton().getAttribute('aria-busy')).toBeNull();
  });

  it('who logs in after a 401 to the answer sends nothing', async () => {
    const fake = mountQuiz();
    await submitAnswer(fake);
    await expire(fake, answerQuestion, { userId: 'another' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect([fake.made(answerQuestion).length, fake.toasts]).toEqual([1, [commonCopy['common.otherUser.toast']]]);
  });

  it.each([
    ['the check', isDirect, async () => {}],
    ['the question', getNewAnswer, async (fake: MountedQuiz) => (await nthCall(fake, isDirect, 1)).answer(given({}))],
  ])('who logs in after a 401 to %s ends the visit with a toast that mentions no answer', async (_, call, reach) => {
    const fake = mountQuiz();
    start();
    await reach(fake);
    await expire(fake, call, { userId: 'another' });
    await atRest(startButton);
    await waitFor(() => expect(fake.toasts).toEqual([commonCopy['common.otherUser.entry.toast']]));
    expect([screen.queryByRole('dialog'), fake.made(getNewAnswer).length]).toEqual([
      null,
      call === getNewAnswer ? 1 : 0,
    ]);
  });
});

describe('an answer whose result was lost', () => {
  const lose = async (fake: MountedQuiz) => {
    (await submitAnswer(fake)).answer(failures.network);
    await atRest(submitButton);
  };
  const requestIds = (fake: MountedQuiz) => fake.sent(answerQuestion).map(({ requestId }) => requestId);

  it('is sent again with the same request id', async () => {
    const fake = mountQuiz();
    await lose(fake);
    submit();
    (await nthCall(fake, answerQuestion, 2)).answer(given({ correct: true }));
    await wonDialog();
    expect(new Set(requestIds(fake)).size).toBe(1);
  });

  it('shares its request id with no other option', async () => {
    const fake = mountQuiz();
    await lose(fake);
    choose('C');
    submit();
    await nthCall(fake, answerQuestion, 2);
    expect(new Set(requestIds(fake)).size).toBe(2);
  });

  it('is left to the memory of the server', async () => {
    const fake = mountQuiz();
    await lose(fake);
    close();
    start();
    (await nthCall(fake, isDirect, 2)).answer(given(null));
    await waitFor(() => expect(fake.opened).toEqual(['coupon']));
    expect([fake.made(answerQuestion).length, window.localStorage.length]).toEqual([1, 0]);
  });
});

describe('closing the dialog', () => {
  it('aborts the answer and ignores its late result', async () => {
    const fake = mountQuiz();
    const late = await submitAnswer(fake);
    close();
    expect(late.options.signal?.aborted).toBe(true);
    late.answer(given({ correct: true }));
    await Promise.resolve();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(fake.toasts).toEqual([]);
  });

  it('forgets question and choice', async () => {
    const fake = mountQuiz();
    await openQuestion(fake);
    choose('B');
    close();
    start();
    (await nthCall(fake, isDirect, 2)).answer(given({}));
    const again = await nthCall(fake, getNewAnswer, 2);
    expect(again.fields).toEqual(household);
    expect(screen.queryByText(question.problem)).toBeNull();
    again.answer(given(nextQuestion));
    await screen.findByText(nextQuestion.problem);
    expect(chosenCount()).toBe(0);
  });
});

it('aborts its calls when the screen is left', async () => {
  const fake = mountQuiz();
  start();
  const check = await nthCall(fake, isDirect, 1);
  fake.unmount();
  expect(check.options.signal?.aborted).toBe(true);
});
