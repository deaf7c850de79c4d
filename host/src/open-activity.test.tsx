// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, renderHook, screen } from '@testing-library/react';
import { type ReactNode, use, useEffect, useState } from 'react';
import { createStore } from 'zustand/vanilla';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { HostServices, Screen, WindowState } from '@fridge/shared-contracts';
import { type HostContract, parseRegistry } from '@fridge/shared-contracts/host';
import { copy } from './copy.ts';
import { createFailureLog } from './federation/failures.ts';
import type { FederationPort } from './federation/federation.ts';
import { createNewerHost } from './federation/newer-host.ts';
import { createRemoteModules } from './federation/load-screen.ts';
import { createPublishedFiles } from './federation/published-files.ts';
import type { RegistryState } from './federation/registry.ts';
import { enabledRemoteAt } from './federation/resolve-route.ts';
import { createScreenChange, FORMER_SCREEN_MS } from './federation/screen-change.ts';
import { createStylesheets } from './federation/stylesheets.ts';
import { type ActivityParts, OpenActivity, openScreen, useVisitWindows } from './open-activity.tsx';
import { createToasts } from './shell/feedback/toasts.tsx';
import { createLateCode } from '@fridge/shared-ui';
import { createDialogs } from './shell/feedback/dialogs.tsx';
import { createHeader } from './shell/header.tsx';
import { Layout, type Shell } from './shell/layout.tsx';
import type { Visit } from './shell/navigation.ts';

const entry = 'https://campaign.example/remoteEntry.js';
const registryOf = (change: object = {}): RegistryState => {
  const remote = {
    enabled: true,
    title: '省电之星',
    description: '',
    version: '2.0.0',
    contract: '3.0',
    entry,
    routes: [{ path: '/', tone: { background: '#ffd36b', ink: '#5a2c00' } }, '/open'],
    ...change,
  };
  const registry = parseRegistry({ version: 1, remotes: { campaign2023: remote } });
  if (!registry) throw new Error('The fixture fits the schema.');
  return { kind: 'ready', registry, broken: [] };
};
const Home: Screen = () => <h1>题目</h1>;
const exposing =
  (load: () => Promise<unknown>): FederationPort['importActivity'] =>
  () =>
    Promise.resolve({ default: { contract: '3.0', screens: { '/': load, '/open': load } } });
const services = Object.freeze({}) as HostServices; // the screens here use none of it

const down: typeof fetch = () => Promise.reject(new Error('gone'));

