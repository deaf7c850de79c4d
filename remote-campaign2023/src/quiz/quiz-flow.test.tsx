// @vitest-environment happy-dom
import { createFakeHost, type FakeHost, type FakeHostOptions, given, household, type MadeCall, sessions } from '@fridge/remote-kit/testing';
import { type Call, type CallResult, commonCopy, specifiedWindows } from '@fridge/shared-contracts';
import { campaignCalls } from '@fridge/shared-contracts/activities/campaign';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { release } from '../../release.config.ts';
import { copy } from '../copy.ts';
import { AnswerEntry } from './answer-entry.tsx';

const question = { questionId: 'q01', problem: '峰段是哪个时段？', options: ['6:00-18:00', '8:00-21:00', '21:00-8:00'] };
const next = { questionId: 'q05', problem: '谷段比峰段便宜多少？', options: ['0.20元', '0.10元', '0.03元'] };

afterEach(() => {
  cleanup();
  window.localStorage.clear();
});

const { isDirect, getNewAnswer, answerQuestion } = campaignCalls;
const refusals = {
  network: { ok: false, reason: 'network', code: 0, message: '' },
  malformed: { ok: false, reason: 'malformed', code: 0, message: '' },
  notice: { ok: false, reason: 'notice', code: 204, message: '今日电费券已领完，明天再来吧' },
  region: { ok: false, reason: 'refused', code: 403, message: '电费券仅限江苏电网用户领取' },
  expired: { ok: false, reason: 'refused', code: 401, message: '登录已过期，请重新登录' },
  stale: { ok: false, reason: 'refused', code: 400, message: '题目已失效，请重新答题' },
} satisfies Record<string, CallResult<never>>;

function mount(options: FakeHostOptions = {}) {
  const fake = createFakeHost({ declared: release.calls, ...options });
  const view = render(<AnswerEntry host={fake.host} label="答题" note="说明" track="campaign.home.question" />);
  return { ...fake, ...view, asksByItself: fake.made(isDirect).length };
}
type Mounted = ReturnType<typeof mount>;

/** A button has one name at rest and another while it is busy. */
const buttonNamed = (...names: string[]) => screen.getByRole('button', { name: (name) => names.includes(name) });
const startButton = () => buttonNamed('答题', copy['campaign.home.checking']);
const submitButton = () => buttonNamed(copy['campaign.question.submit'], copy['campaign.question.submitting']);
const start = () => fireEvent.click(startButton());
const submit = () => fireEvent.click(submitButton());
const choose = (label: string) => fireEvent.click(screen.getByRole('radio', { name: new RegExp(`选项${label}：`) }));
const close = () => fireEvent.click(screen.getByRole('button', { name: copy['campaign.question.close.aria'] }));
const chosen = () => screen.getAllByRole('radio').filter((radio) => (radio as HTMLInputElement).checked).length; // radios are inputs

/** The calls that a press led to: without what the screen asks by itself as it is drawn. */
const asked = <C extends Call>(fake: Mounted, call: C) => fake.made(call).slice(call.path === isDirect.path ? fake.asksByItself : 0);

async function nth<C extends Call>(fake: Mounted, call: C, count: number): Promise<MadeCall<C>> {
  return waitFor(() => {
    const made = asked(fake, call)[count - 1];
    if (!made) throw new Error(`it was called ${asked(fake, call).length} times`);
    return made;
  });
}

async function openQuestion(fake: Mounted) {
  start();
  (await nth(fake, isDirect, 1)).answer(given({}));
  (await nth(fake, getNewAnswer, 1)).answer(given(question));
  await screen.findByRole('radio', { name: '选项A：6:00-18:00' });
}

