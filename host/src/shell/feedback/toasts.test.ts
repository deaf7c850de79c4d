import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createToasts } from './toasts.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a toast', () => {
  it('is shown for 5000 ms', () => {
    const toasts = createToasts();
    toasts.show('提交成功');
    vi.advanceTimersByTime(4_999);
    expect(toasts.store.getState()).toMatchObject({ text: '提交成功', leaving: false });
    vi.advanceTimersByTime(1);
    expect(toasts.store.getState()?.leaving).toBe(true);
    vi.advanceTimersByTime(160);
    expect(toasts.store.getState()).toBeNull();
  });

  it('is replaced by the next, which has its full time', () => {
    const toasts = createToasts();
    toasts.show('一');
    vi.advanceTimersByTime(4_900);
    toasts.show('二');
    vi.advanceTimersByTime(4_999);
    expect(toasts.store.getState()).toMatchObject({ text: '二', leaving: false });
  });

  it('is a new one for the same text, also while that closes', () => {
    const toasts = createToasts();
    toasts.show('一');
    const first = toasts.store.getState()?.id;
    vi.advanceTimersByTime(5_100);
    toasts.show('一');
    expect(toasts.store.getState()?.id).not.toBe(first);
    vi.advanceTimersByTime(200);
    expect(toasts.store.getState()).toMatchObject({ text: '一', leaving: false });
  });

  it.each(['', '   ', '\n'])('does not show %j', (text) => {
    const toasts = createToasts();
    toasts.show(text);
    expect(toasts.store.getState()).toBeNull();
  });

  it('is dismissed by an empty text, and the next has its full time', () => {
    const toasts = createToasts();
    toasts.show('一');
    toasts.show('');
    expect(toasts.store.getState()).toMatchObject({ text: '一', leaving: true });
    vi.advanceTimersByTime(100);
    toasts.show('二');
    vi.advanceTimersByTime(4_999);
    expect(toasts.store.getState()).toMatchObject({ text: '二', leaving: false });
  });

  it('is gone once dismissed', () => {
    const toasts = createToasts();
    toasts.show('一');
    toasts.show('');
    vi.advanceTimersByTime(160);
    expect(toasts.store.getState()).toBeNull();
  });
});
