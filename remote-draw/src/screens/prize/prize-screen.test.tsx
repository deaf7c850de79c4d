// @vitest-environment happy-dom
import { createFakeHost, type FakeHost, type FakeHostOptions, given, lost, sessions } from '@fridge/remote-kit/testing';
import { drawCalls, type Prize, prizeSchema } from '@fridge/shared-contracts/activities/draw';
import { commonCopy } from '@fridge/shared-contracts';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import * as v from 'valibot';
import { afterEach, describe, expect, it } from 'vitest';
import { release } from '../../../release.config.ts';
import { copy } from '../../copy.ts';
import PrizeScreen from './prize-screen.tsx';

const deadline = '2023-08-08T10:00:00+08:00';
const prize = (fields: Partial<Prize>): Prize =>
  v.parse(prizeSchema, { id: '1', giftName: '三明治机', level: 2, deadline, ...fields });
const physical = prize({});
const card = prize({
  id: '2',
  giftName: '超市卡',
  level: 3,
  isVirtual: true,
  exchangeCode: 'CODE',
  exchangePwd: 'SECRET',
});
const coupon = prize({ id: '3', kind: 'coupon', giftName: '10元电费券', level: null });

afterEach(cleanup);

function mount(
  lists: { gifts?: Prize[]; mine?: Prize[]; campaign?: Prize[] | null },
  now = 0,
  options: FakeHostOptions = {},
) {
  const fake = createFakeHost({ now, declared: release.calls, ...options });
  fake.answer(drawCalls.getMyGiftList, given(lists.gifts ?? []));
  fake.answer(drawCalls.myGift, given(lists.mine ?? []));
  fake.answer(drawCalls.getMyPrize, lists.campaign === null ? lost : given(lists.campaign ?? []));
  render(<PrizeScreen host={fake.host} />);
  return fake;
}

/** Answers wait until it is opened. */
function gate() {
  let open = () => {};
  const answered = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { answered, open };
}

