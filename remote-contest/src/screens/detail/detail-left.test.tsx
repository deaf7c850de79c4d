// @vitest-environment happy-dom
import { createFakeHost, given } from '@fridge/remote-kit/testing';
import { contestCalls } from '@fridge/shared-contracts/activities/contest';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { copy } from '../../copy.ts';
import { aWork } from '../../testing/works.ts';
import DetailScreen from './detail-screen.tsx';

afterEach(cleanup);

it.each([
  [true, [copy['contest.detail.deleted.toast']]],
  [false, []],
])('a work deleted after its screen was left moves nobody, and says so within the contest alone: %s', async (toSameRemote, said) => {
  const fake = createFakeHost({ query: { cookId: '7' } });
  fake.answer(contestCalls.getWorkDetail, given(aWork()));
  render(<DetailScreen host={fake.host} />);
  await screen.findByTestId('detail');
  act(() => fake.header.getState().right?.onPress());
  await waitFor(() => expect(fake.made(contestCalls.delWork)).toHaveLength(1));
  fake.leave({ toSameRemote });
  await act(async () => fake.made(contestCalls.delWork)[0]?.answer(given(null)));
  expect([fake.went, fake.toasts]).toEqual([[], said]);
});
