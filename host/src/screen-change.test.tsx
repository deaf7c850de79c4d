// @vitest-environment happy-dom
import { act, cleanup, screen } from '@testing-library/react';
import { useEffect } from 'react';
import { describe, expect, it, vi } from 'vitest';
import type { Screen } from '@fridge/shared-contracts';
import { copy } from './copy.ts';
import { FORMER_SCREEN_MS } from './federation/screen-change.ts';
import { createTestHost, Home, openNewPageForEachTest, settle } from './testing/activity-host.tsx';

openNewPageForEachTest();

describe('from one screen of a remote to the next', () => {
  const Guide: Screen = () => <h1>秘籍</h1>;
  /** The home stands; the guide's code comes when it is told to. */
  async function atHome(HomeScreen: Screen = Home) {
    const arrive: ((code: unknown) => void)[] = [];
    const screens = {
      '/': async () => ({ default: HomeScreen }),
      '/open': () => new Promise((resolve) => void arrive.push(resolve)),
    };
    const all = createTestHost(() => Promise.resolve({ default: { contract: '3.0', screens } }));
    all.show();
    await settle();
    return { ...all, bringGuide: () => arrive.splice(0).forEach((bring) => bring({ default: Guide })) };
  }
  const headings = () => [...document.querySelectorAll('h1')].map(({ textContent }) => textContent);

  it('keeps the former one, inert, until the next is ready, and shows no frame without either', async () => {
    const { go, bringGuide } = await atHome();
    const home = document.querySelector('h1');
    const frames: (string | null)[][] = [];
    const watch = new MutationObserver(() => void frames.push(headings()));
    watch.observe(document.body, { childList: true, subtree: true });
    act(() => go('/open'));
    await settle();
    expect([document.querySelector('h1'), home?.closest('[inert]')?.getAttribute('aria-hidden')]).toEqual([
      home,
      'true',
    ]);
    expect(screen.queryByText(copy['host.remote.loading'])).toBeNull();
    bringGuide();
    await settle();
    expect([headings(), document.querySelector('[inert]')]).toEqual([['秘籍'], null]);
    expect(frames.filter((frame) => frame.length !== 1)).toEqual([]);
    watch.disconnect();
  });

  it('ends every screen that was served, at whatever moment of its coming the user leaves', async () => {
    const served: number[] = [];
    for (let moments = 0; moments < 16; moments += 1) {
      const { go, bringGuide, end, activities } = await atHome();
      const serve = vi.spyOn(activities, 'serve');
      act(() => go('/open'));
      await settle();
      await act(async () => {
        bringGuide();
        for (let moment = 0; moment < moments; moment += 1) await Promise.resolve();
        go('/nowhere');
        await vi.advanceTimersByTimeAsync(0);
      });
      expect([headings(), end.mock.calls.length]).toEqual([[copy['host.notFound.title']], 1 + serve.mock.calls.length]);
      served.push(serve.mock.calls.length);
      cleanup();
    }
    expect(new Set(served)).toEqual(new Set([0, 1]));
  });

  it('gives way to the loading page when the next one takes longer', async () => {
    const { go, bringGuide } = await atHome();
    act(() => go('/open'));
    await act(() => vi.advanceTimersByTimeAsync(FORMER_SCREEN_MS - 1));
    expect(headings()).toEqual(['题目']);
    await act(() => vi.advanceTimersByTimeAsync(1));
    expect([headings(), screen.queryByText(copy['host.remote.loading'])]).toEqual([[], expect.anything()]);
    bringGuide();
    await settle();
    expect(headings()).toEqual(['秘籍']);
  });

  it('does not begin that time anew with another change meanwhile', async () => {
    const { go } = await atHome();
    act(() => go('/open'));
    await act(() => vi.advanceTimersByTimeAsync(FORMER_SCREEN_MS - 1));
    act(() => go('/open'));
    expect(headings()).toEqual(['题目']);
    await act(() => vi.advanceTimersByTimeAsync(1));
    expect(headings()).toEqual([]);
  });

  it('mounts the former one anew for who comes back to it meanwhile', async () => {
    const mounted = vi.fn();
    const Counted: Screen = () => {
      useEffect(() => void mounted(), []);
      return <h1>题目</h1>;
    };
    const { go } = await atHome(Counted);
    act(() => go('/open'));
    act(() => go('/'));
    await settle();
    expect([headings(), document.querySelector('[inert]'), mounted.mock.calls.length]).toEqual([['题目'], null, 2]);
  });

  it.each([
    [
      'to a page of the host',
      async (all: Awaited<ReturnType<typeof atHome>>) => act(() => all.go('/nowhere')),
      copy['host.notFound.title'],
    ],
    [
      'as an operator switches the remote off',
      (all: Awaited<ReturnType<typeof atHome>>) => {
        act(() => all.go('/open'));
        return all.poll({ campaign2023: { state: 'off', releases: ['2.0.0'] } });
      },
      copy['host.offline.title'],
    ],
  ])('goes at once %s', async (_, leave, heading) => {
    const all = await atHome();
    await leave(all);
    await settle();
    expect(headings()).toEqual([heading]);
  });
});
