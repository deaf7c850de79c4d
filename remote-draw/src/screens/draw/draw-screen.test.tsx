// @vitest-environment happy-dom
import {
  createFakeHost,
  expired,
  type FakeHostOptions,
  given,
  household,
  lost,
  type Reply,
  sessions,
} from '@fridge/remote-kit/testing';
import { drawCalls, drawTerms } from '@fridge/shared-contracts/activities/draw';
import { sharingCalls } from '@fridge/shared-contracts/activities/sharing';
import { commonCopy } from '@fridge/shared-contracts';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { release } from '../../../release.config.ts';
import { copy } from '../../copy.ts';
import { lateDialogs } from '../../draw/late-dialogs.ts';
import { lateMoment } from '../../draw/result-dialog.tsx';
import { MOMENT_MS } from '../../moment/moment.tsx';
import DrawScreen from './draw-screen.tsx';

const won = { requestId: '', id: 'p1', level: 2, giftName: '三明治机', isVirtual: false, surplusNum: 1 };
const refused = { ok: false, reason: 'notice', code: 204, message: '抽奖机会已用完' } as const;

beforeAll(() => lateDialogs.load());
beforeEach(() => {
  localStorage.clear();
  // As in a browser without element animations, where the wheel keeps its times by the clock alone.
  Object.defineProperty(HTMLElement.prototype, 'animate', { value: undefined, configurable: true });
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

/** In small steps: React runs effects at the end of each, and they start timers of their own. */
async function pass(ms: number) {
  for (let passed = 0; passed <= ms; passed += 50)
    await act(() => vi.advanceTimersByTimeAsync(Math.min(50, ms - passed)));
}
const spinButton = new RegExp(`${copy['draw.wheel.spin']}|${copy['draw.wheel.spinning']}`);
const tap = () => fireEvent.click(screen.getByRole('button', { name: spinButton }));
const dialog = () => screen.queryByRole('dialog')?.getAttribute('aria-label') ?? null;

interface Answers {
  draw?: Reply<typeof drawCalls.draw>;
  left?: Reply<typeof drawCalls.getSurplusNum>;
}

/** What `getSurplusNum` tells. */
const counted = (left: number, everHad: boolean | null = true, hasReport: boolean | null = null) =>
  given({ left, everHad, hasReport });

async function mount({ draw, left = counted(2) }: Answers, options: FakeHostOptions = {}) {
  const fake = createFakeHost({ declared: release.calls, ...options });
  fake.answer(drawCalls.getSurplusNum, left);
  if (draw) fake.answer(drawCalls.draw, draw);
  const view = render(<DrawScreen host={fake.host} />);
  await pass(0);
  return { ...fake, ...view };
}

describe('the wheel', () => {
  it('draws nothing while its result could not be told, and says so', async () => {
    const load = vi.spyOn(lateDialogs, 'load').mockResolvedValueOnce({ ok: false, reason: 'failed' });
    const draws = vi.fn(() => given(won));
    const { toasts } = await mount({ draw: draws });
    tap();
    await pass(4_000);
    expect([draws.mock.calls.length, toasts, localStorage.length]).toEqual([
      0,
      [commonCopy['common.network.toast']],
      0,
    ]);
    load.mockRestore();
    tap();
    await pass(4_000);
    expect([draws.mock.calls.length, dialog()]).toEqual([1, copy['draw.result.win.title']]);
  });

  it('shows the result 3 s after the tap, once, and forgets the draw then', async () => {
    const fake = await mount({ draw: given(won) });
    tap();
    tap();
    await pass(drawTerms.spinMs - 100);
    tap();
    expect([fake.sent(drawCalls.draw).length, dialog(), localStorage.length]).toEqual([1, null, 1]);
    await pass(200);
    expect(dialog()).toBe(copy['draw.result.win.title']);
    expect(localStorage.length).toBe(0);
    expect(screen.getByText('抽奖结果：二等奖，三明治机').closest('[aria-live=polite]')).not.toBeNull();
    fireEvent.click(screen.getByText(copy['draw.result.physical.button']));
    expect(fake.went).toEqual([['push', '/address', expect.objectContaining({ id: 'p1', source: '0' })]]);
  });

  it('waits for a late answer', async () => {
    await mount({
      draw: () => new Promise((resolve) => setTimeout(() => resolve(given({ ...won, level: null, id: null })), 6_000)),
    });
    tap();
    await pass(5_900);
    expect(dialog()).toBeNull();
    // With the fade that stands in for braking.
    await pass(300);
    expect(dialog()).toBe(copy['draw.result.none.title']);
  });

  it.each([
    ['no answer', lost],
    ["another draw's answer", given({ ...won, requestId: 'other' })],
  ])('shows no prize for %s, says so, counts again, and keeps the draw for the next tap', async (_, answer) => {
    const fake = await mount({ draw: answer, left: counted(1) });
    fake.answer(drawCalls.getSurplusNum, counted(0));
    tap();
    await pass(drawTerms.spinMs + 200);
    expect([dialog(), fake.toasts]).toEqual([null, [copy['draw.wheel.unknown.toast']]]);
    expect(screen.getByText('剩余抽奖次数：0次')).toBeTruthy();
    fake.answer(drawCalls.draw, given(won));
    tap();
    await pass(drawTerms.spinMs + 200);
    expect(dialog()).toBe(copy['draw.result.win.title']);
    const [first, second] = fake.sent(drawCalls.draw);
    expect(second).toEqual(first);
  });

  it('asks again under the same id after a 409, which may hide a draw that counted', async () => {
    const replayed = { ok: false, reason: 'refused', code: 409, message: '签名校验失败' } as const;
    let answers = 0;
    const fake = await mount({ draw: () => ((answers += 1) === 1 ? replayed : given(won)) });
    tap();
    await pass(drawTerms.spinMs + 200);
    expect([dialog(), fake.toasts]).toEqual([copy['draw.result.win.title'], []]);
    const [first, second] = fake.sent(drawCalls.draw);
    expect(second).toEqual(first);
  });

  it('gives the result of a draw that a reload left without an answer at the next tap, and not before', async () => {
    const before = await mount({ draw: () => new Promise(() => {}) });
    tap();
    await pass(1_000);
    before.unmount();
    const after = await mount({ draw: given(won), left: counted(0) });
    await pass(500);
    expect([after.sent(drawCalls.draw), dialog()]).toEqual([[], null]);
    tap();
    await pass(drawTerms.spinMs + 200);
    expect(after.sent(drawCalls.draw)).toEqual(before.sent(drawCalls.draw));
    expect([dialog(), localStorage.length]).toEqual([copy['draw.result.win.title'], 0]);
  });

  it('tells that no draw is left when the server says so to a page that did not know', async () => {
    const fake = await mount({ draw: refused, left: lost });
    fake.answer(drawCalls.getSurplusNum, counted(0));
    tap();
    await pass(drawTerms.spinMs + 200);
    expect([dialog(), fake.toasts]).toEqual([copy['draw.result.noChance.title'], []]);
  });

  it('asks for a fridge where there is none', async () => {
    const fake = await mount({}, { session: sessions.noFridge });
    fake.control.permission = { allowed: false, reason: 'noFridge' };
    tap();
    await pass(10);
    expect(screen.getByText(commonCopy['host.bind.title'])).toBeTruthy();
    expect([fake.sent(drawCalls.draw), localStorage.length]).toEqual([[], 0]);
    const bind = screen.getByRole('button', { name: commonCopy['host.bind.button'] });
    bind.focus();
    fireEvent.click(bind);
    expect(fake.timesBound()).toBe(1);
    act(() => fake.setSession(sessions.user));
    await pass(10);
    expect(document.activeElement?.contains(screen.getByRole('button', { name: spinButton }))).toBe(true);
    expect(document.activeElement).not.toBe(document.body);
  });
});

describe('a prize to touch', () => {
  const first = { ...won, level: 1, giftName: '冷柜' };
  const moment = () => screen.queryByTestId('draw-moment');
  const win = async (draw: typeof won) => {
    const fake = await mount({ draw: given(draw) });
    await lateMoment.load();
    tap();
    await pass(drawTerms.spinMs + 200);
    return fake;
  };

  it.each([
    ['its time', () => pass(MOMENT_MS)],
    ['a tap', () => fireEvent.click(screen.getByTestId('draw-moment'))],
    ['a key', () => fireEvent.keyDown(document.body, { key: 'Tab', bubbles: true })],
    ['what closes a dialog', () => fireEvent.click(screen.getByText('close'))],
  ])('that is the first has its moment over the result, which %s ends', async (_, end) => {
    const fake = await win(first);
    expect([moment()?.getAttribute('aria-hidden'), dialog(), localStorage.length]).toEqual([
      'true',
      copy['draw.result.win.title'],
      0,
    ]);
    expect(screen.getAllByText('抽奖结果：一等奖，冷柜')).toHaveLength(1);
    await end();
    await pass(0);
    expect([moment(), dialog()]).toEqual([null, copy['draw.result.win.title']]);
    fireEvent.click(screen.getByText(copy['draw.result.physical.button']));
    expect(fake.went).toEqual([['push', '/address', expect.objectContaining({ id: 'p1' })]]);
  });

  it('that is a lesser one has no moment over the screen', async () => {
    await win(won);
    expect([moment(), dialog()]).toEqual([null, copy['draw.result.win.title']]);
  });

  it('has none with reduced motion', async () => {
    const calm = vi.spyOn(window, 'matchMedia').mockReturnValue({ ...window.matchMedia(''), matches: true });
    await win(first);
    expect([moment(), dialog()]).toEqual([null, copy['draw.result.win.title']]);
    calm.mockRestore();
  });
});

describe('a window that closes over an open page', () => {
  it.each([
    ['ended', { start: null, end: '1970-01-01T00:00:01Z' }, copy['draw.wheel.ended.toast']],
    ['notStarted', { start: '1970-01-02T00:00:00Z', end: null }, copy['draw.wheel.notStarted.toast']],
  ])('%s: says so, and neither asks nor turns', async (_, period, toast) => {
    const fake = await mount({}, { now: 60_000 });
    fake.control.windows = { draw: period };
    tap();
    await pass(100);
    expect([fake.toasts, fake.sent(drawCalls.draw), localStorage.length]).toEqual([[toast], [], 0]);
    expect(screen.getByRole('button', { name: copy['draw.wheel.spin'] }).getAttribute('aria-busy')).toBeNull();
  });

  it('is asked again after a login', async () => {
    const fake = await mount({}, { now: 60_000, session: sessions.guest });
    fake.control.login = Promise.resolve().then(() => {
      fake.control.windows = { draw: { start: null, end: '1970-01-01T00:00:01Z' } };
      return {};
    });
    tap();
    await pass(100);
    expect([fake.toasts, fake.sent(drawCalls.draw), localStorage.length]).toEqual([
      [copy['draw.wheel.ended.toast']],
      [],
      0,
    ]);
    expect(screen.getByRole('button', { name: copy['draw.wheel.spin'] }).getAttribute('aria-busy')).toBeNull();
  });
});

describe('a session that runs out in mid-spin', () => {
  const once = (fake: Pick<Awaited<ReturnType<typeof mount>>, 'answer' | 'sent'>) =>
    fake.answer(drawCalls.draw, () => (fake.sent(drawCalls.draw).length === 1 ? expired : given(won)));

  it('goes on with the same draw after the login', async () => {
    const fake = await mount({});
    once(fake);
    fake.control.login = {};
    tap();
    await pass(3 * drawTerms.spinMs);
    const [first, second] = fake.sent(drawCalls.draw);
    expect(second).toEqual(first);
    expect([dialog(), fake.toasts, localStorage.length]).toEqual([copy['draw.result.win.title'], [], 0]);
  });

  it('is free again when the login is cancelled, and keeps the draw for the next tap', async () => {
    const fake = await mount({});
    once(fake);
    tap();
    await pass(3 * drawTerms.spinMs);
    expect(screen.getByRole('button', { name: copy['draw.wheel.spin'] }).getAttribute('aria-busy')).toBeNull();
    fake.control.login = {};
    tap();
    await pass(2 * drawTerms.spinMs);
    const [first, second] = fake.sent(drawCalls.draw);
    expect([second, dialog()]).toEqual([first, copy['draw.result.win.title']]);
  });

  it('draws nothing for another user', async () => {
    const fake = await mount({});
    once(fake);
    fake.control.login = { userId: 'another' };
    tap();
    await pass(3 * drawTerms.spinMs);
    expect([fake.sent(drawCalls.draw).length, dialog(), fake.toasts]).toEqual([
      1,
      null,
      [commonCopy['common.otherUser.entry.toast']],
    ]);
    expect(localStorage.length).toBe(1);
  });
});

describe('another user who logs in', () => {
  it('gets their own count, whatever is answered late to the one before', async () => {
    let answerLate = () => {};
    const late = new Promise<void>((resolve) => {
      answerLate = resolve;
    });
    const fake = await mount({ left: () => late.then(() => counted(9)) });
    fake.answer(drawCalls.getSurplusNum, counted(1));
    act(() => fake.setSession({ userId: 'another' }));
    expect(screen.queryByText('剩余抽奖次数：9次')).toBeNull();
    answerLate();
    await pass(10);
    expect(screen.getByText('剩余抽奖次数：1次')).toBeTruthy();
  });

  it('sees no result of the one before, who gets it at the next tap', async () => {
    const fake = await mount({ draw: given(won) });
    tap();
    await pass(1_000);
    fake.answer(drawCalls.getSurplusNum, counted(5));
    act(() => fake.setSession({ userId: 'another' }));
    await pass(2 * drawTerms.spinMs);
    expect([dialog(), fake.toasts]).toEqual([null, []]);
    expect(screen.getByText('剩余抽奖次数：5次')).toBeTruthy();
    act(() => fake.setSession({ userId: household.userId }));
    await pass(10);
    tap();
    await pass(drawTerms.spinMs + 200);
    expect(dialog()).toBe(copy['draw.result.win.title']);
    const [first, second] = fake.sent(drawCalls.draw);
    expect(second).toEqual(first);
  });

  it('sees the open dialog of the one before no longer', async () => {
    const fake = await mount({ draw: given(won) });
    tap();
    await pass(drawTerms.spinMs + 200);
    expect(dialog()).toBe(copy['draw.result.win.title']);
    act(() => fake.setSession({ userId: 'another' }));
    await pass(10);
    expect(dialog()).toBeNull();
  });
});

it('says beside the retry why the server could not count', async () => {
  await mount({ left: { ok: false, reason: 'refused', code: 500, message: '服务器繁忙，请稍后再试' } });
  expect(screen.getByText(/服务器繁忙/).closest('[role=alert]')?.nextSibling?.textContent).toBe(
    commonCopy['common.retry'],
  );
});

describe('no draws left', () => {
  /** A page that learns it by its draw. */
  const drawnInVain = async (
    left: ReturnType<typeof counted>,
    prepare?: (fake: Awaited<ReturnType<typeof mount>>) => void,
  ) => {
    const fake = await mount({ draw: refused, left: lost });
    fake.answer(drawCalls.getSurplusNum, left);
    prepare?.(fake);
    tap();
    await pass(drawTerms.spinMs + 200);
  };

  it('makes the button lead to the ways to more, inside the companion app', async () => {
    const fake = await mount({ left: counted(0) });
    expect(screen.queryByText(copy['draw.wheel.spin'])).toBeNull();
    fireEvent.click(screen.getByText(copy['draw.wheel.earn']));
    expect([fake.sent(drawCalls.draw), dialog()]).toEqual([[], copy['draw.earn.title']]);
    fireEvent.click(screen.getByLabelText(copy['draw.earn.report.aria']));
    expect(fake.went).toEqual([['push', '/yearReport', { comeFrom: 'lotteryDraw' }]]);
  });

  it.each([
    ['used up', true, '抽奖机会用完了', '分享年度报告或分享活动，可以获得更多抽奖机会'],
    ['never had', false, '还没有抽奖机会', '分享年度报告或分享活动，就能获得抽奖机会'],
    ['none, and nobody says since when', null, '现在没有抽奖机会', '分享年度报告或分享活动，可以获得更多抽奖机会'],
  ])('says what is true: %s', async (_, everHad, title, text) => {
    await drawnInVain(counted(0, everHad));
    expect([dialog(), screen.queryByText(text) !== null]).toEqual([title, true]);
  });

  it.each([true, false])('promises nothing for a report that does not open, used up: %s', async (everHad) => {
    await drawnInVain(counted(0, everHad), ({ control }) => {
      control.opens = (path) => path !== '/yearReport';
    });
    expect(document.body.textContent).not.toContain('分享年度报告');
    expect(document.body.textContent).toContain('分享活动，');
  });

  it('promises nothing for the report of a fridge that has none', async () => {
    await drawnInVain(counted(0, false, false));
    expect(document.body.textContent).toContain('分享活动，就能获得抽奖机会');
    fireEvent.click(screen.getByText(copy['draw.result.noChance.button']));
    expect(screen.queryByLabelText(copy['draw.earn.report.aria'])).toBeNull();
    expect(screen.getByLabelText(copy['draw.earn.campaign.aria'])).toBeTruthy();
  });

  it('offers a household without a fridge no way to draws that it could not use', async () => {
    const fake = await mount({ left: counted(0, false, false) });
    expect(screen.getByText(copy['draw.earn.title'])).toBeTruthy();
    cleanup();
    await mount({ left: counted(0, false, false) }, { session: sessions.noFridge });
    expect(screen.queryByText(copy['draw.earn.title'])).toBeNull();
    expect(fake.toasts).toEqual([]);
  });

  it('offers no way to draws outside the app', async () => {
    await mount({}, { environment: { inApp: false } });
    expect(screen.queryByText(copy['draw.earn.title'])).toBeNull();
  });

  it('speaks of no reward in WeChat', async () => {
    await mount({ left: counted(0) }, { environment: { inWeChat: true } });
    tap();
    expect(dialog()).toBe(copy['draw.result.noChance.title']);
    expect(document.body.textContent).not.toMatch(/分享|更多抽奖机会/);
  });
});

describe('sharing the campaign', () => {
  it.each([
    ['that brought a draw', 3, '分享成功，抽奖机会+1'],
    ['that brought none', 2, commonCopy['common.shareOk.toast']],
  ])('%s', async (_, after, toast) => {
    const fake = await mount({});
    fake.answer(sharingCalls.annualRecord, given({ added: 0 }));
    fake.answer(drawCalls.getSurplusNum, counted(after));
    expect(fake.reportShare()).toBe(true);
    await pass(10);
    expect(fake.sent(sharingCalls.annualRecord)).toEqual([{ ...household, type: '3' }]);
    expect(fake.toasts).toEqual([toast]);
  });

  it('tells of the draw that the record names, also where none was counted before', async () => {
    const fake = await mount({ left: lost });
    fake.answer(sharingCalls.annualRecord, given({ added: 1, surplusNum: 1 }));
    fake.reportShare();
    await pass(10);
    expect(fake.toasts).toEqual(['分享成功，抽奖机会+1']);
  });

  it('is left to the host outside the companion app', async () => {
    const fake = await mount({}, { environment: { inWeChat: true } });
    expect(fake.reportShare()).toBe(false);
    expect(fake.sent(sharingCalls.annualRecord)).toEqual([]);
  });
});

it('says after two seconds that it waits for a silent app', async () => {
  const fake = await mount({});
  fake.control.permission = new Promise(() => {});
  tap();
  await pass(1_900);
  expect(screen.queryByText('正在等待鲜居App响应…')).toBeNull();
  await pass(200);
  expect(screen.getByText('正在等待鲜居App响应…')).toBeTruthy();
});

it('names the time that the settings give the draw, and none where they give none', async () => {
  const { unmount } = await mount({}, { windows: { draw: { start: null, end: '2023-08-31T23:59:59+08:00' } } });
  expect(document.body.textContent).toContain('活动时间：截至2023年8月31日 23:59');
  unmount();
  await mount({});
  expect(screen.queryByText(/活动时间/)).toBeNull();
});

it('offers to count again when counting failed', async () => {
  const fake = await mount({ left: lost });
  fake.answer(drawCalls.getSurplusNum, counted(5));
  fireEvent.click(screen.getByText(commonCopy['common.retry']));
  await pass(10);
  expect(screen.getByText('剩余抽奖次数：5次')).toBeTruthy();
});

it('counts again when the page comes back', async () => {
  const fake = await mount({});
  fake.answer(drawCalls.getSurplusNum, counted(7));
  fake.setVisibility('hidden');
  fake.setVisibility('visible');
  await pass(10);
  expect(screen.getByText('剩余抽奖次数：7次')).toBeTruthy();
});
