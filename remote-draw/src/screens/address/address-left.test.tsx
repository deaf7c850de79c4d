// @vitest-environment happy-dom
import { createFakeHost, given } from '@fridge/remote-kit/testing';
import { drawCalls, prizeSchema } from '@fridge/shared-contracts/activities/draw';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import * as v from 'valibot';
import { afterEach, expect, it } from 'vitest';
import { copy } from '../../copy.ts';
import AddressScreen from './address-screen.tsx';

afterEach(cleanup);

const stored = { userName: '张三', userPhone: '13900002001', userAddress: '江苏省南京市玄武区 中山路1号' };
const prize = v.parse(prizeSchema, { id: '1', giftName: '三明治机', level: 2, deadline: '2023-08-08T10:00:00+08:00', ...stored });

it.each([
  [true, [copy['draw.address.ok.toast']]],
  [false, []],
])('an address saved after its screen was left moves nobody, and says so within the draw alone: %s', async (toSameRemote, said) => {
  const fake = createFakeHost({ query: { id: '1' } });
  fake.answer(drawCalls.getMyGiftList, given([prize]));
  fake.answer(drawCalls.myGift, given([]));
  fake.answer(drawCalls.getMyPrize, given([]));
  render(<AddressScreen host={fake.host} />);
  fireEvent.submit((await screen.findByText(copy['draw.address.submit'])).closest('form') ?? document.body);
  await waitFor(() => expect(fake.made(drawCalls.saveAddress)).toHaveLength(1));
  fake.leave({ toSameRemote });
  await act(async () => fake.made(drawCalls.saveAddress)[0]?.answer(given(null)));
  expect([fake.went, fake.toasts]).toEqual([[], said]);
});
