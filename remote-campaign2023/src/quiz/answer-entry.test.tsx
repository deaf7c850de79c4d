// @vitest-environment happy-dom
import { given, household, sessions } from '@fridge/remote-kit/testing';
import { type CallResult, commonCopy, specifiedWindows } from '@fridge/shared-contracts';
import { campaignCalls } from '@fridge/shared-contracts/activities/campaign';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { copy } from '../copy.ts';
import {
  atRest,
  failures,
  madeByUser,
  mountQuiz,
  nthCall,
  start,
  startButton,
  submitAnswer,
  unmountQuiz,
} from '../testing/mount-quiz.tsx';

const { isDirect, getNewAnswer } = campaignCalls;

afterEach(unmountQuiz);

describe('the start button', () => {
  it('checks eligibility once when it is pressed twice', async () => {
    const fake = mountQuiz();
    start();
    start();
    await nthCall(fake, isDirect, 1);
    expect(startButton().textContent).toContain(copy['campaign.home.checking']);
    expect(fake.asked).toEqual(['household']);
    expect(madeByUser(fake, isDirect).map(({ fields }) => fields)).toEqual([household]);
  });

  it('opens the coupon page when no question is needed', async () => {
    const fake = mountQuiz();
    start();
    (await nthCall(fake, isDirect, 1)).answer(given(null));
    await waitFor(() => expect(fake.opened).toEqual(['coupon']));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(fake.made(getNewAnswer)).toHaveLength(0);
  });

  it('shows a toast when the coupon page does not open', async () => {
    const fake = mountQuiz();
    fake.control.couponOpens = false;
    start();
    (await nthCall(fake, isDirect, 1)).answer(given(null));
    await waitFor(() => expect(fake.toasts).toEqual([copy['campaign.home.couponFail.toast']]));
  });

  it.each(['region', 'network', 'malformed'] as const)(
    'opens no dialog and can be pressed again after a failed check (%s)',
    async (kind) => {
      const fake = mountQuiz();
      start();
      (await nthCall(fake, isDirect, 1)).answer(failures[kind]);
      await atRest(startButton);
      expect(screen.queryByRole('dialog')).toBeNull();
      start();
      await nthCall(fake, isDirect, 2);
    },
  );

  it.each([
    ['before the campaign', '2023-07-17T08:59:59+08:00', '活动还没开始，7月17日 09:00见'],
    ['in the year before the campaign', '2022-12-31T23:59:59+08:00', '活动还没开始，2023年7月17日 09:00见'],
    ['after the campaign', '2023-09-01T00:00:00+08:00', copy['campaign.home.ended.toast']],
  ])('shows a toast and calls nothing %s', (_, now, toast) => {
    const fake = mountQuiz({ windows: specifiedWindows, now: Date.parse(now) });
    start();
    expect(fake.toasts).toEqual([toast]);
    expect(fake.asked).toEqual([]);
  });

  it('calls nothing for a guest who does not log in', async () => {
    const fake = mountQuiz({ session: sessions.guest });
    start();
    await atRest(startButton);
    expect(fake.calls).toHaveLength(0);
  });
});

describe('the invitation to bind a fridge', () => {
  it('replaces the start button until a fridge is bound', async () => {
    mountQuiz({ session: sessions.noFridge });
    expect(screen.queryByRole('button', { name: '答题' })).toBeNull();
    const bind = screen.getByRole('button', { name: commonCopy['host.bind.button'] });
    bind.focus();
    fireEvent.click(bind);
    const entry = await screen.findByRole('button', { name: '答题' });
    expect(document.activeElement).toBe(entry.closest('[data-live]'));
  });

  it('appears when the fridge was unbound before the press', async () => {
    const fake = mountQuiz();
    fake.control.permission = { allowed: false, reason: 'noFridge' };
    fake.setSession({ fridge: null });
    start();
    await screen.findByText(commonCopy['host.bind.title']);
  });
});

describe('the entry of a coupon holder', () => {
  const toCoupon = () => screen.findByRole('button', { name: copy['campaign.home.toCoupon'] });
  const later = async () =>
    fireEvent.click(await screen.findByRole('button', { name: copy['campaign.question.correct.later'] }));

  it('opens the coupon page and states the minimum payment', async () => {
    const fake = mountQuiz();
    fake.made(isDirect)[0]?.answer(given(null));
    fireEvent.click(await toCoupon());
    expect(screen.queryByText('说明')).toBeNull();
    expect(screen.getByText('单笔缴费满11元可用')).toBeTruthy();
    (await nthCall(fake, isDirect, 1)).answer(given(null));
    await waitFor(() => expect(fake.opened).toEqual(['coupon']));
  });

  it('appears after the user wins and postpones the coupon', async () => {
    const fake = mountQuiz();
    (await submitAnswer(fake)).answer(given({ correct: true }));
    await later();
    expect(fake.toasts.at(-1)).toBe(copy['campaign.question.later.toast']);
    await toCoupon();
  });

  it('is not announced as found in the prize list when that list does not open', async () => {
    const fake = mountQuiz();
    fake.control.opens = () => false;
    (await submitAnswer(fake)).answer(given({ correct: true }));
    await later();
    expect(fake.toasts).not.toContain(copy['campaign.question.later.toast']);
  });

  it.each<[string, CallResult<null>]>([
    ['the user has no coupon', failures.notice],
    ['the check fails', failures.network],
  ])('does not appear, and no toast shows, when %s', async (_, answer) => {
    const fake = mountQuiz();
    expect(fake.made(isDirect)).toHaveLength(1);
    await act(async () => fake.made(isDirect)[0]?.answer(answer));
    expect(screen.queryByRole('button', { name: copy['campaign.home.toCoupon'] })).toBeNull();
    expect([startButton().textContent?.includes('答题'), fake.toasts]).toEqual([true, []]);
  });

  it.each([
    ['for a guest', { session: sessions.guest }],
    ['in a browser', { environment: { inApp: false } }],
    ['after the campaign', { windows: specifiedWindows, now: Date.parse('2023-09-01T00:00:00+08:00') }],
  ])('is not checked %s', (_, options) => expect(mountQuiz(options).calls).toEqual([]));

  it('disappears when another user logs in', async () => {
    const fake = mountQuiz();
    fake.made(isDirect)[0]?.answer(given(null));
    await toCoupon();
    act(() => fake.setSession({ userId: 'another' }));
    expect(startButton()).toBeTruthy();
  });
});

describe('the label of the start button while it is busy', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  const saysItWaitsForTheApp = () => screen.queryByRole('button', { name: '正在等待鲜居App响应…' }) !== null;

  it('says that it waits for the app two seconds after the press', async () => {
    const fake = mountQuiz();
    fake.control.permission = new Promise(() => {});
    start();
    await pass(1_900);
    expect(saysItWaitsForTheApp()).toBe(false);
    await pass(200);
    expect(saysItWaitsForTheApp()).toBe(true);
  });

  it('does not mention the app while the server is slow', async () => {
    mountQuiz();
    start();
    await pass(3_000);
    expect(startButton().textContent).toContain(copy['campaign.home.checking']);
    expect(saysItWaitsForTheApp()).toBe(false);
  });
});
