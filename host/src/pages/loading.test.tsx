// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { LOADING_PAGE } from '@fridge/shared-contracts/page';
import { LoadingPage } from './loading.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

it('shows and announces nothing for 150 ms', () => {
  render(<LoadingPage />);
  act(() => void vi.advanceTimersByTime(149));
  expect(screen.getByRole('status').textContent).toBe('');
  act(() => void vi.advanceTimersByTime(1));
  expect(screen.getByRole('status').textContent).toBe('页面加载中…');
});

it('is known to tools that wait for the screen, from the first frame', () => {
  const { container } = render(<LoadingPage />);
  expect(container.querySelector(LOADING_PAGE)).not.toBeNull();
});
