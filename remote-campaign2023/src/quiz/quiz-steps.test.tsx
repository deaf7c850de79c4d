// @vitest-environment happy-dom
import { given, household } from '@fridge/remote-kit/testing';
import { campaignCalls } from '@fridge/shared-contracts/activities/campaign';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { copy } from '../copy.ts';
import {
  atRest,
  choose,
  chosenCount,
  failures,
  mountQuiz,
  nextQuestion,
  nthCall,
  openQuestion,
  question,
  start,
  submit,
  submitAnswer,
  submitButton,
  unmountQuiz,
  wonDialog,
} from '../testing/mount-quiz.tsx';

const { isDirect, getNewAnswer, answerQuestion } = campaignCalls;

afterEach(unmountQuiz);

const optionNames = () => screen.getAllByRole('radio').map((radio) => radio.getAttribute('aria-label'));

describe('the question', () => {
  it('has the focus and offers a group of three radios', async () => {
    await openQuestion(mountQuiz());
    expect(
      within(screen.getByRole('group', { name: copy['campaign.question.group.aria'] })).getAllByRole('radio'),
    ).toHaveLength(3);
    expect(optionNames()).toEqual(['选项A：6:00-18:00', '选项B：8:00-21:00', '选项C：21:00-8:00']);
    await waitFor(() => expect(document.activeElement?.textContent).toBe(question.problem));
  });

  it('marks the chosen option', async () => {
    await openQuestion(mountQuiz());
    choose('A');
    expect(screen.getByRole('radio', { name: /选项A/ }).closest('label')?.classList.contains('chosen')).toBe(true);
  });

  // WebKit doesn't count the focus of a radio as visible.
  it('shows the focus from a key press until the next pointer press', async () => {
    await openQuestion(mountQuiz());
    const group = screen.getByRole('group', { name: copy['campaign.question.group.aria'] });
    const option = screen.getByRole('radio', { name: /选项A/ });
    const showsFocus = () => group.classList.contains('byKeyboard');
    fireEvent.pointerDown(option);
    choose('A');
    expect(showsFocus()).toBe(false);
    fireEvent.keyDown(option, { key: 'ArrowDown' });
    expect(showsFocus()).toBe(true);
    fireEvent.pointerDown(option);
    expect(showsFocus()).toBe(false);
  });

  it('is loaded again by the retry button after a failure', async () => {
    const fake = mountQuiz();
    start();
    (await nthCall(fake, isDirect, 1)).answer(given({}));
    (await nthCall(fake, getNewAnswer, 1)).answer(failures.malformed);
    await screen.findByText(copy['campaign.question.loadFail']);
    const retry = screen.getByRole('button', { name: '重试' });
    retry.focus();
    fireEvent.click(retry);
    expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true);
    (await nthCall(fake, getNewAnswer, 2)).answer(given(question));
    await screen.findByText(question.problem);
  });
});

describe('submitting', () => {
  it('shows a toast and sends nothing without a choice', async () => {
    const fake = mountQuiz();
    await openQuestion(fake);
    submit();
    expect(fake.toasts).toEqual([copy['campaign.question.noOption.toast']]);
    expect(fake.made(answerQuestion)).toHaveLength(0);
  });

  it('sends the answer once on a double tap', async () => {
    const fake = mountQuiz();
    await openQuestion(fake);
    choose('B');
    submit();
    submit();
    fireEvent.submit(screen.getByRole('dialog').querySelector('form') ?? document.body);
    await nthCall(fake, answerQuestion, 1);
    const { userId, phone, fridgeId } = household;
    expect(fake.sent(answerQuestion)).toEqual([
      {
        userId,
        phone,
        fridgeId,
        questionId: 'q01',
        correctAnswer: 'B',
        requestId: expect.stringMatching(/^[\da-f-]{36}$/),
      },
    ]);
  });

  it('locks the choice until the result arrives', async () => {
    const fake = mountQuiz();
    const answer = await submitAnswer(fake, 'B');
    choose('C');
    answer.answer(failures.network);
    await waitFor(() => expect(screen.getByRole('radio', { name: /选项B/ })).toHaveProperty('checked', true));
  });

  it.each(['notice', 'network', 'malformed', 'region'] as const)(
    'keeps the choice and can be repeated after a failure (%s)',
    async (kind) => {
      const fake = mountQuiz();
      (await submitAnswer(fake)).answer(failures[kind]);
      await atRest(submitButton);
      expect(chosenCount()).toBe(1);
      submit();
      await nthCall(fake, answerQuestion, 2);
    },
  );

  it('loads another question when the server no longer knows this one', async () => {
    const fake = mountQuiz();
    (await submitAnswer(fake)).answer(failures.stale);
    (await nthCall(fake, getNewAnswer, 2)).answer(given(nextQuestion));
    await screen.findByText(nextQuestion.problem);
  });
});

