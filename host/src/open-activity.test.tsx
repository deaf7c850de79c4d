// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useEffect } from 'react';
import { createStore } from 'zustand/vanilla';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type HostServices, parseRegistry, type Screen } from '@fridge/shared-contracts';
import { copy } from './copy.ts';
import { createFailureLog } from './federation/failures.ts';
import type { FederationPort } from './federation/federation.ts';
import { createRemoteModules } from './federation/load-screen.ts';
import type { RegistryState } from './federation/registry.ts';
import { type ActivityHouse, OpenActivity, openScreen } from './open-activity.tsx';
import { createToasts } from './shell/feedback/toasts.tsx';
import { createDialogLoader } from './shell/feedback/dialog-loader.ts';
import { createDialogs } from './shell/feedback/dialog-store.ts';
import { createHeader } from './shell/header/header-store.ts';
import { Layout, type Shell } from './shell/layout.tsx';
import type { Visit } from './shell/navigation.ts';

const entry = 'https://campaign.example/remoteEntry.js';
const registryOf = (change: object = {}): RegistryState => {
  const remote = { enabled: true, title: '省电之星', description: '', version: '2.0.0', contract: '2.0', entry, routes: [{ path: '/', tone: { background: '#ffd36b', ink: '#5a2c00' } }, '/open'], ...change };
  const registry = parseRegistry({ version: 1, remotes: { campaign2023: remote } });
  if (!registry) throw new Error('The fixture fits the schema.');
  return { kind: 'ready', registry };
};
const Home: Screen = () => <h1>题目</h1>;
const exposing = (load: () => Promise<unknown>): FederationPort['loadActivity'] => () =>
  Promise.resolve({ default: { contract: '2.0', screens: { '/': load, '/open': load } } });
const services = Object.freeze({}) as HostServices; // the screens here use none of it

/** The house with a remote that loads like this, at a registry state. */
function house(loadActivity: FederationPort['loadActivity'], state: RegistryState = registryOf()) {
  const registry = createStore<RegistryState>(() => state);
  const visit = createStore<Visit>(() => ({ path: '/', query: {}, key: 'first' }));
  const reportFailure = vi.fn();
  const refresh = vi.fn(async () => undefined);
  const header = createHeader();
  const loaded = vi.fn(loadActivity);
  const end = vi.fn();
  const failures = createFailureLog({ reportFailure });
  const activities: ActivityHouse = {
    registry: { store: registry, refresh, start: () => () => undefined },
    schedule: { bounds: () => ({ start: null, end: null }), get: () => null, subscribe: () => () => {} },
    judge: () => 'open',
    remoteOrigins: ['https://campaign.example'],
    modules: createRemoteModules({ loadActivity: loaded }),
    serve: () => ({ host: services, end }),
    failures,
    setHeader: header.setRoute,
    push: (path) => visit.setState({ path, query: {}, key: path }, true),
  };
  const dialogLoader = createDialogLoader(async () => ({ default: () => null }));
  const shell: Shell = {
    navigation: { visit },
    header,
    toasts: createToasts(),
    dialogs: createDialogs(dialogLoader, () => undefined),
    dialogLoader,
    platform: { skin: createStore<0>(() => 0), statusBarHeight: createStore(() => 0), share: async () => undefined },
    onBack: vi.fn(),
    onEscaped: failures.reportEscaped,
    onDrawn: vi.fn(),
  };
  const show = () => render(<Layout shell={shell} page={(current) => <OpenActivity visit={current} house={activities} />} />);
  return { registry, visit, reportFailure, refresh, activities, shell, header, loaded, end, show };
}
const settle = () => act(() => vi.advanceTimersByTimeAsync(0));
const title = () => screen.getByRole('heading').textContent;
const told = (reportFailure: ReturnType<typeof vi.fn>) => reportFailure.mock.calls.map(([{ remote, phase, reason }]) => [remote, phase, reason]);