describe('coming in', () => {
  it('asks for eligibility once however often the button is pressed', async () => {
    const fake = mount();
    start();
    start();
    await nth(fake, isDirect, 1);
    expect(startButton().textContent).toContain(copy['campaign.home.checking']);
    expect(fake.asked).toEqual(['household']);
    expect(asked(fake, isDirect).map(({ fields }) => fields)).toEqual([household]);
  });

  it('goes to the coupon page when no question is needed', async () => {
    const fake = mount();
    start();
    (await nth(fake, isDirect, 1)).answer(given(null));
    await waitFor(() => expect(fake.opened).toEqual(['coupon']));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(fake.made(getNewAnswer)).toHaveLength(0);
  });

  it('says so when the coupon page does not open', async () => {
    const fake = mount();
    fake.control.couponOpens = false;
    start();
    (await nth(fake, isDirect, 1)).answer(given(null));
    await waitFor(() => expect(fake.toasts).toEqual([copy['campaign.home.couponFail.toast']]));
  });

  it.each(['region', 'network', 'malformed'] as const)('opens nothing for an answer of %s, and can be tried again', async (kind) => {
    const fake = mount();
    start();
    (await nth(fake, isDirect, 1)).answer(refusals[kind]);
    await waitFor(() => expect(startButton().getAttribute('aria-busy')).toBeNull());
    expect(screen.queryByRole('dialog')).toBeNull();
    start();
    await nth(fake, isDirect, 2);
  });

  it.each([
    ['before it begins', '2023-07-17T08:59:59+08:00', '活动还没开始，7月17日 09:00见'],
    ['in the year before', '2022-12-31T23:59:59+08:00', '活动还没开始，2023年7月17日 09:00见'],
    ['after it has ended', '2023-09-01T00:00:00+08:00', copy['campaign.home.ended.toast']],
  ])('makes no call outside the window: %s', (_, now, toast) => {
    const fake = mount({ windows: specifiedWindows, now: Date.parse(now) });
    start();
    expect(fake.toasts).toEqual([toast]);
    expect(fake.asked).toEqual([]);
  });

  it('stops without a user', async () => {
    const fake = mount({ session: sessions.guest });
    start();
    await waitFor(() => expect(startButton().getAttribute('aria-busy')).toBeNull());
    expect(fake.calls).toHaveLength(0);
  });

  it('invites to bind a fridge where there is none, and goes on once there is one', async () => {
    mount({ session: sessions.noFridge });
    expect(screen.queryByRole('button', { name: '答题' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: commonCopy['host.bind.button'] }));
    await screen.findByRole('button', { name: '答题' });
  });

  it('invites to bind when the fridge is gone by the time of the press', async () => {
    const fake = mount();
    fake.control.permission = { allowed: false, reason: 'noFridge' };
    fake.setSession({ fridge: null });
    start();
    await screen.findByText(commonCopy['host.bind.title']);
  });
});

describe('who holds the coupon', () => {
  const toCoupon = () => screen.findByRole('button', { name: copy['campaign.home.toCoupon'] });

  it('is led to it, and not invited to win it', async () => {
    const fake = mount();
    fake.made(isDirect)[0]?.answer(given(null));
    fireEvent.click(await toCoupon());
    expect(screen.queryByText('说明')).toBeNull();
    expect(screen.getByText('单笔缴费满11元可用')).toBeTruthy();
    (await nth(fake, isDirect, 1)).answer(given(null));
    await waitFor(() => expect(fake.opened).toEqual(['coupon']));
  });

  it('finds the way back to it after having won it for later', async () => {
    const fake = mount();
    await openQuestion(fake);
    choose('B');
    submit();
    (await nth(fake, answerQuestion, 1)).answer(given({ correct: true }));
    fireEvent.click(await screen.findByRole('button', { name: copy['campaign.question.correct.later'] }));
    expect(fake.toasts.at(-1)).toBe(copy['campaign.question.later.toast']);
    await toCoupon();
  });

  it('is not sent to a prize list that does not open', async () => {
    const fake = mount();
    fake.control.opens = () => false;
    await openQuestion(fake);
    choose('B');
    submit();
    (await nth(fake, answerQuestion, 1)).answer(given({ correct: true }));
    fireEvent.click(await screen.findByRole('button', { name: copy['campaign.question.correct.later'] }));
    expect(fake.toasts).not.toContain(copy['campaign.question.later.toast']);
  });

  it.each<[string, CallResult<null>]>([['who is not entitled', refusals.notice], ['where the server does not say', refusals.network]])('leaves the entry as it is: %s', async (_, answer) => {
    const fake = mount();
    expect(fake.made(isDirect)).toHaveLength(1);
    await act(async () => fake.made(isDirect)[0]?.answer(answer));
    expect(screen.queryByRole('button', { name: copy['campaign.home.toCoupon'] })).toBeNull();
    expect([startButton().textContent?.includes('答题'), fake.toasts]).toEqual([true, []]);
  });

  it.each([
    ['a guest', { session: sessions.guest }],
    ['a browser', { environment: { inApp: false } }],
    ['a campaign that is over', { windows: specifiedWindows, now: Date.parse('2023-09-01T00:00:00+08:00') }],
  ])('is not asked for in %s', (_, options) => expect(mount(options).calls).toEqual([]));

  it('is another user after a change of users', async () => {
    const fake = mount();
    fake.made(isDirect)[0]?.answer(given(null));
    await toCoupon();
    act(() => fake.setSession({ userId: 'another' }));
    expect(startButton()).toBeTruthy();
  });
});

