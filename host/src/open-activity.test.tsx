// @vitest-environment happy-dom
import { act, fireEvent, renderHook, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { Screen, WindowState } from '@fridge/shared-contracts';
import { copy } from './copy.ts';
import { useVisitWindows } from './open-activity.tsx';
import {
  createTestHost,
  entry,
  exposing,
  Home,
  openNewPageForEachTest,
  registryOf,
  registryWith,
  remoteOf,
  reportedBy,
  settle,
  title,
} from './testing/activity-host.tsx';

openNewPageForEachTest();

describe('from an address to a screen', () => {
  it('waits in one piece, first for the registry and then for the code, under the header of the route', async () => {
    let arrive: (code: unknown) => void = () => undefined;
    const { show, registry, header, loaded } = createTestHost(
      exposing(() => new Promise((resolve) => (arrive = resolve))),
      { kind: 'reading' },
    );
    show();
    act(() => void vi.advanceTimersByTime(1_000));
    const words = screen.getByText(copy['host.remote.loading']);
    expect(loaded).not.toHaveBeenCalled();
    act(() => registry.setState(registryOf(), true));
    expect(screen.getByText(copy['host.remote.loading'])).toBe(words);
    expect(header.store.getState().view).toMatchObject({ title: '省电之星', tone: { background: '#ffd36b' } });
    await settle();
    arrive({ default: Home });
    await settle();
    expect(title()).toBe('题目');
  });

  it('asks for everything at once, and takes the styles out when the user leaves', async () => {
    // happy-dom fetches no stylesheets; here each counts as arrived.
    Object.assign(Reflect.get(window, 'happyDOM').settings, { handleDisabledFileLoadingAsSuccess: true });
    const styles = [{ file: 'style.css', integrity: `sha384-${'A'.repeat(64)}`, bytes: 1 }];
    const routes = [{ path: '/', scripts: ['home.js'] }];
    const { show, go } = createTestHost(
      exposing(async () => ({ default: Home })),
      registryOf({ styles, routes }),
    );
    show();
    await act(async () => undefined); // covered by the page's map
    const links = () => [...document.head.querySelectorAll('link')].map(({ rel, href }) => `${rel} ${href}`);
    expect(links()).toEqual([
      'stylesheet https://campaign.example/style.css',
      `modulepreload ${entry}`,
      'modulepreload https://campaign.example/home.js',
    ]);
    await settle();
    expect(title()).toBe('题目');
    act(() => go('/nowhere'));
    expect(links().filter((link) => link.startsWith('stylesheet'))).toEqual([]);
  });

  it('mounts nothing that arrives after the user has left', async () => {
    let arrive: (code: unknown) => void = () => undefined;
    const { show, go } = createTestHost(exposing(() => new Promise((resolve) => (arrive = resolve))));
    show();
    await settle();
    act(() => go('/nowhere'));
    const Late = vi.fn(() => null);
    arrive({ default: Late });
    await settle();
    expect(Late).not.toHaveBeenCalled();
    expect(title()).toBe(copy['host.notFound.title']);
  });

  it('keeps the release it was opened with when another is published meanwhile', async () => {
    const { show, registry, loaded } = createTestHost(exposing(async () => ({ default: Home })));
    show();
    await settle();
    act(() => registry.setState(registryOf({ entry: 'https://campaign.example/next.js' }), true));
    await settle();
    expect([title(), loaded.mock.calls.length]).toEqual(['题目', 1]);
  });
});

describe('an open visit, whatever the registry says later', () => {
  const Form: Screen = () => <input aria-label="姓名" />;
  const shop = remoteOf({ title: '小店', entry: 'https://campaign.example/shop.js' });

  it.each([
    ['its route is taken back', registryOf({ routes: ['/open'] })],
    ['its remote is gone', registryWith({})],
    ['another remote has its route', registryWith({ campaign2023: remoteOf({ routes: ['/open'] }), shop })],
    ['its header changes', registryOf({ title: '改名', routes: [{ path: '/', title: '改名', tone: null }] })],
    ['its window is another', registryOf({ routes: [{ path: '/', window: 'draw' }] })],
  ])('keeps screen, header and what is typed where %s', async (_, next) => {
    const { show, registry, header, loaded, end, activities, screens } = createTestHost(
      exposing(async () => ({ default: Form })),
    );
    activities.windows.stateOf = (name) => (name === 'draw' ? 'ended' : 'open');
    activities.windows.bounds = () => ({ start: '2021-01-01T00:00:00Z', end: '2021-01-02T00:00:00Z' });
    show();
    await settle();
    const { view } = header.store.getState();
    const field = screen.getByRole<HTMLInputElement>('textbox');
    fireEvent.change(field, { target: { value: '王梅' } });
    act(() => registry.setState(next, true));
    await settle();
    expect(screen.getByRole<HTMLInputElement>('textbox')).toBe(field);
    expect(field.value).toBe('王梅');
    expect(header.store.getState().view).toEqual(view);
    expect([loaded.mock.calls.length, end.mock.calls.length]).toEqual([1, 0]);
    expect(screens.remoteShown()).toBe('campaign2023');
  });

  it('ends when its remote is switched off; then its address is the one of another remote that has it', async () => {
    const { show, registry, loaded, end } = createTestHost(exposing(async () => ({ default: Form })));
    show();
    await settle();
    const field = screen.getByRole('textbox');
    act(() => registry.setState(registryWith({ campaign2023: remoteOf({ enabled: false }), shop }), true));
    await settle();
    expect([screen.getByRole('textbox') === field, end.mock.calls.length]).toEqual([false, 1]);
    expect(loaded.mock.lastCall).toEqual([{ name: 'shop', entry: 'https://campaign.example/shop.js' }]);
  });

  it('that is switched off opens with the release that is served when it is on again', async () => {
    const { show, registry, loaded } = createTestHost(exposing(async () => ({ default: Form })));
    show();
    await settle();
    act(() => registry.setState(registryOf({ enabled: false }), true));
    await settle();
    expect(title()).toBe(copy['host.offline.title']);
    const next = 'https://campaign.example/next.js';
    act(() => registry.setState(registryOf({ entry: next }), true));
    await settle();
    expect([screen.getAllByRole('textbox').length, loaded.mock.lastCall?.[0].entry]).toEqual([1, next]);
  });

  it('that failed keeps its failure until the user retries, which goes by what is served', async () => {
    const { show, registry } = createTestHost(() => Promise.reject(new Error('gone')));
    show();
    await settle();
    act(() => registry.setState(registryOf({ routes: ['/open'] }), true));
    await settle();
    expect(title()).toBe(copy['host.remote.failed.title']);
    fireEvent.click(screen.getByRole('button', { name: copy['host.remote.retry'] }));
    await settle();
    expect(title()).toBe(copy['host.notFound.title']);
  });
});

describe('an opened screen', () => {
  it('is told once, with the milliseconds of each phase', async () => {
    let arrive: (code: unknown) => void = () => undefined;
    const { show, onOpened } = createTestHost(exposing(() => new Promise((resolve) => (arrive = resolve))));
    show();
    await act(() => vi.advanceTimersByTimeAsync(2_000));
    expect(onOpened).not.toHaveBeenCalled();
    arrive({ default: Home });
    await settle();
    expect(onOpened.mock.calls).toEqual([
      [
        expect.objectContaining({ name: 'campaign2023' }),
        { phases: { entry: 0, screen: 2_000, styles: 0, render: 0 }, load: expect.any(Number), isFirst: true },
      ],
    ]);
  });

  it('took the time from the route change where it is not the first, and none after a failure', async () => {
    const load = vi.fn(async () => ({ default: Home }));
    const { show, go, onOpened } = createTestHost(exposing(load));
    show();
    await settle();
    load.mockImplementationOnce(() => new Promise((resolve) => setTimeout(() => resolve({ default: Home }), 300)));
    act(() => go('/open'));
    await act(() => vi.advanceTimersByTimeAsync(300));
    load.mockRejectedValueOnce(new Error('gone'));
    act(() => go('/'));
    await settle();
    fireEvent.click(screen.getByRole('button', { name: copy['host.remote.retry'] }));
    await settle();
    const opened = onOpened.mock.calls.map(([, { load: took, isFirst }]) => [took, isFirst]);
    expect(opened.slice(1)).toEqual([
      [300, false],
      [undefined, false],
    ]);
  });

  it('says when it goes', async () => {
    const left = vi.fn();
    const { show, go, onOpened } = createTestHost(exposing(async () => ({ default: Home })));
    onOpened.mockReturnValue(left);
    show();
    await settle();
    expect(left).not.toHaveBeenCalled();
    act(() => go('/nowhere'));
    await settle();
    expect(left).toHaveBeenCalledOnce();
  });

  it('is not told of when its first drawing throws', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const Broken: Screen = () => {
      throw new Error('x');
    };
    const { show, onOpened, reportFailure } = createTestHost(exposing(async () => ({ default: Broken })));
    show();
    await settle();
    expect([onOpened.mock.calls.length, reportedBy(reportFailure)]).toEqual([0, [['campaign2023', 'render', 'threw']]]);
  });
});

describe('useVisitWindows', () => {
  const windowsOf = (facts: { state: WindowState; now: number | null }) =>
    renderHook(() => useVisitWindows({ stateOf: () => facts.state, now: () => facts.now })).result.current;

  it('keeps a state for the visit and reads it again for the next', () => {
    const facts: Parameters<typeof windowsOf>[0] = { state: 'open', now: 0 };
    const [first, next] = [windowsOf(facts), windowsOf(facts)];
    expect(first('campaign2023')).toBe('open');
    facts.state = 'ended';
    expect([first('campaign2023'), next('campaign2023')]).toEqual(['open', 'ended']);
  });

  it('reads the state again when the clock becomes known', () => {
    const facts: Parameters<typeof windowsOf>[0] = { state: 'open', now: null };
    const stateOf = windowsOf(facts);
    expect(stateOf('campaign2023')).toBe('open');
    Object.assign(facts, { now: 1, state: 'ended' });
    expect(stateOf('campaign2023')).toBe('ended');
    facts.state = 'open';
    expect(stateOf('campaign2023')).toBe('ended');
  });
});
