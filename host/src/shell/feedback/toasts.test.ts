import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createToasts } from './toasts.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a toast', () => {
  it('stays for 5000 ms and then leaves', () => {
    const toasts = createToasts();
    toasts.show('提交成功');
    vi.advanceTimersByTime(4_999);
    expect(toasts.store.getState()).toMatchObject({ text: '提交成功', leaving: false });
    vi.advanceTimersByTime(1);
    expect(toasts.store.getState()?.leaving).toBe(true);
    vi.advanceTimersByTime(160);
    expect(toasts.store.getState()).toBeNull();
  });

  it('gives way to the next, which has its full time', () => {
    const toasts = createToasts();
    toasts.show('一');
    vi.advanceTimersByTime(4_900);
    toasts.show('二');
    vi.advanceTimersByTime(4_999);
    expect(toasts.store.getState()).toMatchObject({ text: '二', leaving: false });
  });

  it('is another one when the same words are said again, also while they leave', () => {
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

  it('is taken away by an empty one, and the next has its full time', () => {
    const toasts = createToasts();
    toasts.show('一');
    toasts.show('');
    expect(toasts.store.getState()).toMatchObject({ text: '一', leaving: true });
    vi.advanceTimersByTime(100);
    toasts.show('二');
    vi.advanceTimersByTime(4_999);
    expect(toasts.store.getState()).toMatchObject({ text: '二', leaving: false });
  });

  it('is gone once taken away', () => {
    const toasts = createToasts();
    toasts.show('一');
    toasts.show('');
    vi.advanceTimersByTime(160);
    expect(toasts.store.getState()).toBeNull();
  });
});