beforeEach(() => {
  vi.useFakeTimers();
  document.head.innerHTML = '';
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe('from an address to a screen', () => {
  it('waits in one piece, first for the registry and then for the code, under the header of the route', async () => {
    let arrive: (code: unknown) => void = () => undefined;
    const { show, registry, header, loaded } = house(exposing(() => new Promise((resolve) => (arrive = resolve))), { kind: 'reading' });
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
    const { show, visit } = house(exposing(async () => ({ default: Home })), registryOf({ styles, routes }));
    show();
    const links = () => [...document.head.querySelectorAll('link')].map(({ rel, href }) => `${rel} ${href}`);
    expect(links()).toEqual([`modulepreload ${entry}`, 'modulepreload https://campaign.example/home.js', 'stylesheet https://campaign.example/style.css']);
    await settle();
    expect(title()).toBe('题目');
    act(() => visit.setState({ path: '/nowhere', query: {}, key: 'second' }, true));
    expect(links().filter((link) => link.startsWith('stylesheet'))).toEqual([]);
  });

  it('mounts nothing that arrives after the user has left', async () => {
    let arrive: (code: unknown) => void = () => undefined;
    const { show, visit } = house(exposing(() => new Promise((resolve) => (arrive = resolve))));
    show();
    await settle();
    act(() => visit.setState({ path: '/nowhere', query: {}, key: 'second' }, true));
    const Late = vi.fn(() => null);
    arrive({ default: Late });
    await settle();
    expect(Late).not.toHaveBeenCalled();
    expect(title()).toBe(copy['host.notFound.title']);
  });

  it('keeps the release it was opened with when another is published meanwhile', async () => {
    const { show, registry, loaded } = house(exposing(async () => ({ default: Home })));
    show();
    await settle();
    act(() => registry.setState(registryOf({ entry: 'https://campaign.example/next.js' }), true));
    await settle();
    expect([title(), loaded.mock.calls.length]).toEqual(['题目', 1]);
  });
});

describe('a remote that fails', () => {
  it.each([
    ['that hangs', () => new Promise<never>(() => {}), 'timeout', ['entry', 'timeout']],
    ['that is gone', () => Promise.reject(new Error('gone')), 'failed', ['entry', 'network']],
    ['that exposes something else', () => Promise.resolve({ default: 42 }), 'failed', ['activity', 'malformed']],
    ['whose screen is gone', exposing(() => Promise.reject(new Error('gone'))), 'failed', ['screen', 'network']],
  ] as const)('%s has its page within 20 s, and leaves one event', async (_, loadActivity, kind, event) => {
    const { show, reportFailure } = house(loadActivity);
    show();
    await act(() => vi.advanceTimersByTimeAsync(20_000));
    expect(title()).toBe(copy[`host.remote.${kind}.title`]);
    expect(told(reportFailure)).toEqual([['campaign2023', ...event]]);
  });

  it.each([
    ['1.1', copy['host.remote.outdated.title'], 'outdated'],
    ['3.0', copy['host.remote.incompatible.title'], 'tooNew'],
  ])('because it was built for contract %s is not fetched, and says so', async (contract, words, reason) => {
    const { show, reportFailure, loaded } = house(exposing(async () => ({ default: Home })), registryOf({ contract }));
    show();
    await settle();
    expect(title()).toBe(words);
    expect([loaded.mock.calls.length, document.head.querySelectorAll('link').length]).toEqual([0, 0]);
    expect(told(reportFailure)).toEqual([['campaign2023', 'contract', reason]]);
  });

  it('comes up by itself once its team has published again, after a look at the registry', async () => {
    const { show, registry, refresh } = house(exposing(async () => ({ default: Home })), registryOf({ contract: '1.1' }));
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
    const { show } = house((address) => {
      entries.push(address);
      return entries.length === 1 ? Promise.reject(new Error('gone')) : exposing(async () => ({ default: Home }))(address);
    });
    show();
    await settle();
    fireEvent.click(screen.getByRole('button', { name: copy['host.remote.retry'] }));
    await settle();
    expect(title()).toBe('题目');
    expect(entries).toEqual([entry, 'https://campaign.example/~1/remoteEntry.js']);
  });

  it('is tried again by itself in development, so that mending the file brings the screen back', async () => {
    vi.stubEnv('MODE', 'development');
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    let mended = false;
    const gone = new Error('gone');
    const { show } = house((address) => (mended ? exposing(async () => ({ default: Home }))(address) : Promise.reject(gone)));
    show();
    await settle();
    expect(log.mock.calls.flat()).toContain(gone);
    mended = true;
    await act(() => vi.advanceTimersByTimeAsync(2_000));
    expect(title()).toBe('题目');
    vi.unstubAllEnvs();
  });

  it('does not throw where the page cannot even ask', async () => {
    const { activities } = house(() => Promise.reject(new Error('gone')));
    const remote = { ...(registryOf() as Extract<RegistryState, { kind: 'ready' }>).registry.remotes['campaign2023'] };
    const route = { path: '/', title: '', window: null, tone: null, scripts: ['http://['] };
    await expect(openScreen({ name: 'campaign2023', remote, route } as Parameters<typeof openScreen>[0], activities)).rejects.toMatchObject({ kind: 'failed' });
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
    const { show, reportFailure, loaded, end } = house(exposing(async () => ({ default: Screen })));
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
    ["in an effect's clean-up", () => {
      useEffect(() => () => {
        throw new Error('clean-up');
      });
      return <h1>题目</h1>;
    }],
    ['in a ref callback', () => <h1 ref={(element) => { if (!element) throw new Error('ref'); }}>题目</h1>],
    ['in several places at once', () => {
      useEffect(() => () => {
        throw new Error('first');
      });
      useEffect(() => () => {
        throw new Error('second');
      });
      return <h1 ref={(element) => { if (!element) throw new Error('ref'); }}>题目</h1>;
    }],
  ];

  it.each(leaving)('%s as the user goes on takes nothing else down', async (_, Screen) => {
    const { show, visit, reportFailure } = house(exposing(async () => ({ default: Screen })));
    show();
    await settle();
    act(() => visit.setState({ path: '/nowhere', query: {}, key: 'second' }, true));
    await settle();
    expect(title()).toBe(copy['host.notFound.title']);
    expect(screen.getByRole('button', { name: copy['host.header.back.aria'] })).toBeTruthy();
    expect(told(reportFailure)).toContainEqual(['campaign2023', 'render', 'threw']);
  });

  it.each(leaving)('%s as an operator switches it off takes nothing else down', async (_, Screen) => {
    const { show, registry, reportFailure } = house(exposing(async () => ({ default: Screen })));
    show();
    await settle();
    act(() => registry.setState(registryOf({ enabled: false }), true));
    await settle();
    expect(title()).toBe(copy['host.offline.title']);
    expect(screen.getByRole('button', { name: copy['host.header.back.aria'] })).toBeTruthy();
    expect(told(reportFailure)).toContainEqual(['campaign2023', 'render', 'threw']);
  });

  it('gives a page of the host that keeps throwing a page with a retry', async () => {
    const { shell, reportFailure, visit } = house(exposing(async () => ({ default: Home })));
    let broken = true;
    const Page = () => {
      if (broken) throw new Error('broken');
      return <h1>大厅</h1>;
    };
    render(<Layout shell={shell} page={() => <Page />} />);
    expect(title()).toBe(copy['host.remote.crash.title']);
    expect(reportFailure).toHaveBeenCalledWith(expect.objectContaining({ remote: 'host', phase: 'shell', reason: 'threw' }));
    broken = false;
    fireEvent.click(screen.getByRole('button', { name: copy['host.remote.retry'] }));
    expect(title()).toBe('大厅');
    broken = true;
    act(() => visit.setState({ path: '/b', query: {}, key: 'b' }, true));
    expect(title()).toBe(copy['host.remote.crash.title']);
    broken = false;
    act(() => visit.setState({ path: '/c', query: {}, key: 'c' }, true));
    expect(title()).toBe('大厅');
  });
});
