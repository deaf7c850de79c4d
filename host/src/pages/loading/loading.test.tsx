// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NetworkBanner } from '../network-banner/network-banner.tsx';
import { LoadingPage } from './loading.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe('LoadingPage', () => {
  it('says and shows nothing to who waits less than 150 ms', () => {
    render(<LoadingPage />);
    act(() => void vi.advanceTimersByTime(149));
    expect(screen.getByRole('status').textContent).toBe('');
    act(() => void vi.advanceTimersByTime(1));
    expect(screen.getByRole('status').textContent).toBe('页面加载中…');
  });
});

describe('NetworkBanner', () => {
  it('keeps its live region while there is nothing to say', () => {
    const { rerender } = render(<NetworkBanner down={false} />);
    const region = screen.getByRole('status');
    expect(region.textContent).toBe('');
    rerender(<NetworkBanner down />);
    expect(region.textContent).toBe('网络已断开，恢复后自动继续');
  });
});