/** The host with a remote that loads like this, at a registry state; `fetch` gives the files of a failed load. */
function createHost(
  importActivity: FederationPort['importActivity'],
  state: RegistryState = registryOf(),
  fetch: typeof globalThis.fetch = down,
) {
  const registry = createStore<RegistryState>(() => state);
  const visit = createStore<Visit>(() => ({ path: '/', query: {}, key: 'first', number: 0 }));
  const go = (path: string) =>
    visit.setState({ path, query: {}, key: path, number: visit.getState().number + 1 }, true);
  const screens = createScreenChange({
    visit,
    remoteAt: (path) => enabledRemoteAt(registry.getState(), path),
    holdHeader: () => () => undefined,
  });
  const reportFailure = vi.fn();
  const onOpened = vi.fn<ActivityParts['onOpened']>(() => () => undefined);
  const refresh = vi.fn(async () => undefined);
  const reload = vi.fn();
  const served = vi.fn((): HostContract | null => null);
  const keeper = {
    store: registry,
    current: () => null,
    announced: () => true,
    served,
    refresh,
    start: () => undefined,
  };
  const header = createHeader();
  const loaded = vi.fn(importActivity);
  const end = vi.fn();
  const failures = createFailureLog({ tracker: { reportFailure }, fetch });
  const activities: ActivityParts = {
    registry: keeper,
    newerHost: createNewerHost({ registry: keeper, storage: sessionStorage, reload }),
    windows: {
      bounds: () => ({ start: null, end: null }),
      getState: () => null,
      subscribe: () => () => {},
      stateOf: () => 'open',
      now: () => null,
    },
    remoteOrigins: ['https://campaign.example'],
    modules: createRemoteModules({ importActivity: loaded }),
    integrity: { cover: async () => undefined, prepare: async () => undefined },
    published: createPublishedFiles(entry, [JSON.stringify({ integrity: { [entry]: 'sha384-right' } })]),
    styles: createStylesheets(),
    screens,
    serve: () => ({ host: services, end }),
    failures,
    onOpened,
    reload,
    setHeader: header.setRoute,
    push: go,
  };
  const shell: Shell = {
    navigation: { visit },
    shown: screens.shown,
    header,
    toasts: createToasts(),
    dialogs: createDialogs(
      () => undefined,
      createLateCode(async () => ({ default: () => null })),
    ),
    platform: { skin: createStore<0>(() => 0), statusBarHeight: createStore(() => 0), share: async () => undefined },
    onBack: vi.fn(),
    onEscaped: failures.reportEscaped,
    onFirstRender: vi.fn(),
  };
  const show = () =>
    render(<Layout shell={shell} page={(current) => <OpenActivity visit={current} parts={activities} />} />);
  return {
    registry,
    visit,
    reportFailure,
    onOpened,
    refresh,
    served,
    reload,
    activities,
    shell,
    header,
    loaded,
    end,
    go,
    show,
  };
}
const settle = () => act(() => vi.advanceTimersByTimeAsync(0));
const title = () => screen.getByRole('heading').textContent;
const told = (reportFailure: ReturnType<typeof vi.fn>) =>
  reportFailure.mock.calls.map(([{ remote, phase, reason }]) => [remote, phase, reason]);

