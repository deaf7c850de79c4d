// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { NetworkBanner } from './network-banner.tsx';

afterEach(cleanup);

it('keeps its live region mounted, and shows a toast when the network is back', () => {
  const toast = vi.fn();
  render(<NetworkBanner toast={toast} />);
  const region = screen.getByRole('status');
  expect(region.textContent).toBe('');
  act(() => void window.dispatchEvent(new Event('offline')));
  expect(region.textContent).toBe('网络已断开，恢复后自动继续');
  act(() => void window.dispatchEvent(new Event('online')));
  expect(region.textContent).toBe('');
  expect(toast).toHaveBeenCalledExactlyOnceWith('网络已恢复');
});
