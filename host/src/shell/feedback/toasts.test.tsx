// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createToasts, LEAVE_MS, ToastRegion } from './toasts.tsx';

afterEach(cleanup);

describe('a toast', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('is shown for 5000 ms', () => {
    const toasts = createToasts();
    toasts.show('提交成功');
    vi.advanceTimersByTime(4_999);
    expect(toasts.store.getState()).toMatchObject({ text: '提交成功', leaving: false });
    vi.advanceTimersByTime(1);
    expect(toasts.store.getState()?.leaving).toBe(true);
    vi.advanceTimersByTime(LEAVE_MS);
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

  it.each([
    ['stays over the next screen of its remote where it came with the navigation', true, 100, false],
    ['ends with its page', true, 1_000, true],
    ["doesn't stay over another remote's page", false, 100, true],
  ])('%s', (_, staysInRemote, age, leaving) => {
    const toasts = createToasts();
    toasts.show('请填写手机号');
    vi.advanceTimersByTime(age);
    toasts.endPage(staysInRemote);
    expect(toasts.store.getState()?.leaving).toBe(leaving);
  });

  it('is gone once dismissed', () => {
    const toasts = createToasts();
    toasts.show('一');
    toasts.show('');
    vi.advanceTimersByTime(LEAVE_MS);
    expect(toasts.store.getState()).toBeNull();
  });
});

it('announces each message in a region that was there before, with a new element each time', () => {
  const toasts = createToasts();
  render(<ToastRegion toasts={toasts} />);
  const region = screen.getByRole('status');
  expect(region.getAttribute('aria-live')).toBe('polite');
  act(() => toasts.show('请先登录'));
  const first = screen.getByText('请先登录');
  act(() => toasts.show('请先登录'));
  expect(screen.getByText('请先登录')).not.toBe(first);
  expect(region.isConnected).toBe(true);
});

it('shows markup of a server as plain text', () => {
  const toasts = createToasts();
  render(<ToastRegion toasts={toasts} />);
  act(() => toasts.show('<b>x</b>'));
  expect(screen.getByRole('status').textContent).toBe('<b>x</b>');
});

it.each(['登录已失效，请重新登录', '一，', '，，一', '没有逗号'])('shows the whole of %s', (text) => {
  const toasts = createToasts();
  render(<ToastRegion toasts={toasts} />);
  act(() => toasts.show(text));
  expect(screen.getByRole('status').textContent).toBe(text);
});

it.each([
  ['in the middle', false, 'middle'],
  ['at the upper edge in a dialog', true, 'top'],
])('stands %s', (_, isInDialog, place) => {
  const toasts = createToasts();
  render(<ToastRegion toasts={toasts} />);
  const dialog = document.body.appendChild(document.createElement('dialog'));
  dialog.open = true;
  if (isInDialog) dialog.append(toasts.place);
  act(() => toasts.show('请先登录'));
  expect(screen.getByRole('status').dataset['place']).toBe(place);
  dialog.remove();
});

const tops = { middle: 280, top: 50, bottom: 540 } as const;
const TOAST_HEIGHT = 48;
/** The entering animation begins this much lower. */
const ENTERING_PX = 8;

/** Lays out the toast by its place, in its animation's first frame, and other elements by id. */
function layOut(others: { id: string; top: number }[]) {
  const topOf = (toast: Element): number | undefined => {
    const place = toast.parentElement?.getAttribute('data-place') as keyof typeof tops | null | undefined; // the region writes it
    return place ? tops[place] : undefined;
  };
  vi.spyOn(HTMLElement.prototype, 'offsetTop', 'get').mockImplementation(function offset(this: HTMLElement) {
    return topOf(this) ?? 0;
  });
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(320);
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(TOAST_HEIGHT);
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function rect(this: Element) {
    const ownTop = topOf(this);
    const top = ownTop === undefined ? others.find(({ id }) => id === this.id)?.top : ownTop + ENTERING_PX;
    return top === undefined ? new DOMRect() : new DOMRect(0, top, 320, TOAST_HEIGHT);
  });
}

it.each([
  ['a field that is wrong', '<input id="field" aria-invalid="true">', [{ id: 'field', top: 300 }], 'top'],
  [
    'two of them',
    '<input id="a" aria-invalid="true"><input id="b" aria-invalid="true">',
    [
      { id: 'a', top: 300 },
      { id: 'b', top: 60 },
    ],
    'bottom',
  ],
  ['a field elsewhere', '<input id="field" aria-invalid="true">', [{ id: 'field', top: 150 }], 'middle'],
  ['what a screen keeps clear', '<p id="code" data-keep-clear>兑换码</p>', [{ id: 'code', top: 300 }], 'top'],
  [
    'what the entering animation alone touches',
    '<p id="code" data-keep-clear>兑换码</p>',
    [{ id: 'code', top: tops.middle + TOAST_HEIGHT + 4 }],
    'middle',
  ],
] as const)('does not cover %s', (_, markup, spokenOf, place) => {
  const beside = document.body.appendChild(document.createElement('div'));
  beside.innerHTML = markup;
  layOut([...spokenOf]);
  const toasts = createToasts();
  render(<ToastRegion toasts={toasts} />);
  act(() => toasts.show('请填写'));
  expect(screen.getByRole('status').dataset['place']).toBe(place);
  beside.remove();
  vi.restoreAllMocks();
});

it('does not cover the field in use', () => {
  const field = document.body.appendChild(document.createElement('input'));
  field.id = 'field';
  field.focus();
  layOut([{ id: 'field', top: 290 }]);
  const toasts = createToasts();
  render(<ToastRegion toasts={toasts} />);
  act(() => toasts.show('请填写'));
  expect(screen.getByRole('status').dataset['place']).toBe('top');
  field.remove();
  vi.restoreAllMocks();
});

it('moves off the field that the page scrolls below it, and stays otherwise', () => {
  vi.useFakeTimers();
  const field = document.body.appendChild(document.createElement('input'));
  field.id = 'field';
  field.setAttribute('aria-invalid', 'true');
  const spokenOf = { id: 'field', top: 900 };
  layOut([spokenOf]);
  const toasts = createToasts();
  render(<ToastRegion toasts={toasts} />);
  act(() => toasts.show('请填写'));
  const placeAfterScroll = (top: number) => {
    spokenOf.top = top;
    document.dispatchEvent(new Event('scroll'));
    vi.advanceTimersByTime(200);
    return screen.getByRole('status').dataset['place'];
  };
  expect([placeAfterScroll(400), placeAfterScroll(300), placeAfterScroll(150), placeAfterScroll(70)]).toEqual([
    'middle',
    'top',
    'top',
    'middle',
  ]);
  field.remove();
  vi.restoreAllMocks();
  vi.useRealTimers();
});
