// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { copy } from '../copy.ts';
import { AnswerEntry } from '../entry/answer-entry.tsx';
import { createFakeHost, household, refusals } from './fake-host.ts';

const question = { questionId: 'q01', problem: '峰段是哪个时段？', options: ['6:00-18:00', '8:00-21:00', '21:00-8:00'] };
const next = { questionId: 'q05', problem: '谷段比峰段便宜多少？', options: ['0.20元', '0.10元', '0.03元'] };

afterEach(cleanup);

function mount(...session: Parameters<typeof createFakeHost>) {
  const fake = createFakeHost(...session);
  const view = render(<AnswerEntry host={fake.host} label="答题" note="说明" track="test" />);
  return { ...fake, ...view };
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

async function nth(fake: Mounted, name: Parameters<Mounted['made']>[0], count: number) {
  return waitFor(() => {
    const call = fake.made(name)[count - 1];
    if (!call) throw new Error(`${name} was called ${fake.made(name).length} times`);
    return call;
  });
}

async function openQuestion(fake: Mounted) {
  start();
  (await nth(fake, 'isDirect', 1)).answer({ ok: true, data: {} });
  (await nth(fake, 'getNewAnswer', 1)).answer({ ok: true, data: question });
  await screen.findByRole('radio', { name: '选项A：6:00-18:00' });
}

describe('coming in', () => {
  it('asks for eligibility once however often the button is pressed', async () => {
    const fake = mount();
    start();
    start();
    await nth(fake, 'isDirect', 1);
    expect(startButton().textContent).toContain(copy['campaign.home.checking']);
    expect(fake.host.session.require).toHaveBeenCalledTimes(1);
    expect(fake.made('isDirect')).toHaveLength(1);
    expect(fake.made('isDirect')[0]?.fields).toEqual(household);
  });

  it('goes to the coupon page when no question is needed', async () => {
    const fake = mount();
    start();
    (await nth(fake, 'isDirect', 1)).answer({ ok: true, data: null });
    await waitFor(() => expect(fake.openCoupon).toHaveBeenCalledTimes(1));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(fake.made('getNewAnswer')).toHaveLength(0);
  });

  it('says so when the coupon page does not open', async () => {
    const fake = mount();
    fake.control.couponOpens = false;
    start();
    (await nth(fake, 'isDirect', 1)).answer({ ok: true, data: null });
    await waitFor(() => expect(fake.toasts).toEqual([copy['campaign.home.couponFail.toast']]));
  });

  it.each(['region', 'network', 'malformed'] as const)('opens nothing for an answer of %s, and can be tried again', async (kind) => {
    const fake = mount();
    start();
    (await nth(fake, 'isDirect', 1)).answer(refusals[kind]);
    await waitFor(() => expect(startButton().getAttribute('aria-busy')).toBeNull());
    expect(screen.queryByRole('dialog')).toBeNull();
    start();
    await nth(fake, 'isDirect', 2);
  });

  it.each([
    ['notStarted', copy['campaign.home.notStarted.toast']],
    ['ended', copy['campaign.home.ended.toast']],
  ] as const)('asks nobody outside the window: %s', (window, toast) => {
    const fake = mount();
    fake.control.window = window;
    start();
    expect(fake.toasts).toEqual([toast]);
    expect(fake.host.session.require).not.toHaveBeenCalled();
  });

  it('stops without a user', async () => {
    const fake = mount();
    fake.control.entry = { allowed: false, because: 'noUser' };
    start();
    await waitFor(() => expect(startButton().getAttribute('aria-busy')).toBeNull());
    expect(fake.calls).toHaveLength(0);
  });

  it('invites to bind a fridge where there is none, and goes on once there is one', async () => {
    mount({ fridge: null, needsFridge: true });
    expect(screen.queryByRole('button', { name: '答题' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: copy['host.bind.button'] }));
    await screen.findByRole('button', { name: '答题' });
  });

  it('invites to bind when the fridge is gone by the time of the press', async () => {
    const fake = mount();
    fake.control.entry = { allowed: false, because: 'noFridge' };
    fake.setSession({ fridge: null });
    start();
    await screen.findByText(copy['host.bind.title']);
  });
});

describe('the question', () => {
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
    (await nth(fake, 'isDirect', 1)).answer({ ok: true, data: {} });
    (await nth(fake, 'getNewAnswer', 1)).answer(refusals.malformed);
    await screen.findByText(copy['campaign.question.loadFail']);
    fireEvent.click(screen.getByRole('button', { name: '重试' }));
    (await nth(fake, 'getNewAnswer', 2)).answer({ ok: true, data: question });
    await screen.findByText(question.problem);
  });

  it('asks for a choice first', async () => {
    const fake = mount();
    await openQuestion(fake);
    submit();
    expect(fake.toasts).toEqual([copy['campaign.question.noOption.toast']]);
    expect(fake.made('AnswerQuestion')).toHaveLength(0);
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
    expect(fake.made('AnswerQuestion')).toHaveLength(1);
    expect(fake.made('AnswerQuestion')[0]?.fields).toEqual({
      userId: household.userId, phone: household.phone, fridgeId: household.fridgeId, questionId: 'q01', correctAnswer: 'B',
    });
  });

  it('can not be changed while it is being judged', async () => {
    const fake = mount();
    await openQuestion(fake);
    choose('B');
    submit();
    choose('C');
    (await nth(fake, 'AnswerQuestion', 1)).answer(refusals.network);
    await waitFor(() => expect(screen.getByRole('radio', { name: /选项B/ })).toHaveProperty('checked', true));
  });

  it('resets the choice when wrong, and brings another question when wrong again', async () => {
    const fake = mount();
    await openQuestion(fake);
    choose('A');
    submit();
    (await nth(fake, 'AnswerQuestion', 1)).answer({ ok: true, data: { correct: false } });
    await waitFor(() => expect(fake.toasts).toEqual([copy['campaign.question.wrong.toast']]));
    await waitFor(() => expect(chosen()).toBe(0));
    choose('C');
    submit();
    (await nth(fake, 'AnswerQuestion', 2)).answer({ ok: true, data: { correct: false } });
    const replacement = await nth(fake, 'getNewAnswer', 2);
    expect(fake.toasts.at(-1)).toBe(copy['campaign.question.wrongTwice.toast']);
    expect(replacement.fields).toEqual({ ...household, questionId: 'q01' });
    replacement.answer({ ok: true, data: next });
    await screen.findByText(next.problem);
    expect(chosen()).toBe(0);
  });

  it.each(['notice', 'network', 'malformed', 'region'] as const)('stays chosen after %s and can be sent again', async (kind) => {
    const fake = mount();
    await openQuestion(fake);
    choose('B');
    submit();
    (await nth(fake, 'AnswerQuestion', 1)).answer(refusals[kind]);
    await waitFor(() => expect(submitButton().getAttribute('aria-busy')).toBeNull());
    expect(chosen()).toBe(1);
    submit();
    await nth(fake, 'AnswerQuestion', 2);
  });

  it('gets another question when its own is no longer known', async () => {
    const fake = mount();
    await openQuestion(fake);
    choose('B');
    submit();
    (await nth(fake, 'AnswerQuestion', 1)).answer(refusals.stale);
    (await nth(fake, 'getNewAnswer', 2)).answer({ ok: true, data: next });
    await screen.findByText(next.problem);
  });

  it('wins the coupon when right', async () => {
    const fake = mount();
    await openQuestion(fake);
    choose('B');
    submit();
    (await nth(fake, 'AnswerQuestion', 1)).answer({ ok: true, data: { correct: true } });
    await screen.findByRole('dialog', { name: copy['campaign.question.correct.title'] });
    fireEvent.click(screen.getByRole('button', { name: copy['campaign.question.correct.button'] }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(fake.openCoupon).toHaveBeenCalledTimes(1);
  });
});

describe('closing', () => {
  it('drops an answer that comes after it', async () => {
    const fake = mount();
    await openQuestion(fake);
    choose('B');
    submit();
    const late = await nth(fake, 'AnswerQuestion', 1);
    close();
    expect(late.signal?.aborted).toBe(true);
    late.answer({ ok: true, data: { correct: true } });
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
    (await nth(fake, 'isDirect', 2)).answer({ ok: true, data: {} });
    const again = await nth(fake, 'getNewAnswer', 2);
    expect(again.fields).toEqual(household);
    expect(screen.queryByText(question.problem)).toBeNull();
    again.answer({ ok: true, data: next });
    await screen.findByText(next.problem);
    expect(chosen()).toBe(0);
  });

  it('ends the visit when the screen is left', async () => {
    const fake = mount();
    start();
    const check = await nth(fake, 'isDirect', 1);
    fake.unmount();
    expect(check.signal?.aborted).toBe(true);
  });
});
