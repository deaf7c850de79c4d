// @vitest-environment happy-dom
import { createFakeHost, type FakeHost, given, lost } from '@fridge/remote-kit/testing';
import { drawCalls, type Prize, prizeSchema } from '@fridge/shared-contracts/activities/draw';
import { commonCopy } from '@fridge/shared-contracts/copy';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import * as v from 'valibot';
import { afterEach, describe, expect, it } from 'vitest';
import { release } from '../../../release.config.ts';
import { copy } from '../../copy.ts';
import PrizeScreen from './prize-screen.tsx';

const deadline = '2023-08-08T10:00:00+08:00';
const prize = (fields: Partial<Prize>): Prize => v.parse(prizeSchema, { id: '1', giftName: '三明治机', level: 2, deadline, ...fields });
const physical = prize({});
const card = prize({ id: '2', giftName: '超市卡', level: 3, isVirtual: true, exchangeCode: 'CODE', exchangePwd: 'SECRET' });
const coupon = prize({ id: '3', kind: 'coupon', giftName: '10元电费券', level: null });

afterEach(cleanup);

function mount(lists: { gifts?: Prize[]; mine?: Prize[]; campaign?: Prize[] | null }, now = 0) {
  const fake = createFakeHost({ now, declared: release.calls });
  fake.answer(drawCalls.getMyGiftList, given(lists.gifts ?? []));
  fake.answer(drawCalls.myGift, given(lists.mine ?? []));
  fake.answer(drawCalls.getMyPrize, lists.campaign === null ? lost : given(lists.campaign ?? []));
  render(<PrizeScreen host={fake.host} />);
  return fake;
}

describe('the prize list', () => {
  it('joins the three lists', async () => {
    mount({ gifts: [physical], mine: [physical, card], campaign: [coupon] });
    await waitFor(() => expect(screen.getAllByTestId('prize').map((shown) => shown.dataset['kind'])).toEqual(['physical', 'virtual', 'coupon']));
  });

  it('shows what came and says that some is missing', async () => {
    const fake = mount({ gifts: [physical], campaign: null });
    await screen.findByText(commonCopy['common.loadFail']);
    expect(screen.getAllByTestId('prize')).toHaveLength(1);
    fake.answer(drawCalls.getMyPrize, given([coupon]));
    fireEvent.click(screen.getByText(commonCopy['common.retry']));
    await waitFor(() => expect(screen.getAllByTestId('prize')).toHaveLength(2));
    expect(screen.queryByText(commonCopy['common.loadFail'])).toBeNull();
  });

  it('never calls an incomplete list empty', async () => {
    mount({ campaign: null });
    await screen.findByText(commonCopy['common.loadFail']);
    expect(screen.queryByText(copy['draw.prize.empty.title'])).toBeNull();
  });

  it('invites to draw when there is nothing', async () => {
    const fake = mount({});
    fireEvent.click(await screen.findByText(copy['draw.prize.empty.button']));
    expect(fake.went).toEqual([['push', '/draw']]);
  });

  it.each<[string, (fake: FakeHost) => void]>([
    ['is restored from the back-forward cache', () => window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))],
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

  it('keeps the list when asking again fails', async () => {
    const fake = mount({ gifts: [physical] });
    await screen.findByTestId('prize');
    for (const call of [drawCalls.getMyGiftList, drawCalls.myGift, drawCalls.getMyPrize]) fake.answer(call, lost);
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
    ['before the deadline', Date.parse(deadline), 1],
    ['after it', Date.parse(deadline) + 1, 0],
  ])('asks for the address %s: %i', async (_, now, buttons) => {
    mount({ gifts: [physical] }, now);
    await screen.findByTestId('prize');
    expect(screen.queryAllByText(copy['draw.prize.fillAddress'])).toHaveLength(buttons);
    expect(screen.queryAllByText(copy['draw.prize.passed.address'])).toHaveLength(1 - buttons);
  });

  it("hands the recipient on, with source 1 once there is one", async () => {
    const fake = mount({ gifts: [prize({ userName: '张三', userPhone: '13900002001', userAddress: '江苏省 1号' })] });
    fireEvent.click(await screen.findByText(copy['draw.prize.editAddress']));
    expect(fake.went).toEqual([['push', '/address', { id: '1', phone: '13900002001', name: '张三', address: '江苏省 1号', source: '1', from: 'list' }]]);
  });
});
