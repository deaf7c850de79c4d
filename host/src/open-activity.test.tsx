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
  it('waits for the code under the header of the route', async () => {
    const { show, header } = createTestHost(exposing(() => new Promise(() => undefined)));
    show();
    expect(header.store.getState()).toMatchObject({ title: '省电之星', tone: { background: '#ffd36b' } });
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    expect(screen.getByText(copy['host.remote.loading'])).toBeTruthy();
  });

  it('of a page without a registry says why, and a press loads the document', async () => {
    const { show, loadDocument } = createTestHost(
      exposing(async () => ({ default: Home })),
      null,
    );
    show();
    await settle();
    expect([title(), loadDocument.mock.calls.length]).toEqual([copy['host.registry.title'], 0]);
    fireEvent.click(screen.getByRole('button', { name: copy['host.remote.retry'] }));
    await settle();
    expect(loadDocument).toHaveBeenCalledOnce();
  });

  it('that this page cannot open loads the document, and says so where that fails', async () => {
    const { show, activities, loadDocument, loaded } = createTestHost(exposing(async () => ({ default: Home })));
    activities.needsDocument = () => true;
    let fail: () => void = () => undefined;
    loadDocument.mockImplementationOnce(() => new Promise((resolve) => (fail = () => resolve(undefined))));
    show();
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    expect(screen.getByText(copy['host.remote.loading'])).toBeTruthy();
    fail();
    await settle();
    expect([title(), loaded.mock.calls.length]).toEqual([copy['host.remote.failed.title'], 0]);
    fireEvent.click(screen.getByRole('button', { name: copy['host.remote.retry'] }));
    await settle();
    expect(loadDocument).toHaveBeenCalledTimes(2);
  });

  it('is decided once: a change of its parameters loads no document', async () => {
    const { show, activities, loadDocument, visit } = createTestHost(exposing(async () => ({ default: Home })));
    show();
    await settle();
    activities.needsDocument = () => true;
    act(() => visit.setState({ query: { tab: '1' } }));
    await settle();
    expect([title(), loadDocument.mock.calls.length]).toEqual(['题目', 0]);
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
    const links = () => [...document.querySelectorAll('link')].map(({ rel, href }) => `${rel} ${href}`);
    expect(links()).toEqual([
      `modulepreload ${entry}`,
      'modulepreload https://campaign.example/home.js',
      'stylesheet https://campaign.example/style.css',
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
});

describe('an open visit, whatever is published later', () => {
  const Form: Screen = () => <input aria-label="姓名" />;
  const on = { state: 'on', releases: ['2.0.0'] };

  it.each([
    ['its release is another', { campaign2023: { state: 'on', releases: ['3.0.0'] } }],
    ['its remote is gone', { shop: on }],
    ['there are others', { campaign2023: on, shop: on }],
  ])('keeps screen, header and what is typed where %s', async (_, switches) => {
    const { show, poll, header, loaded, end, screens } = createTestHost(exposing(async () => ({ default: Form })));
    show();
    await settle();
    const view = header.store.getState();
    const field = screen.getByRole<HTMLInputElement>('textbox');
    fireEvent.change(field, { target: { value: '王梅' } });
    await poll(switches);
    expect(screen.getByRole<HTMLInputElement>('textbox')).toBe(field);
    expect(field.value).toBe('王梅');
    expect(header.store.getState()).toEqual(view);
    expect([loaded.mock.calls.length, end.mock.calls.length]).toEqual([1, 0]);
    expect(screens.remoteShown()).toBe('campaign2023');
  });

  it('ends when its remote is switched off; then its address is the one of another remote that has it', async () => {
    const shop = remoteOf({ title: '小店', entry: 'https://campaign.example/shop.js' });
    const { show, poll, loaded, end } = createTestHost(
      exposing(async () => ({ default: Form })),
      registryWith({ campaign2023: remoteOf(), shop }),
    );
    show();
    await settle();
    const field = screen.getByRole('textbox');
    await poll({ campaign2023: { ...on, state: 'off' } });
    expect([screen.getByRole('textbox') === field, end.mock.calls.length]).toEqual([false, 1]);
    expect(loaded.mock.lastCall).toEqual([{ name: 'shop', entry: 'https://campaign.example/shop.js' }]);
  });

  it('that is switched off opens when it is on again, with the release of the page', async () => {
    const { show, poll, loaded, header } = createTestHost(exposing(async () => ({ default: Form })));
    show();
    await settle();
    await poll({ campaign2023: { ...on, state: 'off' } });
    // The skin's header over a page of the host.
    expect([title(), header.store.getState().tone]).toEqual([copy['host.offline.title'], undefined]);
    await poll({ campaign2023: { state: 'on', releases: ['3.0.0'] } });
    expect([screen.getAllByRole('textbox').length, loaded.mock.lastCall?.[0].entry]).toEqual([1, entry]);
  });

  it('of a route that keeps stays open while the remote is off, and ends when it is stopped', async () => {
    const { show, poll } = createTestHost(
      exposing(async () => ({ default: Form })),
      registryOf({ routes: [{ path: '/', keeps: true }] }),
    );
    show();
    await settle();
    const field = screen.getByRole('textbox');
    await poll({ campaign2023: { ...on, state: 'off' } });
    expect(screen.getByRole('textbox')).toBe(field);
    await poll({ campaign2023: { ...on, state: 'stopped' } });
    expect(title()).toBe(copy['host.offline.title']);
  });
});

describe('an opened screen', () => {
  it('is told once, with the milliseconds of each phase', async () => {
    let arrive: (code: unknown) => void = () => undefined;
    const { show, reportOpen } = createTestHost(exposing(() => new Promise((resolve) => (arrive = resolve))));
    show();
    await act(() => vi.advanceTimersByTimeAsync(2_000));
    expect(reportOpen).not.toHaveBeenCalled();
    arrive({ default: Home });
    await settle();
    expect(reportOpen.mock.calls).toEqual([
      [
        {
          remote: 'campaign2023',
          version: '2.0.0',
          phases: { entry: 0, screen: 2_000, styles: 0, render: 0 },
          load: expect.any(Number),
          isFirst: true,
        },
      ],
    ]);
  });

  it('took the time from the route change where it is not the first, and none after a failure', async () => {
    const load = vi.fn(async () => ({ default: Home }));
    const { show, go, reportOpen } = createTestHost(exposing(load));
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
    const opened = reportOpen.mock.calls.map(([{ load: took, isFirst }]) => [took, isFirst]);
    expect(opened.slice(1)).toEqual([
      [300, false],
      [undefined, false],
    ]);
  });

  it('says when it goes', async () => {
    const left = vi.fn();
    const { show, go, reportOpen } = createTestHost(exposing(async () => ({ default: Home })));
    reportOpen.mockReturnValue(left);
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
    const { show, reportOpen, reportFailure } = createTestHost(exposing(async () => ({ default: Broken })));
    show();
    await settle();
    expect([reportOpen.mock.calls.length, reportedBy(reportFailure)]).toEqual([
      0,
      [['campaign2023', 'render', 'threw']],
    ]);
  });
});

describe('an activity that has not started', () => {
  it('opens when its time has come, as a visit of its own', async () => {
    const routes = [{ path: '/', window: 'summer' }];
    const { show, activities, visit, reportOpen } = createTestHost(
      exposing(async () => ({ default: Home })),
      registryOf({ routes }),
    );
    const start = new Date(Date.now() + 120_000).toISOString();
    activities.platform.services.windows = {
      bounds: () => ({ start, end: null }),
      getState: () => 0,
      subscribe: () => () => {},
      stateOf: () => (Date.now() < Date.parse(start) ? 'notStarted' : 'open'),
      now: Date.now,
    };
    show();
    await act(() => vi.advanceTimersByTimeAsync(119_000));
    expect([title(), screen.getByRole('timer').textContent]).toEqual([
      copy['host.notStarted.title'],
      '距活动开启还有00分01秒',
    ]);
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    await settle();
    expect([title(), visit.getState().number]).toEqual(['题目', 1]);
    // The wait isn't the release's.
    expect(reportOpen.mock.calls[0]?.[0]).toMatchObject({ load: 0, isFirst: false });
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
