// @vitest-environment happy-dom
import { createFakeHost, type FakeHostOptions, given, lost, type Reply, sessions } from '@fridge/remote-kit/testing';
import { commonCopy } from '@fridge/shared-contracts';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { release } from '../../../release.config.ts';
import { type Dish, dishCalls } from '../../calls.ts';
import { copy } from '../../copy.ts';
import DishesScreen from './dishes-screen.tsx';

afterEach(cleanup);

const soup: Dish = { id: '1', name: '番茄鸡蛋汤', minutes: 15, ingredients: ['番茄', '鸡蛋'] };

/** The screen on a fake host that allows what the release declares. Without an answer the call waits. */
function mount(answer?: Reply<typeof dishCalls.list>, options: FakeHostOptions = {}) {
  const fake = createFakeHost({ declared: release.calls, bridge: release.bridge, ...options });
  if (answer !== undefined) fake.answer(dishCalls.list, answer);
  render(<DishesScreen host={fake.host} />);
  return fake;
}

it('says that it loads', () => {
  mount();
  expect(screen.getByRole('status').textContent).toBe(commonCopy['common.loading']);
});

it('shows the dishes with their time and ingredients', async () => {
  mount(given({ dishes: [soup] }));
  expect(await screen.findByRole('heading', { name: '番茄鸡蛋汤' })).toBeTruthy();
  expect(screen.getByRole('list', { name: copy['dishes.list.aria'] }).textContent).toContain('15分钟番茄、鸡蛋');
});

it('invites to come back when there is none', async () => {
  mount(given({ dishes: [] }));
  expect(await screen.findByText(copy['dishes.empty.title'])).toBeTruthy();
});

it('says what failed, and tries again', async () => {
  const fake = mount(lost);
  expect((await screen.findByRole('alert')).textContent).toBe(commonCopy['common.loadFail']);
  fake.answer(dishCalls.list, given({ dishes: [soup] }));
  fireEvent.click(screen.getByRole('button', { name: commonCopy['common.retry'] }));
  expect(await screen.findByText('番茄鸡蛋汤')).toBeTruthy();
  expect(fake.toasts).toEqual([]);
});

it('leads a guest outside the app to the login, and asks for no data', () => {
  const fake = mount(undefined, { session: sessions.guest, environment: { inApp: false } });
  fireEvent.click(screen.getByRole('button', { name: copy['dishes.login.button'] }));
  expect([fake.asked.length, fake.calls]).toEqual([1, []]);
});
