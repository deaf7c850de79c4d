// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { OpenApp } from './share-actions.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function press(appLink: string) {
  const leave = vi.fn();
  const view = render(<OpenApp app={{ appLink, downloadPage: 'https://app.example/get' }} link="https://fridge.example/" inWeChat={false} leave={leave} />);
  const link = screen.getByRole('link', { name: '打开鲜居App' });
  link.addEventListener('click', (event) => event.preventDefault());
  fireEvent.click(link);
  return { leave, ...view };
}

it('opens the download page when no app handles the scheme', () => {
  const { leave } = press('companionapp://open?to={link}');
  vi.advanceTimersByTime(1_900);
  expect(leave).not.toHaveBeenCalled();
  vi.advanceTimersByTime(200);
  expect(leave).toHaveBeenCalledExactlyOnceWith('https://app.example/get');
});

it.each<[string, string, (scene: ReturnType<typeof press>) => void]>([
  ['the app has come over the page', 'companionapp://open', () => void vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')],
  ['the page has been left', 'companionapp://open', ({ unmount }) => unmount()],
  ['a universal link was followed', 'https://app.example/open', () => undefined],
])('stays where %s', (_, appLink, happens) => {
  const scene = press(appLink);
  happens(scene);
  vi.advanceTimersByTime(5_000);
  expect(scene.leave).not.toHaveBeenCalled();
});