describe('a silent app', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  const saysItWaitsForTheApp = () => screen.queryByRole('button', { name: '正在等待鲜居App响应…' }) !== null;

  it('is told of two seconds after the tap', async () => {
    const fake = mount();
    fake.control.permission = new Promise(() => {});
    start();
    await pass(1_900);
    expect(saysItWaitsForTheApp()).toBe(false);
    await pass(200);
    expect(saysItWaitsForTheApp()).toBe(true);
  });

  it('is not blamed for a slow server', async () => {
    mount();
    start();
    await pass(3_000);
    expect(startButton().textContent).toContain(copy['campaign.home.checking']);
    expect(saysItWaitsForTheApp()).toBe(false);
  });
});

describe('the question', () => {
  it('marks the chosen option by itself, and the focus of a keyboard that WebKit does not count as visible', async () => {
    const fake = mount();
    await openQuestion(fake);
    const group = screen.getByRole('group', { name: copy['campaign.question.group.aria'] });
    const [first] = within(group).getAllByRole('radio');
    if (!first) throw new Error('no option');
    fireEvent.pointerDown(first);
    fireEvent.click(first);
    expect([first.closest('label')?.classList.contains('chosen'), group.classList.contains('byKeyboard')]).toEqual([true, false]);
    fireEvent.keyDown(first, { key: 'ArrowDown' });
    expect(group.classList.contains('byKeyboard')).toBe(true);
    fireEvent.pointerDown(first);
    expect(group.classList.contains('byKeyboard')).toBe(false);
  });

  it('is a group of three radios with the words of the deck', async () => {
    await openQuestion(mount());
    const group = screen.getByRole('group', { name: copy['campaign.question.group.aria'] });
    expect(within(group).getAllByRole('radio').map((radio) => radio.getAttribute('aria-label'))).toEqual([
      '选项A：6:00-18:00', '选项B：8:00-21:00', '选项C：21:00-8:00',
    ]);
    expect(document.activeElement?.textContent).toBe(question.problem);
  });

  it('can be loaded again after a failure', async () => {
    const fake = mount();
    start();
    (await nth(fake, isDirect, 1)).answer(given({}));
    (await nth(fake, getNewAnswer, 1)).answer(refusals.malformed);
    await screen.findByText(copy['campaign.question.loadFail']);
    fireEvent.click(screen.getByRole('button', { name: '重试' }));
    (await nth(fake, getNewAnswer, 2)).answer(given(question));
    await screen.findByText(question.problem);
  });

  it('asks for a choice first', async () => {
    const fake = mount();
    await openQuestion(fake);
    submit();
    expect(fake.toasts).toEqual([copy['campaign.question.noOption.toast']]);
    expect(fake.made(answerQuestion)).toHaveLength(0);
  });
});

