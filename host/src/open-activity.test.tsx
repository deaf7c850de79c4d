// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { HostServices, RegistryEntry } from '@fridge/shared-contracts';
import { copy } from '../copy.ts';
import type { LoadedScreen } from './load-screen.ts';
import { RemoteView } from './remote-view.tsx';

const remote: RegistryEntry = {
  enabled: true, pin: null, title: '活动', description: '', version: '1', contract: '1.0', requires: [], scripts: [], styles: [],
  entry: 'https://campaign.example/remoteEntry.js', routes: [],
};
const match = { name: 'campaign2023', remote, route: { path: '/', title: '', window: null, scripts: [] } };
const host = {} as HostServices; // the screens here use none of it

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe('RemoteView', () => {
  it('waits in one piece, first for the registry and then for the code', async () => {
    let arrive: (loaded: LoadedScreen) => void = () => undefined;
    const load = vi.fn(() => new Promise<LoadedScreen>((resolve) => (arrive = resolve)));
    const loader = { load, discard: vi.fn() };
    const { rerender } = render(<RemoteView match={null} loader={loader} host={host} />);
    act(() => void vi.advanceTimersByTime(1_000));
    const words = screen.getByText(copy['host.remote.loading']);
    expect(load).not.toHaveBeenCalled();
    rerender(<RemoteView match={match} loader={loader} host={host} />);
    expect(screen.getByText(copy['host.remote.loading'])).toBe(words);
    expect(load).toHaveBeenCalledOnce();
    const detach = vi.fn();
    await act(async () => arrive({ ok: true, Screen: () => <h1>题目</h1>, styles: { ready: Promise.resolve(true), detach } }));
    expect(screen.getByRole('heading').textContent).toBe('题目');
    cleanup();
    expect(detach).toHaveBeenCalledOnce();
  });

  it('mounts nothing that arrives after the user has left, and takes its styles out', async () => {
    let arrive: (loaded: LoadedScreen) => void = () => undefined;
    const loader = { load: () => new Promise<LoadedScreen>((resolve) => (arrive = resolve)), discard: vi.fn() };
    const { unmount } = render(<RemoteView match={match} loader={loader} host={host} />);
    unmount();
    const [Screen, detach] = [vi.fn(() => null), vi.fn()];
    await act(async () => arrive({ ok: true, Screen, styles: { ready: Promise.resolve(true), detach } }));
    expect(Screen).not.toHaveBeenCalled();
    expect(detach).toHaveBeenCalledOnce();
  });

  it('keeps the release it was opened with when another is published meanwhile', () => {
    const load = vi.fn(() => new Promise<LoadedScreen>(() => {}));
    const loader = { load, discard: vi.fn() };
    const { rerender } = render(<RemoteView match={match} loader={loader} host={host} />);
    rerender(<RemoteView match={{ ...match, remote: { ...remote, version: '2' } }} loader={loader} host={host} />);
    expect(load).toHaveBeenCalledOnce();
  });
});
