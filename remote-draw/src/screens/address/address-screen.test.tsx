// @vitest-environment happy-dom
import { createFakeHost, expired, given, household, lost } from '@fridge/remote-kit/testing';
import { commonCopy } from '@fridge/shared-contracts';
import { drawCalls, type Prize, prizeSchema } from '@fridge/shared-contracts/activities/draw';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import * as v from 'valibot';
import { afterEach, describe, expect, it } from 'vitest';
import { release } from '../../../release.config.ts';
import { copy } from '../../copy.ts';
import AddressScreen from './address-screen.tsx';

const deadline = '2023-08-08T10:00:00+08:00';
const physical: Prize = v.parse(prizeSchema, { id: '1', giftName: '三明治机', level: 2, deadline });
const stored = { ...physical, userName: '张三', userPhone: '13900002001', userAddress: '江苏省南京市玄武区 中山路1号' };
const passed = { name: '李四', phone: '13900002002', address: '上海市黄浦区 外滩1号', source: '1' };

afterEach(cleanup);

function mount(prizes: Prize[], { id = '1', now = 0, query = {}, answersSave = true } = {}) {
  const fake = createFakeHost({ now, declared: release.calls, query: { id, ...query } });
  fake.answer(drawCalls.getMyGiftList, given(prizes));
  fake.answer(drawCalls.myGift, given([]));
  fake.answer(drawCalls.getMyPrize, given([]));
  if (answersSave) fake.answer(drawCalls.saveAddress, given(null));
  render(<AddressScreen host={fake.host} />);
  return fake;
}
const field = (name: 'name' | 'phone' | 'address') =>
  screen.getByLabelText<HTMLInputElement>(copy[`draw.address.${name}.label`]);
const level = (name: 'province' | 'city' | 'district') =>
  screen.getByLabelText<HTMLSelectElement>(copy[`draw.address.${name}.ph`]);
const type = (name: 'name' | 'phone' | 'address', value: string) =>
  fireEvent.change(field(name), { target: { value } });
const choose = (name: 'province' | 'city' | 'district', value: string) =>
  fireEvent.change(level(name), { target: { value } });
/** The sentence that stands beside a field, as a screen reader finds it. */
const problemAt = (control: HTMLElement) =>
  document.getElementById(control.getAttribute('aria-describedby') ?? '')?.textContent;
function fillIn(name = '张三') {
  type('name', name);
  choose('province', '110000');
  choose('district', '110101');
  type('address', '东街1号');
}
const save = () => fireEvent.submit(field('name').closest('form') ?? document.body);

