// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { Picture } from './picture.tsx';

afterEach(cleanup);

const view = (src: string) => <Picture src={src} alt="soup" fallback="no soup" />;

it('falls back without an address, and when the picture breaks, until another one or the network comes', () => {
  const { container, rerender } = render(view(''));
  expect(container.textContent).toBe('no soup');
  rerender(view('/a.jpg'));
  fireEvent.error(screen.getByRole('img'));
  expect([container.textContent, screen.queryByRole('img')]).toEqual(['no soup', null]);
  rerender(view('/b.jpg'));
  fireEvent.error(screen.getByRole('img', { name: 'soup' }));
  act(() => void window.dispatchEvent(new Event('online')));
  expect(screen.getByRole('img').getAttribute('src')).toBe('/b.jpg');
});
