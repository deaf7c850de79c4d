// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { createFakeHost } from '../testing/fake-host.ts';
import { Frame } from './page.tsx';

afterEach(cleanup);

function frame() {
  const fake = createFakeHost();
  render(
    <Frame fake={fake} title="route" tone={null}>
      <p>screen</p>
    </Frame>,
  );
  return fake;
}

it('draws the tabs that a screen asks for in place of its title', () => {
  const fake = frame();
  const onSelect = vi.fn();
  act(() => void fake.host.header.set({ tabs: { labels: ['one', 'two'], selected: 0, onSelect } }));
  expect(screen.queryByText('route')).toBeNull();
  expect(screen.getAllByRole('tab').map((tab) => tab.getAttribute('aria-selected'))).toEqual(['true', 'false']);
  fireEvent.click(screen.getByRole('tab', { name: 'two' }));
  expect(onSelect).toHaveBeenCalledWith(1);
});

it('draws the text on the right, and takes it away again', () => {
  const fake = frame();
  const onPress = vi.fn();
  let undo = () => {};
  act(() => {
    undo = fake.host.header.set({ right: { label: 'delete', onPress } });
  });
  fireEvent.click(screen.getByRole('button', { name: 'delete' }));
  expect(onPress).toHaveBeenCalledOnce();
  act(() => undo());
  expect(screen.queryByRole('button', { name: 'delete' })).toBeNull();
  expect(screen.getByText('route')).toBeTruthy();
});

it('stays when the screen throws, and says so', () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const Wrecked = () => {
    throw new Error('wrecked');
  };
  render(
    <Frame fake={createFakeHost()} title="route" tone={null}>
      <Wrecked />
    </Frame>,
  );
  expect(screen.getByText(/^The screen threw/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Back' })).toBeTruthy();
});