describe('the prize list', () => {
  it('joins the three lists', async () => {
    mount({ gifts: [physical], mine: [physical, card], campaign: [coupon] });
    await waitFor(() =>
      expect(screen.getAllByTestId('prize').map((shown) => shown.dataset['kind'])).toEqual([
        'physical',
        'virtual',
        'coupon',
      ]),
    );
  });

  it('shows what came and says that some is missing', async () => {
    const fake = mount({ gifts: [physical], campaign: null });
    await screen.findByText(commonCopy['common.loadFail']);
    expect(screen.getAllByTestId('prize')).toHaveLength(1);
    fake.answer(drawCalls.getMyPrize, given([coupon]));
    const retry = screen.getByRole('button', { name: commonCopy['common.retry'] });
    retry.focus();
    fireEvent.click(retry);
    await waitFor(() => expect(screen.getAllByTestId('prize')).toHaveLength(2));
    expect(screen.queryByText(commonCopy['common.loadFail'])).toBeNull();
    expect(document.activeElement?.contains(screen.getByRole('list'))).toBe(true);
    expect(document.activeElement).not.toBe(document.body);
  });

  it('completes the list by itself when the network is back', async () => {
    const fake = mount({ gifts: [physical], campaign: null });
    await screen.findByText(commonCopy['common.loadFail']);
    fake.answer(drawCalls.getMyPrize, given([coupon]));
    act(() => void window.dispatchEvent(new Event('online')));
    await waitFor(() => expect(screen.getAllByTestId('prize')).toHaveLength(2));
  });

  it('never calls an incomplete list empty', async () => {
    mount({ campaign: null });
    await screen.findByText(commonCopy['common.loadFail']);
    expect(screen.queryByText(copy['draw.prize.empty.title'])).toBeNull();
  });

  it.each<[string, FakeHostOptions, (path: string) => boolean]>([
    ['is switched off', {}, () => false],
    ['is over', { windows: { draw: { start: null, end: '1970-01-01T00:00:00Z' } }, now: 1_000 }, () => true],
  ])('invites to no draw that %s', async (_, options, opens) => {
    const fake = createFakeHost({ declared: release.calls, ...options });
    for (const call of [drawCalls.getMyGiftList, drawCalls.myGift, drawCalls.getMyPrize]) fake.answer(call, given([]));
    fake.control.opens = opens;
    render(<PrizeScreen host={fake.host} />);
    await screen.findByText(copy['draw.prize.empty.title']);
    expect(screen.queryByRole('button')).toBeNull();
    expect(screen.queryByText(copy['draw.prize.empty.desc'])).toBeNull();
  });

  it('asks a guest in the app to log in and says so at once', () => {
    const fake = mount({}, 0, { session: sessions.guest });
    expect([screen.getByRole('alert').textContent, fake.asked]).toEqual([
      commonCopy['host.login.required.toast'],
      ['household'],
    ]);
  });

  it('says outside the app where prizes are shown, and leads there', async () => {
    const fake = mount({}, 0, { session: sessions.guest, environment: { inApp: false } });
    await screen.findByText('奖品在鲜居App里查看');
    expect(screen.queryByText(copy['draw.prize.empty.title'])).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: '去鲜居App查看' }));
    expect([fake.landings, fake.calls]).toEqual([['activity'], []]);
  });

  it("tells the coupon's condition and date, and leads to its page", async () => {
    const fake = mount({ campaign: [coupon] });
    const ticket = await screen.findByTestId('prize');
    expect(ticket.textContent).toContain('单笔缴费满11元可用');
    expect(ticket.textContent).toContain('有效期至2023年8月8日 10:00');
    fake.control.couponOpens = false;
    fireEvent.click(screen.getByRole('button', { name: '前往领券页' }));
    await waitFor(() => expect([fake.opened, fake.toasts]).toEqual([['coupon'], ['领券页面打开失败，请稍后再试']]));
  });

  it('leads nowhere with a coupon that has run out', async () => {
    mount({ campaign: [coupon] }, Date.parse(deadline) + 1);
    await screen.findByText('已过有效期');
    expect(screen.queryByRole('button')).toBeNull();
  });

  const told = async () => (await screen.findByTestId('prize')).textContent ?? '';
  it('ends a deadline once the clock is known', async () => {
    const fake = createFakeHost({ now: null });
    for (const call of [drawCalls.getMyGiftList, drawCalls.myGift, drawCalls.getMyPrize])
      fake.answer(call, given([physical]));
    render(<PrizeScreen host={fake.host} />);
    await screen.findByTestId('prize');
    expect(document.body.textContent).not.toContain(copy['draw.prize.passed.address']);
    act(() => fake.setNow(Date.parse(deadline) + 1));
    expect(document.body.textContent).toContain(copy['draw.prize.passed.address']);
  });

  it('tells each deadline once, and with its date where it has one', async () => {
    mount({ gifts: [physical] });
    expect(await told()).toContain('请在2023年8月8日 10:00前填写收货地址');
    expect(await told()).not.toContain('一周内');
    expect(await told()).toContain('奖品将在活动结束后15个工作日内寄出');
    cleanup();
    mount({ gifts: [card] });
    expect(await told()).toContain('请在2023年8月8日 10:00前兑换，逾期失效');
    expect(await told()).not.toContain('3天');
    cleanup();
    mount({ gifts: [{ ...physical, deadline: null }] });
    expect(await told()).toContain('一周内');
  });

  it('shows a saved address, and until when it can be changed', async () => {
    const filled = {
      ...physical,
      userName: '张三',
      userPhone: '13900002001',
      userAddress: '江苏省南京市玄武区 中山路1号',
    };
    mount({ gifts: [filled] });
    expect(await told()).toContain('江苏省南京市玄武区 中山路1号');
    expect(await told()).toContain('2023年8月8日 10:00前可以修改收货地址');
    expect(await told()).not.toContain('填写收货地址');
    cleanup();
    mount({ gifts: [filled] }, Date.parse(deadline) + 1);
    expect(await told()).toContain('收货地址已确认，不能再修改');
  });

  const shipped = {
    ...physical,
    userName: '张三',
    userPhone: '13900002001',
    userAddress: '江苏省南京市玄武区 中山路1号',
    carrier: '顺丰速运',
    trackingNumber: 'SF1234567890',
    shippedAt: '2023-08-03T10:00:00+08:00',
  };

  it('shows when and by whom a prize was shipped, and its address can be changed no more', async () => {
    mount({ gifts: [shipped] });
    expect(await told()).toContain('奖品已于2023年8月3日寄出快递公司：顺丰速运快递单号：SF1234567890');
    expect(await told()).toContain(shipped.userAddress);
    expect(await told()).not.toMatch(/修改收货地址|15个工作日|2023年8月8日/);
    expect(screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual(['复制快递单号']);
  });

  it.each([
    [true, '快递单号已复制', 0],
    [false, copy['draw.prize.copyFail.toast'], 1],
  ])('copied the tracking number %s: says so, or points to the text', async (copies, toast, hints) => {
    const fake = mount({ gifts: [shipped] });
    fake.control.copies = copies;
    fireEvent.click(await screen.findByLabelText('复制快递单号'));
    await waitFor(() => expect(fake.toasts).toEqual([toast]));
    expect(screen.queryAllByText(commonCopy['common.copyManual'])).toHaveLength(hints);
  });

  it.each<[string, Partial<Prize>, string]>([
    ['no carrier', { carrier: '' }, '奖品已于2023年8月3日寄出快递单号'],
    ['no time', { shippedAt: null }, '奖品已寄出快递公司'],
    ['an unreadable time', { shippedAt: 'soon' }, '奖品已寄出快递公司'],
  ])('shows a tracking number with %s', async (_, change, text) => {
    mount({ gifts: [{ ...shipped, ...change }] });
    expect(await told()).toContain(text);
  });

  it.each([
    [physical, false, '奖品已取消，不能再领取或使用'],
    [card, true, '奖品已更换，请查看新的奖品'],
    [coupon, false, '奖品已取消，不能再领取或使用'],
  ])('says that a prize was taken away, and offers nothing of it: %j', async (revoked, isReplaced, text) => {
    mount({ gifts: [{ ...revoked, exchangeCode: '', exchangePwd: '', isRevoked: true, isReplaced }] });
    const shown = (await told()) ?? '';
    expect(shown).toContain(text);
    expect(shown).not.toMatch(/2023年8月8日|填写|兑奖码/);
    expect(screen.queryAllByRole('button')).toEqual([]);
  });

  it('reads a prize of a server that knows no shipments', () => {
    expect(v.parse(prizeSchema, { id: 1, giftName: '冷柜' })).toMatchObject({
      carrier: '',
      trackingNumber: '',
      shippedAt: null,
    });
  });

  it('calls number and secret together what the toast calls them', async () => {
    mount({ gifts: [card] });
    expect((await screen.findByText('兑奖码')).parentElement?.textContent).toContain('卡号：CODE');
  });

  it('does not call an allowance a virtual prize, which has other days', async () => {
    mount({
      campaign: [prize({ id: '4', kind: 'allowance', giftName: '商城购物津贴', level: null, isVirtual: true })],
    });
    expect(await told()).toContain('平台津贴');
    expect(await told()).not.toContain('虚拟奖品');
  });

  it('invites to draw when there is nothing', async () => {
    const fake = mount({});
    fireEvent.click(await screen.findByText(copy['draw.prize.empty.button']));
    expect(fake.went).toEqual([['push', '/draw']]);
  });

  it.each<[string, (fake: FakeHost) => void]>([
    [
      'is restored from the back-forward cache',
      () => window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })),
    ],
    ['was covered by another one', (fake) => ['hidden' as const, 'visible' as const].forEach(fake.setVisibility)],
  ])('asks again when the page %s, and shows the old list until then', async (_, comeBack) => {
    const fake = mount({ gifts: [physical] });
    await screen.findByTestId('prize');
    fake.answer(drawCalls.getMyPrize, given([coupon]));
    act(() => comeBack(fake));
    expect(screen.getAllByTestId('prize')).toHaveLength(1);
    await waitFor(() => expect(screen.getAllByTestId('prize')).toHaveLength(2));
    expect(fake.made(drawCalls.getMyPrize)).toHaveLength(2);
  });

  it('asks once when the page is restored and uncovered at the same moment', async () => {
    const fake = mount({ gifts: [physical] });
    await screen.findByTestId('prize');
    await act(async () => {
      window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
      fake.setVisibility('hidden');
      fake.setVisibility('visible');
      await new Promise((resolve) => setTimeout(resolve, 20));
    });
    expect(fake.made(drawCalls.getMyPrize)).toHaveLength(2);
  });

  it('does not ask again for a page that is shown for the first time', async () => {
    const fake = mount({ gifts: [physical] });
    await screen.findByTestId('prize');
    await act(async () => {
      window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false }));
      await new Promise((resolve) => setTimeout(resolve, 20));
    });
    expect(fake.made(drawCalls.getMyPrize)).toHaveLength(1);
  });

  it.each([
    ['in whole', [drawCalls.getMyGiftList, drawCalls.myGift, drawCalls.getMyPrize]],
    ['in part', [drawCalls.getMyGiftList]],
  ])('keeps the list when asking again fails %s', async (_, calls) => {
    const fake = mount({ gifts: [physical] });
    await screen.findByTestId('prize');
    for (const call of calls) fake.answer(call, lost);
    await act(async () => {
      fake.setVisibility('hidden');
      fake.setVisibility('visible');
      await waitFor(() => expect(fake.made(drawCalls.getMyPrize)).toHaveLength(2));
    });
    expect(screen.getAllByTestId('prize')).toHaveLength(1);
  });

  it.each([
    [true, copy['draw.prize.copyOk.toast'], 0],
    [false, copy['draw.prize.copyFail.toast'], 1],
  ])('copied %s: says so, and points to the text where it failed', async (copies, toast, hints) => {
    const fake = mount({ gifts: [card] });
    fake.control.copies = copies;
    fireEvent.click(await screen.findByLabelText(copy['draw.prize.copyPwd.aria']));
    await waitFor(() => expect(fake.toasts).toEqual([toast]));
    expect(screen.queryAllByText(commonCopy['common.copyManual'])).toHaveLength(hints);
  });

  it.each([
    ['before the deadline', Date.parse(deadline) - 60_000, 1],
    ['after it', Date.parse(deadline) + 1, 0],
  ])('asks for the address %s: %i', async (_, now, buttons) => {
    mount({ gifts: [physical] }, now);
    await screen.findByTestId('prize');
    expect(screen.queryAllByText(copy['draw.prize.fillAddress'])).toHaveLength(buttons);
    expect(document.body.textContent?.includes(copy['draw.prize.passed.address'])).toBe(buttons === 0);
  });

  it('never shows one user what another has won', async () => {
    const fake = mount({ gifts: [card] });
    await screen.findByTestId('prize');
    const { answered, open } = gate();
    for (const call of [drawCalls.getMyGiftList, drawCalls.myGift, drawCalls.getMyPrize])
      fake.answer(call, () => answered.then(() => lost));
    act(() => fake.setSession({ userId: 'another' }));
    expect(document.body.textContent).not.toContain('CODE');
    await act(async () => open());
    await screen.findByRole('alert');
    expect(document.body.textContent).not.toContain('CODE');
  });

  it('says in its place what the server said', async () => {
    const refused = { ok: false, reason: 'refused', code: 500, message: '服务器繁忙，请稍后再试' } as const;
    const fake = mount({ gifts: [card] });
    fake.answer(drawCalls.myGift, refused);
    cleanup();
    render(<PrizeScreen host={fake.host} />);
    expect((await screen.findByRole('alert')).textContent).toBe(refused.message);
    expect([screen.getAllByTestId('prize').length, fake.toasts]).toEqual([1, []]);
  });

  it.each([
    [
      'before the deadline',
      Date.parse(deadline) - 60_000,
      '复制兑奖码，到超市卡对应的App里兑换',
      '请在2023年8月8日 10:00前兑换，逾期失效',
    ],
    ['after it', Date.parse(deadline) + 1, null, '兑换期限已过，兑奖码已失效'],
  ])('says where a code is redeemed and until when: %s', async (_, now, where, until) => {
    mount({ gifts: [card] }, now);
    await screen.findByTestId('prize');
    expect(document.body.textContent).toContain(until);
    expect(document.body.textContent?.includes('对应的App里兑换')).toBe(where !== null);
    expect(document.body.textContent).toContain(where ?? '');
  });

  it('names each prize for whoever hears its buttons', async () => {
    mount({ gifts: [card] });
    const copying = await screen.findByLabelText(copy['draw.prize.copyCode.aria']);
    expect(screen.getByRole('article', { name: '超市卡' }).contains(copying)).toBe(true);
  });

  it('hands the recipient on, with source 1 once there is one', async () => {
    const fake = mount({ gifts: [prize({ userName: '张三', userPhone: '13900002001', userAddress: '江苏省 1号' })] });
    fireEvent.click(await screen.findByText(copy['draw.prize.editAddress']));
    expect(fake.went).toEqual([
      [
        'push',
        '/address',
        { id: '1', phone: '13900002001', name: '张三', address: '江苏省 1号', source: '1', from: 'list' },
      ],
    ]);
  });
});