describe('a wrong answer', () => {
  it('resets the choice the first time and replaces the question the second time', async () => {
    const fake = mountQuiz();
    (await submitAnswer(fake, 'A')).answer(given({ correct: false }));
    await waitFor(() => expect(fake.toasts).toEqual([copy['campaign.question.wrong.toast']]));
    await waitFor(() => expect(chosenCount()).toBe(0));
    choose('C');
    submit();
    (await nthCall(fake, answerQuestion, 2)).answer(given({ correct: false }));
    const replacement = await nthCall(fake, getNewAnswer, 2);
    expect(fake.toasts.at(-1)).toBe(copy['campaign.question.wrongTwice.toast']);
    expect(replacement.fields).toEqual({ ...household, questionId: 'q01' });
    replacement.answer(given(nextQuestion));
    await screen.findByText(nextQuestion.problem);
    expect(chosenCount()).toBe(0);
  });

  it('marks its option, also for screen readers, until that is chosen again or the question changes', async () => {
    const fake = mountQuiz();
    (await submitAnswer(fake, 'A')).answer(given({ correct: false }));
    await screen.findByText(copy['campaign.question.option.missed']);
    expect(optionNames()).toEqual(['选项A：6:00-18:00，刚才选错了', '选项B：8:00-21:00', '选项C：21:00-8:00']);
    choose('A');
    expect(screen.queryByText(copy['campaign.question.option.missed'])).toBeNull();
    submit();
    (await nthCall(fake, answerQuestion, 2)).answer(given({ correct: false }));
    (await nthCall(fake, getNewAnswer, 2)).answer(given(nextQuestion));
    await screen.findByText(nextQuestion.problem);
    expect(screen.queryByText(copy['campaign.question.option.missed'])).toBeNull();
  });
});

it('marks what the server says was missed', async () => {
  const fake = mountQuiz();
  start();
  (await nthCall(fake, isDirect, 1)).answer(given({}));
  (await nthCall(fake, getNewAnswer, 1)).answer(given({ ...question, missed: ['C'] }));
  await screen.findByRole('radio', { name: '选项C：21:00-8:00，刚才选错了' });
});

describe('the way to the guide', () => {
  const toGuide = () => fireEvent.click(screen.getByRole('button', { name: copy['campaign.step.guide'] }));

  it('leads from another screen to the guide, with the question left on the server', async () => {
    const fake = mountQuiz();
    await openQuestion(fake);
    toGuide();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect([fake.went, fake.made(getNewAnswer).length]).toEqual([[['push', '/open']], 1]);
  });

  it('uncovers the guide where the question is over it', async () => {
    const fake = mountQuiz({}, { isGuide: true });
    await openQuestion(fake);
    toGuide();
    expect([screen.queryByRole('dialog'), fake.went]).toEqual([null, []]);
  });
});

describe('a right answer', () => {
  it('shows the coupon, whose button opens the coupon page', async () => {
    const fake = mountQuiz();
    (await submitAnswer(fake)).answer(given({ correct: true }));
    await wonDialog();
    fireEvent.click(screen.getByRole('button', { name: copy['campaign.question.correct.button'] }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(fake.opened).toEqual(['coupon']);
  });
});
