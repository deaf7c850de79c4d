// @vitest-environment happy-dom
import type { DialogContent, HostServices } from '@fridge/shared-contracts';
import { renderHook } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { useLeaveGuard } from './use-leave-guard.ts';

it('asks by the newest render, until it is left', () => {
  const questions = new Set<() => DialogContent | null>();
  const guard = vi.fn((question: () => DialogContent | null) => {
    questions.add(question);
    return () => void questions.delete(question);
  });
  const host = { navigation: { guard } } as unknown as HostServices; // the hook uses only the guard
  const question = { title: '放弃填写？', confirm: '离开' };
  const { rerender, unmount } = renderHook(({ typed }) => useLeaveGuard(host, () => (typed ? question : null)), {
    initialProps: { typed: false },
  });
  const asked = () => [...questions].map((ask) => ask());
  expect(asked()).toEqual([null]);
  rerender({ typed: true });
  expect([asked(), guard.mock.calls.length]).toEqual([[question], 1]);
  unmount();
  expect(asked()).toEqual([]);
});