beforeEach(() => {
  vi.useFakeTimers();
  document.head.innerHTML = '';
  sessionStorage.clear();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe('from an address to a screen', () => {
  it('waits in one piece, first for the registry and then for the code, under the header of the route', async () => {
    let arrive: (code: unknown) => void = () => undefined;
    const { show, registry, header, loaded } = createHost(
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
    const { show, go } = createHost(
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
    const { show, go } = createHost(exposing(() => new Promise((resolve) => (arrive = resolve))));
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
    const { show, registry, loaded } = createHost(exposing(async () => ({ default: Home })));
    show();
    await settle();
    act(() => registry.setState(registryOf({ entry: 'https://campaign.example/next.js' }), true));
    await settle();
    expect([title(), loaded.mock.calls.length]).toEqual(['题目', 1]);
  });
});

describe('an opened screen', () => {
  it('is told once, with the milliseconds of each phase', async () => {
    let arrive: (code: unknown) => void = () => undefined;
    const { show, onOpened } = createHost(exposing(() => new Promise((resolve) => (arrive = resolve))));
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
    const { show, go, onOpened } = createHost(exposing(load));
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
    const { show, go, onOpened } = createHost(exposing(async () => ({ default: Home })));
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
    const { show, onOpened, reportFailure } = createHost(exposing(async () => ({ default: Broken })));
    show();
    await settle();
    expect([onOpened.mock.calls.length, told(reportFailure)]).toEqual([0, [['campaign2023', 'render', 'threw']]]);
  });
});

describe('from one screen of a remote to the next', () => {
  const Guide: Screen = () => <h1>秘籍</h1>;
  /** The home stands; the guide's code comes when it is told to. */
  async function atHome(HomeScreen: Screen = Home) {
    const arrive: ((code: unknown) => void)[] = [];
    const screens = {
      '/': async () => ({ default: HomeScreen }),
      '/open': () => new Promise((resolve) => void arrive.push(resolve)),
    };
    const all = createHost(() => Promise.resolve({ default: { contract: '3.0', screens } }));
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

  it('leaves the header to the next one, whatever becomes of the former', async () => {
    const { go, registry, header } = await atHome();
    act(() => go('/open'));
    act(() => registry.setState(registryOf({ routes: [{ path: '/', title: '另一个标题' }, '/open'] }), true));
    expect([headings(), header.store.getState().view.title]).toEqual([['题目'], '省电之星']);
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
      (all: Awaited<ReturnType<typeof atHome>>) => all.go('/nowhere'),
      copy['host.notFound.title'],
    ],
    [
      'as an operator switches the remote off',
      (all: Awaited<ReturnType<typeof atHome>>) => {
        all.go('/open');
        all.registry.setState(registryOf({ enabled: false }), true);
      },
      copy['host.offline.title'],
    ],
  ])('goes at once %s', async (_, leave, heading) => {
    const all = await atHome();
    act(() => leave(all));
    await settle();
    expect(headings()).toEqual([heading]);
  });
});

describe('a screen that is never drawn', () => {
  const limits = 20_000;
  const never = new Promise<never>(() => {});

  it.each([
    ['suspends for ever', (): ReactNode => use(never), 'timeout', 'timeout'],
    ['asks for another promise each time', (): ReactNode => use(new Promise<never>(() => {})), 'timeout', 'timeout'],
    ['draws nothing', (): ReactNode => null, 'crash', 'missing'],
  ] as const)('%s has its page within 20 s, header and back alive', async (_, Screen, kind, reason) => {
    const { show, reportFailure, end } = createHost(exposing(async () => ({ default: Screen })));
    show();
    await settle();
    await act(() => vi.advanceTimersByTimeAsync(limits));
    expect(title()).toBe(copy[`host.remote.${kind}.title`]);
    expect(screen.getByRole('button', { name: copy['host.header.back.aria'] })).toBeTruthy();
    expect([told(reportFailure), end.mock.calls.length]).toEqual([[['campaign2023', 'render', reason]], 1]);
  });

  it('is not mounted by what arrives after its bound, and comes up by a retry', async () => {
    let arrive: (text: string) => void = () => undefined;
    const late = new Promise<string>((resolve) => (arrive = resolve));
    const texts = [late, Promise.resolve('题目')];
    let text: Promise<string> = late;
    const Late: Screen = () => <h1>{use(text)}</h1>;
    const { show } = createHost(exposing(async () => ({ default: Late })));
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
    const { show } = createHost(exposing(async () => ({ default: Later })));
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

describe('a remote that fails', () => {
  it.each([
    ['that hangs', () => new Promise<never>(() => {}), 'timeout', ['entry', 'timeout']],
    ['that is gone', () => Promise.reject(new Error('gone')), 'failed', ['entry', 'network']],
    ['that exposes something else', () => Promise.resolve({ default: 42 }), 'failed', ['activity', 'malformed']],
    ['whose screen is gone', exposing(() => Promise.reject(new Error('gone'))), 'failed', ['screen', 'network']],
  ] as const)('%s has its page within 20 s, and leaves one event', async (_, importActivity, kind, event) => {
    const { show, reportFailure } = createHost(importActivity);
    show();
    await act(() => vi.advanceTimersByTimeAsync(20_000));
    expect(title()).toBe(copy[`host.remote.${kind}.title`]);
    expect(told(reportFailure)).toEqual([['campaign2023', ...event]]);
  });

  it.each([
    ['1.1', copy['host.remote.outdated.title'], 'outdated'],
    ['4.0', copy['host.remote.outdated.title'], 'tooNew'],
  ])('because it was built for contract %s is not fetched, and says so', async (contract, words, reason) => {
    const { show, reportFailure, loaded } = createHost(
      exposing(async () => ({ default: Home })),
      registryOf({ contract }),
    );
    show();
    await settle();
    expect(title()).toBe(words);
    expect([loaded.mock.calls.length, document.head.querySelectorAll('link').length]).toEqual([0, 0]);
    expect(told(reportFailure)).toEqual([['campaign2023', 'contract', reason]]);
  });

  it('that is for the host that is served by now says so, and a press brings that host, once', async () => {
    const { show, registry, served, refresh, reload } = createHost(
      exposing(async () => ({ default: Home })),
      registryOf({ contract: '4.0' }),
    );
    refresh.mockImplementation(async () => void served.mockReturnValue({ major: 4, minor: 1 }));
    show();
    await settle();
    expect([title(), refresh.mock.calls.length]).toEqual([copy['host.remote.newer.title'], 1]);
    const button = screen.getByRole('button', { name: copy['host.remote.newer.button'] });
    fireEvent.click(button);
    fireEvent.click(button);
    act(() => registry.setState(registryOf({ contract: '4.0', title: 'told anew' }), true));
    expect([title(), button.getAttribute('aria-busy'), reload.mock.calls.length]).toEqual([
      copy['host.remote.newer.title'],
      'true',
      1,
    ]);
    cleanup();
    const again = createHost(
      exposing(async () => ({ default: Home })),
      registryOf({ contract: '4.0' }),
    );
    again.served.mockReturnValue({ major: 4, minor: 1 });
    again.show();
    await settle();
    expect(title()).toBe(copy['host.remote.incompatible.title']);
    fireEvent.click(screen.getByRole('button', { name: copy['host.remote.retry'] }));
    expect(again.reload).not.toHaveBeenCalled();
  });

  it('comes up by itself once its team has published again, after a look at the registry', async () => {
    const { show, registry, refresh } = createHost(
      exposing(async () => ({ default: Home })),
      registryOf({ contract: '1.1' }),
    );
    show();
    await settle();
    fireEvent.click(screen.getByRole('button', { name: copy['host.remote.retry'] }));
    await settle();
    expect([title(), refresh.mock.calls.length]).toEqual([copy['host.remote.outdated.title'], 1]);
    act(() => registry.setState(registryOf(), true));
    await settle();
    expect(title()).toBe('题目');
  });

  it('heals by a retry below new addresses, without a reload', async () => {
    const entries: string[] = [];
    const { show } = createHost((remote) => {
      entries.push(remote.entry);
      return entries.length === 1
        ? Promise.reject(new Error('gone'))
        : exposing(async () => ({ default: Home }))(remote);
    });
    show();
    await settle();
    fireEvent.click(screen.getByRole('button', { name: copy['host.remote.retry'] }));
    await settle();
    expect(title()).toBe('题目');
    expect(entries).toEqual([entry, 'https://campaign.example/~1/remoteEntry.js']);
  });

  it('reloads the page where the last of its addresses has failed', async () => {
    const { show, loaded, reload } = createHost(() => Promise.reject(new Error('gone')));
    show();
    await settle();
    const retry = async () => {
      fireEvent.click(screen.getByRole('button', { name: copy['host.remote.retry'] }));
      await settle();
    };
    for (let attempt = 1; attempt <= 3; attempt += 1) await retry();
    expect([loaded.mock.lastCall, reload.mock.calls.length]).toEqual([
      [{ name: 'campaign2023', entry: 'https://campaign.example/~3/remoteEntry.js' }],
      0,
    ]);
    await retry();
    expect([loaded.mock.calls.length, reload.mock.calls.length]).toEqual([4, 1]);
  });

  it('is tried again by itself in development, so that mending the file brings the screen back', async () => {
    vi.stubEnv('MODE', 'development');
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    let mended = false;
    const gone = new Error('gone');
    const { show } = createHost((address) =>
      mended ? exposing(async () => ({ default: Home }))(address) : Promise.reject(gone),
    );
    show();
    await settle();
    expect(log.mock.calls.flat()).toContain(gone);
    mended = true;
    await act(() => vi.advanceTimersByTimeAsync(2_000));
    expect(title()).toBe('题目');
    vi.unstubAllEnvs();
  });

  it('is reported as changed where its file arrives and is another, beside the page that says so, and heals by a retry', async () => {
    let mended = false;
    const importActivity: FederationPort['importActivity'] = ({ entry: asked }) =>
      mended
        ? exposing(async () => ({ default: Home }))({ name: '', entry: asked })
        : Promise.reject(new Error('refused'));
    const changed: typeof fetch = async (_, options) => {
      if (options?.integrity) throw new TypeError('refused');
      return new Response('changed');
    };
    const { show, reportFailure, loaded } = createHost(importActivity, registryOf(), changed);
    show();
    await settle();
    expect(title()).toBe(copy['host.remote.failed.title']);
    await settle();
    expect(told(reportFailure)).toEqual([['campaign2023', 'entry', 'integrity']]);
    mended = true;
    fireEvent.click(screen.getByRole('button', { name: copy['host.remote.retry'] }));
    await settle();
    expect(title()).toBe('题目');
    expect(loaded.mock.calls.map(([{ entry: asked }]) => new URL(asked).pathname)).toEqual([
      '/remoteEntry.js',
      '/~1/remoteEntry.js',
    ]);
    expect(reportFailure).toHaveBeenCalledOnce();
  });

  it('does not throw where the page cannot even ask', async () => {
    const { activities } = createHost(() => Promise.reject(new Error('gone')));
    const remote = { ...(registryOf() as Extract<RegistryState, { kind: 'ready' }>).registry.remotes['campaign2023'] };
    const route = { path: '/', title: '', window: null, tone: null, scripts: ['http://['] };
    await expect(
      openScreen({ name: 'campaign2023', remote, route } as Parameters<typeof openScreen>[0], activities),
    ).rejects.toMatchObject({ kind: 'failed' });
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
    const { show, reportFailure, loaded, end } = createHost(exposing(async () => ({ default: Screen })));
    show();
    await settle();
    expect(end).toHaveBeenCalled(); // what it registered is gone, though its visit goes on
    expect(title()).toBe(copy['host.remote.crash.title']);
    expect(screen.getByRole('button', { name: copy['host.header.back.aria'] })).toBeTruthy();
    expect(told(reportFailure)).toEqual([['campaign2023', 'render', 'threw']]);
    broken = false;
    fireEvent.click(screen.getByRole('button', { name: copy['host.remote.retry'] }));
    await settle();
    expect([title(), loaded.mock.calls.length]).toEqual(['题目', 2]);
  });

  const leaving: [string, Screen][] = [
    [
      "in an effect's clean-up",
      () => {
        useEffect(() => () => {
          throw new Error('clean-up');
        });
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
        useEffect(() => () => {
          throw new Error('first');
        });
        useEffect(() => () => {
          throw new Error('second');
        });
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
    const { show, go, reportFailure } = createHost(exposing(async () => ({ default: Screen })));
    show();
    await settle();
    act(() => go('/nowhere'));
    await settle();
    expect(title()).toBe(copy['host.notFound.title']);
    expect(screen.getByRole('button', { name: copy['host.header.back.aria'] })).toBeTruthy();
    expect(told(reportFailure)).toContainEqual(['campaign2023', 'render', 'threw']);
  });

  it.each(leaving)('%s as an operator switches it off takes nothing else down', async (_, Screen) => {
    const { show, registry, reportFailure } = createHost(exposing(async () => ({ default: Screen })));
    show();
    await settle();
    act(() => registry.setState(registryOf({ enabled: false }), true));
    await settle();
    expect(title()).toBe(copy['host.offline.title']);
    expect(screen.getByRole('button', { name: copy['host.header.back.aria'] })).toBeTruthy();
    expect(told(reportFailure)).toContainEqual(['campaign2023', 'render', 'threw']);
  });

  it('gives a page of the host that keeps throwing a page with a retry', async () => {
    const { shell, reportFailure, go } = createHost(exposing(async () => ({ default: Home })));
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