describe('the address form', () => {
  it.each([
    ["the user's own phone when there are no parameters", physical, {}, ['', household.phone, '']],
    ["the recipient in the page's parameters", physical, passed, ['李四', '13900002002', '外滩1号']],
    ["the user's own phone when `source` is 0", physical, { ...passed, source: '0' }, ['', household.phone, '']],
    [
      "the user's own phone when the only parameter is a phone",
      physical,
      { phone: passed.phone },
      ['', household.phone, ''],
    ],
    ['the stored address, whatever the parameters are', stored, passed, ['张三', '13900002001', '中山路1号']],
  ])('starts with %s', async (_, prize, query, values) => {
    mount([prize], { query });
    await screen.findByText(copy['draw.address.submit']);
    expect([field('name').value, field('phone').value, field('address').value]).toEqual(values);
  });

  it('splits a stored address into its region and the rest', async () => {
    mount([stored]);
    await screen.findByText(copy['draw.address.submit']);
    expect([level('province').value, level('city').value, level('district').value, field('address').value]).toEqual([
      '320000',
      '320100',
      '320102',
      '中山路1号',
    ]);
  });

  it('starts with the address of the latest prize that has one, whatever the parameters are', async () => {
    const other = {
      ...physical,
      id: '2',
      wonAt: '2023-08-01T10:00:00+08:00',
      userName: '李四',
      userPhone: '13900002002',
      userAddress: '上海市黄浦区 外滩1号',
    };
    mount([physical, other, { ...other, id: '3', wonAt: '2023-07-30T10:00:00+08:00', userName: '旧人' }], {
      query: { ...passed, name: '他人' },
    });
    await screen.findByText(copy['draw.address.submit']);
    expect([field('name').value, field('phone').value, level('district').value, field('address').value]).toEqual([
      '李四',
      '13900002002',
      '310101',
      '外滩1号',
    ]);
  });

  it('states the deadline once', async () => {
    mount([physical]);
    await screen.findByText(copy['draw.address.submit']);
    expect(document.body.textContent).toContain('请在2023年8月8日 10:00前填写收货地址');
    expect(document.body.textContent).not.toContain('一周内');
  });

  it('flags every invalid field, says what the first one lacks, and leads to it', async () => {
    const fake = mount([physical]);
    await screen.findByText(copy['draw.address.submit']);
    type('phone', '123');
    save();
    expect([fake.toasts.at(-1), document.activeElement]).toEqual([copy['draw.address.nameEmpty.toast'], field('name')]);
    expect(field('name').getAttribute('aria-invalid')).toBe('true');
    expect([field('name'), field('phone'), level('province'), field('address')].map(problemAt)).toEqual([
      copy['draw.address.nameEmpty.toast'],
      copy['draw.address.phoneBad.toast'],
      copy['draw.address.regionEmpty.toast'],
      copy['draw.address.addressEmpty.toast'],
    ]);
    type('name', '张三');
    expect([field('name'), field('phone')].map((control) => control.getAttribute('aria-invalid'))).toEqual([
      null,
      'true',
    ]);
    save();
    expect([fake.toasts.at(-1), document.activeElement]).toEqual([copy['draw.address.phoneBad.toast'], field('phone')]);
    type('phone', '138 0000-1001');
    save();
    expect([fake.toasts.at(-1), document.activeElement]).toEqual([
      copy['draw.address.regionEmpty.toast'],
      level('province'),
    ]);
    expect(problemAt(level('province'))).toBe(copy['draw.address.regionEmpty.toast']);
    expect(problemAt(field('phone'))).toBeUndefined();
    choose('province', '110000');
    choose('district', '110101');
    save();
    expect([fake.toasts.at(-1), document.activeElement]).toEqual([
      copy['draw.address.addressEmpty.toast'],
      field('address'),
    ]);
    expect(fake.sent(drawCalls.saveAddress)).toEqual([]);
  });

  it('saves once on a double tap, keeps the input after a failure and opens the prizes after a success', async () => {
    const fake = mount([physical]);
    await screen.findByText(copy['draw.address.submit']);
    fillIn(' <b>张</b>三 ');
    fake.answer(drawCalls.saveAddress, lost);
    save();
    save();
    await waitFor(() => expect(fake.sent(drawCalls.saveAddress)).toHaveLength(1));
    await waitFor(() =>
      expect(screen.getByText(copy['draw.address.submit']).closest('button')?.getAttribute('aria-busy')).toBeNull(),
    );
    expect([field('name').value, field('address').value, fake.went]).toEqual([' <b>张</b>三 ', '东街1号', []]);
    fake.answer(drawCalls.saveAddress, given(null));
    save();
    await waitFor(() => expect(fake.went).toEqual([['replace', '/prize']]));
    expect(fake.sent(drawCalls.saveAddress).at(-1)).toEqual({
      id: '1',
      name: '张三',
      phone: household.phone,
      address: '北京市东城区 东街1号',
    });
    expect(fake.toasts).toEqual([commonCopy['common.timeout.toast'], copy['draw.address.ok.toast']]);
  });

  describe('when the login expires during the save', () => {
    async function typedAndSaved(login: { userId: string } | null) {
      const fake = mount([physical]);
      await screen.findByText(copy['draw.address.submit']);
      fillIn();
      fake.control.login = login;
      fake.answer(drawCalls.saveAddress, () => (fake.sent(drawCalls.saveAddress).length === 1 ? expired : given(null)));
      save();
      await waitFor(() => expect(fake.log.getState().some(({ text }) => text === 'the login page opens')).toBe(true));
      return fake;
    }

    it('sends the same save again after the login', async () => {
      const fake = await typedAndSaved({ userId: household.userId });
      await waitFor(() => expect(fake.went).toEqual([['replace', '/prize']]));
      const [first, second] = fake.sent(drawCalls.saveAddress);
      expect(second).toEqual(first);
      expect(fake.toasts).toEqual([copy['draw.address.ok.toast']]);
    });

    it('keeps the input when the user cancels the login, and saves it at the next press', async () => {
      const fake = await typedAndSaved(null);
      await waitFor(() =>
        expect(screen.getByText(copy['draw.address.submit']).closest('button')?.getAttribute('aria-busy')).toBeNull(),
      );
      expect([field('name').value, level('district').value, field('address').value, fake.went]).toEqual([
        '张三',
        '110101',
        '东街1号',
        [],
      ]);
      fake.control.login = { userId: household.userId };
      save();
      await waitFor(() => expect(fake.went).toEqual([['replace', '/prize']]));
    });

    it('clears the form and sends nothing when another user logs in', async () => {
      const fake = await typedAndSaved({ userId: 'another' });
      await waitFor(() => expect(fake.toasts).toEqual([commonCopy['common.otherUser.toast']]));
      await screen.findByText(copy['draw.address.submit']);
      expect([field('name').value, field('address').value, fake.sent(drawCalls.saveAddress).length]).toEqual([
        '',
        '',
        1,
      ]);
    });
  });

  it('stays open with the input when the deadline passes meanwhile', async () => {
    const fake = mount([physical], { now: Date.parse(deadline) - 60_000 });
    await screen.findByText(copy['draw.address.submit']);
    type('name', '张三');
    act(() => fake.setNow(Date.parse(deadline) + 1));
    act(() => fake.setSession({ nickName: '改了名' }));
    expect(field('name').value).toBe('张三');
  });

  it('asks for confirmation on leaving while there is unsaved input', async () => {
    const fake = mount([physical]);
    await screen.findByText(copy['draw.address.submit']);
    expect(fake.question()).toBeNull();
    type('name', '张三');
    expect(fake.question()).toMatchObject({ title: copy['draw.address.leave.title'], danger: true });
    type('name', '');
    expect(fake.question()).toBeNull();
    fillIn();
    save();
    await waitFor(() => expect(fake.went).toEqual([['replace', '/prize']]));
    expect(fake.confirmed).toEqual([]);
  });

  it('shows the message of the server when the prizes do not load', async () => {
    const fake = mount([physical]);
    const refused = { ok: false, reason: 'refused', code: 500, message: '服务器繁忙，请稍后再试' } as const;
    cleanup();
    for (const call of [drawCalls.getMyGiftList, drawCalls.myGift, drawCalls.getMyPrize]) fake.answer(call, refused);
    render(<AddressScreen host={fake.host} />);
    expect((await screen.findByRole('alert')).textContent).toBe(refused.message);
  });

  it('goes back to the list that it was opened from after a save', async () => {
    const fake = mount([physical], { query: { from: 'list' } });
    await screen.findByText(copy['draw.address.submit']);
    fillIn();
    save();
    await waitFor(() => expect(fake.went).toEqual([['back']]));
  });

  it('goes back to the list that it was opened from when the prize is not in it any more', async () => {
    const fake = mount([], { query: { from: 'list' } });
    await waitFor(() => expect(fake.went).toEqual([['back']]));
  });

  it.each([
    ['a new address', given([{ ...physical, userName: '李四' }])],
    ['a failure', lost],
  ])('keeps the input when the page is shown again and the reload brings %s', async (_, answer) => {
    const fake = mount([physical]);
    await screen.findByText(copy['draw.address.submit']);
    type('name', '张三');
    for (const call of [drawCalls.getMyGiftList, drawCalls.myGift, drawCalls.getMyPrize]) fake.answer(call, answer);
    await act(async () => {
      fake.setVisibility('hidden');
      fake.setVisibility('visible');
      await waitFor(() => expect(fake.made(drawCalls.myGift)).toHaveLength(2));
    });
    expect(field('name').value).toBe('张三');
  });

  it('shows the address read-only once the prize is shipped', async () => {
    const fake = mount([{ ...stored, carrier: '顺丰速运', trackingNumber: 'SF1234567890' }]);
    await waitFor(() => expect(document.body.textContent).toContain(copy['draw.address.shipped']));
    expect(document.body.textContent).toContain(stored.userAddress);
    expect(document.body.textContent).not.toContain('可以修改');
    expect(screen.queryByText(copy['draw.address.submit'])).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: copy['draw.wheel.prizeLink'] }));
    expect(fake.went).toEqual([['replace', '/prize']]);
  });

  it('is not shown after the deadline', async () => {
    mount([physical], { now: Date.parse(deadline) + 1 });
    await waitFor(() => expect(document.body.textContent).toContain(copy['draw.prize.passed.address']));
    expect(screen.queryByText(copy['draw.address.submit'])).toBeNull();
  });

  it.each([
    ['another id', [physical], '2'],
    ['a virtual prize', [{ ...physical, isVirtual: true }], '1'],
    ['no id', [physical], ''],
  ])('opens the list for %s', async (_, prizes, id) => {
    const fake = mount(prizes, { id });
    await waitFor(() => expect(fake.went).toEqual([['replace', '/prize']]));
  });

  it.each([
    ['another screen of the draw', { toSameRemote: true }, [copy['draw.address.ok.toast']]],
    ['another activity', { toSameRemote: false }, []],
  ])('does not navigate when the save ends after the user went to %s', async (_, left, toasts) => {
    const fake = mount([stored], { answersSave: false });
    await screen.findByText(copy['draw.address.submit']);
    save();
    await waitFor(() => expect(fake.made(drawCalls.saveAddress)).toHaveLength(1));
    fake.leave(left);
    await act(async () => fake.made(drawCalls.saveAddress)[0]?.answer(given(null)));
    expect([fake.went, fake.toasts]).toEqual([[], toasts]);
  });
});
