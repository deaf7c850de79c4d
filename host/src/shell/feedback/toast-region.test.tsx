// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { createToasts, ToastRegion } from './toasts.tsx';

afterEach(cleanup);

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
  ['in the middle', '<p></p>', 'middle'],
  ['above an open dialog', '<div role="dialog" data-state="open"></div>', 'top'],
  ['above an open question', '<div role="alertdialog" data-state="open"></div>', 'top'],
  ['in the middle while a dialog leaves', '<div role="dialog" data-state="closed"></div>', 'middle'],
])('stands %s', (_, markup, place) => {
  const beside = document.body.appendChild(document.createElement('div'));
  beside.innerHTML = markup;
  const toasts = createToasts();
  render(<ToastRegion toasts={toasts} />);
  act(() => toasts.show('请先登录'));
  expect(screen.getByRole('status').dataset['place']).toBe(place);
  beside.remove();
});
