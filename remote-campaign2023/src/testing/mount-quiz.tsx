import { createFakeHost, type FakeHostOptions, given, type MadeCall } from '@fridge/remote-kit/testing';
import type { Call, CallResult } from '@fridge/shared-contracts';
import { campaignCalls, type OptionLabel } from '@fridge/shared-contracts/activities/campaign';
import { screenOf } from '@fridge/shared-ui/internal';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { release } from '../../release.config.ts';
import { copy } from '../copy.ts';
import { AnswerEntry } from '../quiz/answer-entry.tsx';
import { CAMPAIGN_WINDOW } from '../window.ts';

export const question = {
  questionId: 'q01',
  problem: '峰段是哪个时段？',
  options: ['6:00-18:00', '8:00-21:00', '21:00-8:00'],
};
export const nextQuestion = {
  questionId: 'q05',
  problem: '谷段比峰段便宜多少？',
  options: ['0.20元', '0.10元', '0.03元'],
};

export const failures = {
  network: { ok: false, reason: 'network', code: 0, message: '' },
  malformed: { ok: false, reason: 'malformed', code: 0, message: '' },
  notice: { ok: false, reason: 'notice', code: 204, message: '今日电费券已领完，明天再来吧' },
  region: { ok: false, reason: 'refused', code: 403, message: '电费券仅限江苏电网用户领取' },
  expired: { ok: false, reason: 'refused', code: 401, message: '登录已过期，请重新登录' },
  stale: { ok: false, reason: 'refused', code: 400, message: '题目已失效，请重新答题' },
} satisfies Record<string, CallResult<never>>;

/**
 * The quiz button on the fake host. It asks for the coupon once when mounted; `entryCalls` is how many calls that made.
 */
export function mountQuiz(options: FakeHostOptions = {}, place: { isGuide?: boolean } = {}) {
  const fake = createFakeHost({ declared: release.calls, ...options });
  const Entry = screenOf(
    () => <AnswerEntry id="home-answer" label="答题" note="说明" track="campaign.home.question" {...place} />,
    CAMPAIGN_WINDOW,
  );
  const view = render(<Entry host={fake.host} />);
  return { ...fake, ...view, entryCalls: fake.made(campaignCalls.isDirect).length };
}
export type MountedQuiz = ReturnType<typeof mountQuiz>;

/** Call after each test. */
export function unmountQuiz() {
  cleanup();
  window.localStorage.clear();
}

/** A button has one name at rest and another while it is busy. */
const buttonNamed = (...names: string[]) => screen.getByRole('button', { name: (name) => names.includes(name) });
export const startButton = () => buttonNamed('答题', copy['campaign.home.checking']);
export const submitButton = () => buttonNamed(copy['campaign.question.submit'], copy['campaign.question.submitting']);
export const start = () => fireEvent.click(startButton());
export const submit = () => fireEvent.click(submitButton());
export const choose = (label: OptionLabel) =>
  fireEvent.click(screen.getByRole('radio', { name: new RegExp(`选项${label}：`) }));
export const close = () => fireEvent.click(screen.getByRole('button', { name: copy['campaign.question.close.aria'] }));

export const chosenCount = () => screen.getAllByRole<HTMLInputElement>('radio').filter(({ checked }) => checked).length;
/** Until a press of start or submit has had its effect. */
export const atRest = (button: () => HTMLElement) =>
  waitFor(() => {
    if (button().hasAttribute('aria-busy')) throw new Error('the button is busy');
  });
export const wonDialog = () => screen.findByRole('dialog', { name: copy['campaign.question.correct.title'] });

/** The calls that the user's presses made, without those of mounting. */
export const madeByUser = <C extends Call>(fake: MountedQuiz, call: C) =>
  fake.made(call).slice(call.path === campaignCalls.isDirect.path ? fake.entryCalls : 0);

/** Waits for the user's call number `count` (from 1). */
export const nthCall = <C extends Call>(fake: MountedQuiz, call: C, count: number): Promise<MadeCall<C>> =>
  waitFor(() => {
    const made = madeByUser(fake, call)[count - 1];
    if (!made) throw new Error(`it was called ${madeByUser(fake, call).length} times`);
    return made;
  });

/** Starts the quiz and answers its calls until `question` is on screen. */
export async function openQuestion(fake: MountedQuiz) {
  start();
  (await nthCall(fake, campaignCalls.isDirect, 1)).answer(given({}));
  (await nthCall(fake, campaignCalls.getNewAnswer, 1)).answer(given(question));
  await screen.findByRole('radio', { name: '选项A：6:00-18:00' });
}

/** Opens `question`, chooses and submits. */
export async function submitAnswer(fake: MountedQuiz, label: OptionLabel = 'B') {
  await openQuestion(fake);
  choose(label);
  submit();
  return nthCall(fake, campaignCalls.answerQuestion, 1);
}