describe('the answer', () => {
  it('is sent once on a double tap', async () => {
    const fake = mount();
    await openQuestion(fake);
    choose('B');
    submit();
    submit();
    fireEvent.submit(screen.getByRole('dialog').querySelector('form') ?? document.body);
    await nth(fake, answerQuestion, 1);
    expect(fake.made(answerQuestion)).toHaveLength(1);
    expect(fake.made(answerQuestion)[0]?.fields).toEqual({
      userId: household.userId, phone: household.phone, fridgeId: household.fridgeId, questionId: 'q01', correctAnswer: 'B', requestId: expect.stringMatching(/^[\da-f-]{36}$/),
    });
  });

  it('can not be changed while it is being judged', async () => {
    const fake = mount();
    await openQuestion(fake);
    choose('B');
    submit();
    choose('C');
    (await nth(fake, answerQuestion, 1)).answer(refusals.network);
    await waitFor(() => expect(screen.getByRole('radio', { name: /选项B/ })).toHaveProperty('checked', true));
  });

  it('resets the choice when wrong, and brings another question when wrong again', async () => {
    const fake = mount();
    await openQuestion(fake);
    choose('A');
    submit();
    (await nth(fake, answerQuestion, 1)).answer(given({ correct: false }));
    await waitFor(() => expect(fake.toasts).toEqual([copy['campaign.question.wrong.toast']]));
    await waitFor(() => expect(chosen()).toBe(0));
    choose('C');
    submit();
    (await nth(fake, answerQuestion, 2)).answer(given({ correct: false }));
    const replacement = await nth(fake, getNewAnswer, 2);
    expect(fake.toasts.at(-1)).toBe(copy['campaign.question.wrongTwice.toast']);
    expect(replacement.fields).toEqual({ ...household, questionId: 'q01' });
    replacement.answer(given(next));
    await screen.findByText(next.problem);
    expect(chosen()).toBe(0);
  });

  it('marks what was wrong, in words too, until it is chosen again or the question is another', async () => {
    const fake = mount();
    await openQuestion(fake);
    choose('A');
    submit();
    (await nth(fake, answerQuestion, 1)).answer(given({ correct: false }));
    await screen.findByText(copy['campaign.question.option.missed']);
    expect(screen.getAllByRole('radio').map((radio) => radio.getAttribute('aria-label'))).toEqual([
      '选项A：6:00-18:00，刚才选错了', '选项B：8:00-21:00', '选项C：21:00-8:00',
    ]);
    choose('A');
    expect(screen.queryByText(copy['campaign.question.option.missed'])).toBeNull();
    submit();
    (await nth(fake, answerQuestion, 2)).answer(given({ correct: false }));
    (await nth(fake, getNewAnswer, 2)).answer(given(next));
    await screen.findByText(next.problem);
    expect(screen.queryByText(copy['campaign.question.option.missed'])).toBeNull();
  });

  it.each(['notice', 'network', 'malformed', 'region'] as const)('stays chosen after %s and can be sent again', async (kind) => {
    const fake = mount();
    await openQuestion(fake);
    choose('B');
    submit();
    (await nth(fake, answerQuestion, 1)).answer(refusals[kind]);
    await waitFor(() => expect(submitButton().getAttribute('aria-busy')).toBeNull());
    expect(chosen()).toBe(1);
    submit();
    await nth(fake, answerQuestion, 2);
  });

  it('gets another question when its own is no longer known', async () => {
    const fake = mount();
    await openQuestion(fake);
    choose('B');
    submit();
    (await nth(fake, answerQuestion, 1)).answer(refusals.stale);
    (await nth(fake, getNewAnswer, 2)).answer(given(next));
    await screen.findByText(next.problem);
  });

  it('wins the coupon when right', async () => {
    const fake = mount();
    await openQuestion(fake);
    choose('B');
    submit();
    (await nth(fake, answerQuestion, 1)).answer(given({ correct: true }));
    await screen.findByRole('dialog', { name: copy['campaign.question.correct.title'] });
    fireEvent.click(screen.getByRole('button', { name: copy['campaign.question.correct.button'] }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(fake.opened).toEqual(['coupon']);
  });
});

describe('an answer whose result was lost', () => {
  const nthAnswer = (fake: Mounted, count: number) =>
    waitFor(() => {
      const made = fake.made(answerQuestion)[count - 1];
      if (!made) throw new Error(`it was sent ${fake.made(answerQuestion).length} times`);
      return made;
    });
  async function answerLost(fake: Mounted, label = 'B') {
    await openQuestion(fake);
    choose(label);
    submit();
    const answer = await nthAnswer(fake, 1);
    answer.answer(refusals.network);
    await waitFor(() => expect(submitButton().getAttribute('aria-busy')).toBeNull());
    return answer.fields.requestId;
  }
  const won = () => screen.findByRole('dialog', { name: copy['campaign.question.correct.title'] });
  const ids = (fake: Mounted) => fake.sent(answerQuestion).map(({ requestId }) => requestId);

  it('is sent again under its id, and the coupon shows', async () => {
    const fake = mount();
    const requestId = await answerLost(fake);
    submit();
    (await nthAnswer(fake, 2)).answer(given({ correct: true }));
    await won();
    expect(ids(fake)).toEqual([requestId, requestId]);
    expect(window.localStorage).toHaveLength(0);
  });

  it('is asked for before anything else when the page was reloaded, and the coupon shows', async () => {
    const before = mount();
    const requestId = await answerLost(before);
    before.unmount();
    const fake = mount();
    start();
    (await nthAnswer(fake, 1)).answer(given({ correct: true }));
    await won();
    expect(fake.sent(answerQuestion)).toEqual([expect.objectContaining({ requestId, questionId: 'q01', correctAnswer: 'B' })]);
    expect(asked(fake, isDirect)).toHaveLength(0);
    expect(fake.opened).toEqual([]);
    expect(window.localStorage).toHaveLength(0);
  });

  it('shows its coupon also where the pop-up was closed before the result came', async () => {
    const fake = mount();
    await openQuestion(fake);
    choose('B');
    submit();
    const late = await nthAnswer(fake, 1);
    close();
    late.answer(given({ correct: true }));
    start();
    (await nthAnswer(fake, 2)).answer(given({ correct: true }));
    await won();
    expect(new Set(ids(fake)).size).toBe(1);
  });

  it('leads on to another question where it was wrong', async () => {
    const before = mount();
    await answerLost(before, 'A');
    before.unmount();
    const fake = mount();
    start();
    (await nthAnswer(fake, 1)).answer(given({ correct: false }));
    (await nth(fake, isDirect, 1)).answer(given({}));
    (await nth(fake, getNewAnswer, 1)).answer(given(next));
    await screen.findByText(next.problem);
    expect(fake.toasts).toEqual([copy['campaign.question.wrongTwice.toast']]);
    expect(window.localStorage).toHaveLength(0);
  });

  it('gives way to another one, which is judged under an id of its own', async () => {
    const fake = mount();
    const requestId = await answerLost(fake, 'A');
    choose('B');
    submit();
    const other = await nthAnswer(fake, 2);
    expect(other.fields.correctAnswer).toBe('B');
    expect(other.fields.requestId).not.toBe(requestId);
    other.answer(given({ correct: true }));
    await won();
    expect(window.localStorage).toHaveLength(0);
  });

  it('shows its coupon where it has won and another one was sent meanwhile', async () => {
    const fake = mount();
    const requestId = await answerLost(fake);
    choose('C');
    submit();
    (await nthAnswer(fake, 2)).answer(refusals.notice);
    const first = await nthAnswer(fake, 3);
    expect(first.fields).toMatchObject({ requestId, correctAnswer: 'B' });
    first.answer(given({ correct: true }));
    await won();
    expect(fake.toasts).not.toContain(refusals.notice.message);
    expect(window.localStorage).toHaveLength(0);
  });

  it('shows its coupon also after a reload, beside another one that was lost as well', async () => {
    const before = mount();
    const requestId = await answerLost(before);
    choose('C');
    submit();
    (await nthAnswer(before, 2)).answer(refusals.network);
    await waitFor(() => expect(submitButton().getAttribute('aria-busy')).toBeNull());
    before.unmount();
    const fake = mount();
    start();
    (await nthAnswer(fake, 1)).answer(refusals.notice);
    const first = await nthAnswer(fake, 2);
    expect(first.fields.requestId).toBe(requestId);
    first.answer(given({ correct: true }));
    await won();
  });

  it('is kept where its result is lost once more', async () => {
    const fake = mount();
    const requestId = await answerLost(fake);
    choose('C');
    submit();
    (await nthAnswer(fake, 2)).answer(refusals.notice);
    (await nthAnswer(fake, 3)).answer(refusals.network);
    await waitFor(() => expect(submitButton().getAttribute('aria-busy')).toBeNull());
    expect(fake.toasts.at(-1)).toBe(refusals.notice.message);
    close();
    start();
    (await nthAnswer(fake, 4)).answer(refusals.notice);
    const first = await nthAnswer(fake, 5);
    expect(first.fields.requestId).toBe(requestId);
  });

  it.each(['notice', 'region', 'stale'] as const)('has no more use after %s: what is answered next is another one', async (kind) => {
    const fake = mount();
    await openQuestion(fake);
    choose('B');
    submit();
    (await nthAnswer(fake, 1)).answer(refusals[kind]);
    await waitFor(() => expect(window.localStorage).toHaveLength(0));
  });

  it('is not sent for another user', async () => {
    const before = mount();
    await answerLost(before);
    before.unmount();
    const fake = mount({ session: { userId: 'U9999' } });
    start();
    await nth(fake, isDirect, 1);
    expect(fake.made(answerQuestion)).toHaveLength(0);
  });
});

describe('a login that has expired', () => {
  /** Answers one call with 401 and gives the login that follows. */
  async function expire<C extends Call>(fake: Mounted, call: C, login: FakeHost['control']['login']) {
    const made = await nth(fake, call, 1);
    fake.control.login = login;
    made.answer(refusals.expired);
    return made;
  }

  it('while an answer is judged: the choice stays, and the same answer goes on after the login', async () => {
    const fake = mount();
    await openQuestion(fake);
    choose('B');
    submit();
    const first = await expire(fake, answerQuestion, {});
    const again = await nth(fake, answerQuestion, 2);
    expect(again.fields).toEqual(first.fields);
    expect([chosen(), submitButton().getAttribute('aria-busy'), fake.toasts]).toEqual([1, 'true', []]);
    again.answer(given({ correct: true }));
    await screen.findByRole('dialog', { name: copy['campaign.question.correct.title'] });
  });

  it('and is not renewed: the choice stays, and a press asks for the login once more', async () => {
    const fake = mount();
    await openQuestion(fake);
    choose('B');
    submit();
    const first = await expire(fake, answerQuestion, null);
    await waitFor(() => expect(submitButton().getAttribute('aria-busy')).toBeNull());
    expect([chosen(), screen.queryByText(question.problem) !== null, fake.made(answerQuestion).length]).toEqual([1, true, 1]);
    fake.control.login = {};
    submit();
    expect((await nth(fake, answerQuestion, 2)).fields).toEqual(first.fields);
  });

  it('before the question: it is fetched after the login', async () => {
    const fake = mount();
    start();
    (await nth(fake, isDirect, 1)).answer(given({}));
    await expire(fake, getNewAnswer, {});
    (await nth(fake, getNewAnswer, 2)).answer(given(question));
    await screen.findByText(question.problem);
    expect(fake.toasts).toEqual([]);
  });

  it('at the entry: the same press goes on after the login', async () => {
    const fake = mount();
    start();
    await expire(fake, isDirect, {});
    // The screen has asked by itself as well, of who has logged in.
    await nth(fake, isDirect, 3);
    for (const made of fake.made(isDirect)) made.answer(given({}));
    await nth(fake, getNewAnswer, 1);
    expect(fake.toasts).toEqual([]);
  });

  it('and another user logs in: nothing is answered under their name', async () => {
    const fake = mount();
    await openQuestion(fake);
    choose('B');
    submit();
    await expire(fake, answerQuestion, { userId: 'another' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect([fake.made(answerQuestion).length, fake.toasts]).toEqual([1, [commonCopy['common.otherUser.toast']]]);
  });

  it.each([
    ['at the entry', isDirect, async () => {}],
    ['before the question', getNewAnswer, async (fake: Mounted) => (await nth(fake, isDirect, 1)).answer(given({}))],
  ])('%s, and another user logs in: nothing goes on, and nothing is said of an answer', async (_, call, until) => {
    const fake = mount();
    start();
    await until(fake);
    await expire(fake, call, { userId: 'another' });
    await waitFor(() => expect(startButton().getAttribute('aria-busy')).toBeNull());
    await waitFor(() => expect(fake.toasts).toEqual([commonCopy['common.otherUser.entry.toast']]));
    expect([screen.queryByRole('dialog'), fake.made(getNewAnswer).length]).toEqual([null, call === getNewAnswer ? 1 : 0]);
  });
});

it('closes the question of one user when another one has logged in', async () => {
  const fake = mount();
  await openQuestion(fake);
  choose('B');
  act(() => fake.setSession({ userId: 'another' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(startButton().getAttribute('aria-busy')).toBeNull();
});

describe('closing', () => {
  it('drops an answer that comes after it', async () => {
    const fake = mount();
    await openQuestion(fake);
    choose('B');
    submit();
    const late = await nth(fake, answerQuestion, 1);
    close();
    expect(late.options.signal?.aborted).toBe(true);
    late.answer(given({ correct: true }));
    await Promise.resolve();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(fake.toasts).toEqual([]);
  });

  it('leaves nothing of the old question for the next time', async () => {
    const fake = mount();
    await openQuestion(fake);
    choose('B');
    close();
    start();
    (await nth(fake, isDirect, 2)).answer(given({}));
    const again = await nth(fake, getNewAnswer, 2);
    expect(again.fields).toEqual(household);
    expect(screen.queryByText(question.problem)).toBeNull();
    again.answer(given(next));
    await screen.findByText(next.problem);
    expect(chosen()).toBe(0);
  });

  it('ends the visit when the screen is left', async () => {
    const fake = mount();
    start();
    const check = await nth(fake, isDirect, 1);
    fake.unmount();
    expect(check.options.signal?.aborted).toBe(true);
  });
});
