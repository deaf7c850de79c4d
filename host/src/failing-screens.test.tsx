// @vitest-environment happy-dom
import { act, fireEvent, render, screen } from '@testing-library/react';
import { type ReactNode, use, useEffect, useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Screen } from '@fridge/shared-contracts';
import { copy } from './copy.ts';
import { Layout } from './shell/layout.tsx';
import {
  createTestHost,
  exposing,
  Home,
  openNewPageForEachTest,
  reportedBy,
  settle,
  title,
} from './testing/activity-host.tsx';

openNewPageForEachTest();

describe('a screen that is never drawn', () => {
  const limits = 20_000;
  const never = new Promise<never>(() => {});

  it.each([
    ['suspends for ever', (): ReactNode => use(never), 'timeout', 'timeout'],
    ['asks for another promise each time', (): ReactNode => use(new Promise<never>(() => {})), 'timeout', 'timeout'],
    ['draws nothing', (): ReactNode => null, 'crash', 'missing'],
  ] as const)('%s has its page within 20 s, header and back alive', async (_, Screen, kind, reason) => {
    const { show, reportFailure, end } = createTestHost(exposing(async () => ({ default: Screen })));
    show();
    await settle();
    await act(() => vi.advanceTimersByTimeAsync(limits));
    expect(title()).toBe(copy[`host.remote.${kind}.title`]);
    expect(screen.getByRole('button', { name: copy['host.header.back.aria'] })).toBeTruthy();
    expect([reportedBy(reportFailure), end.mock.calls.length]).toEqual([[['campaign2023', 'render', reason]], 1]);
  });

  it('is not mounted by what arrives after its bound, and comes up by a retry', async () => {
    let arrive: (text: string) => void = () => undefined;
    const late = new Promise<string>((resolve) => (arrive = resolve));
    const texts = [late, Promise.resolve('题目')];
    let text: Promise<string> = late;
    const Late: Screen = () => <h1>{use(text)}</h1>;
    const { show } = createTestHost(exposing(async () => ({ default: Late })));
    show();
    await act(() => vi.advanceTimersByTimeAsync(limits));
    arrive('太晚了');
    await settle();
    expect(title()).toBe(copy['host.remote.timeout.title']);
    text = texts[1] ?? late;
    fireEvent.click(screen.getByRole('button', { name: copy['host.remote.retry'] }));
    await settle();
    await settle();
    expect(title()).toBe('题目');
  });

  it('is bounded as well when it suspends later', async () => {
    const Later: Screen = () => {
      const [waits, setWaits] = useState(false);
      return (
        <h1>
          <button type="button" onClick={() => setWaits(true)}>
            {waits ? use(never) : '题目'}
          </button>
        </h1>
      );
    };
    const { show } = createTestHost(exposing(async () => ({ default: Later })));
    show();
    await settle();
    await act(() => vi.advanceTimersByTimeAsync(limits));
    expect(title()).toBe('题目');
    fireEvent.click(screen.getByRole('button', { name: '题目' }));
    await settle();
    await act(() => vi.advanceTimersByTimeAsync(limits));
    expect(title()).toBe(copy['host.remote.timeout.title']);
  });
});

describe('a screen that throws', () => {
  beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined)); // React's own account of it

  it('while drawing leaves header and back alive, one event, and a retry with fresh modules', async () => {
    let broken = true;
    const Screen = () => {
      if (broken) throw new Error('broken');
      return <h1>题目</h1>;
    };
    const { show, reportFailure, loaded, end } = createTestHost(exposing(async () => ({ default: Screen })));
    show();
    await settle();
    expect(end).toHaveBeenCalled(); // what it registered is gone, though its visit goes on
    expect(title()).toBe(copy['host.remote.crash.title']);
    expect(screen.getByRole('button', { name: copy['host.header.back.aria'] })).toBeTruthy();
    expect(reportedBy(reportFailure)).toEqual([['campaign2023', 'render', 'threw']]);
    broken = false;
    fireEvent.click(screen.getByRole('button', { name: copy['host.remote.retry'] }));
    await settle();
    expect([title(), loaded.mock.calls.length]).toEqual(['题目', 2]);
  });

  const leaving: [string, Screen][] = [
    [
      "in an effect's clean-up",
      () => {
        useEffect(
          () => () => {
            throw new Error('clean-up');
          },
          [],
        );
        return <h1>题目</h1>;
      },
    ],
    [
      'in a ref callback',
      () => (
        <h1
          ref={(element) => {
            if (!element) throw new Error('ref');
          }}
        >
          题目
        </h1>
      ),
    ],
    [
      'in several places at once',
      () => {
        useEffect(
          () => () => {
            throw new Error('first');
          },
          [],
        );
        useEffect(
          () => () => {
            throw new Error('second');
          },
          [],
        );
        return (
          <h1
            ref={(element) => {
              if (!element) throw new Error('ref');
            }}
          >
            题目
          </h1>
        );
      },
    ],
  ];

  it.each(leaving)('%s as the user goes on takes nothing else down', async (_, Screen) => {
    const { show, go, reportFailure } = createTestHost(exposing(async () => ({ default: Screen })));
    show();
    await settle();
    act(() => go('/nowhere'));
    await settle();
    expect(title()).toBe(copy['host.notFound.title']);
    expect(screen.getByRole('button', { name: copy['host.header.back.aria'] })).toBeTruthy();
    expect(reportedBy(reportFailure)).toContainEqual(['campaign2023', 'render', 'threw']);
  });

  it.each(leaving)('%s, as the next screen of its remote does, opens that one', async (_, Screen) => {
    const { show, go, reportFailure } = createTestHost(exposing(async () => ({ default: Screen })));
    show();
    await settle();
    act(() => go('/open'));
    await settle();
    await settle();
    expect(title()).toBe('题目');
    expect(reportedBy(reportFailure)).toContainEqual(['campaign2023', 'render', 'threw']);
    act(() => go('/nowhere'));
    await settle();
    expect(title()).toBe(copy['host.notFound.title']);
  });

  it.each(leaving)('%s as an operator switches it off takes nothing else down', async (_, Screen) => {
    const { show, poll, reportFailure } = createTestHost(exposing(async () => ({ default: Screen })));
    show();
    await settle();
    await poll({ campaign2023: { state: 'off', releases: ['2.0.0'] } });
    await settle();
    expect(title()).toBe(copy['host.offline.title']);
    expect(screen.getByRole('button', { name: copy['host.header.back.aria'] })).toBeTruthy();
    expect(reportedBy(reportFailure)).toContainEqual(['campaign2023', 'render', 'threw']);
  });

  it('gives a page of the host that keeps throwing a page with a retry', async () => {
    const { shell, reportFailure, go } = createTestHost(exposing(async () => ({ default: Home })));
    let broken = true;
    const Page = () => {
      if (broken) throw new Error('broken');
      return <h1>大厅</h1>;
    };
    render(<Layout shell={shell} page={() => <Page />} />);
    expect(title()).toBe(copy['host.remote.crash.title']);
    expect(reportFailure).toHaveBeenCalledWith(
      expect.objectContaining({ remote: 'host', phase: 'shell', reason: 'threw' }),
    );
    broken = false;
    fireEvent.click(screen.getByRole('button', { name: copy['host.remote.retry'] }));
    expect(title()).toBe('大厅');
    broken = true;
    act(() => go('/b'));
    expect(title()).toBe(copy['host.remote.crash.title']);
    broken = false;
    act(() => go('/c'));
    expect(title()).toBe('大厅');
  });
});
