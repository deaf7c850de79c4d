// @vitest-environment happy-dom
import { createFakeHost, given, lost } from '@fridge/remote-kit/testing';
import { drawCalls } from '@fridge/shared-contracts/activities/draw';
import { act, renderHook, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useChances } from './use-chances.ts';

it('counts again when the network is back', async () => {
  const fake = createFakeHost();
  fake.answer(drawCalls.getSurplusNum, lost);
  const { result } = renderHook(() => useChances(fake.host));
  await waitFor(() => expect(result.current.result.phase).toBe('failed'));
  fake.answer(drawCalls.getSurplusNum, given({ left: 2, everHad: true, hasReport: true }));
  act(() => void window.dispatchEvent(new Event('online')));
  await waitFor(() => expect(result.current.left).toBe(2));
});
