import { act, cleanup, render, screen } from '@testing-library/react';
import { createStore } from 'zustand/vanilla';
import { afterEach, beforeEach, vi } from 'vitest';
import type { HostServices, Screen } from '@fridge/shared-contracts';
import { type HostContract, parseRegistry } from '@fridge/shared-contracts/page';
import { createLateCode } from '@fridge/shared-ui';
import { createFailureLog } from '../federation/failures.ts';
import type { FederationPort } from '../federation/federation.ts';
import { createRemoteModules } from '../federation/load-screen.ts';
import { createNewerHost } from '../federation/newer-host.ts';
import { createPublishedFiles } from '../federation/published-files.ts';
import type { RegistryState } from '../federation/registry.ts';
import { enabledRemoteAt } from '../federation/resolve-route.ts';
import { createScreenChange } from '../federation/screen-change.ts';
import { createStylesheets } from '../federation/stylesheets.ts';
import { type ActivityParts, OpenActivity } from '../open-activity.tsx';
import { createDialogs } from '../shell/feedback/dialogs.tsx';
import { createToasts } from '../shell/feedback/toasts.tsx';
import { createHeader } from '../shell/header.tsx';
import { Layout, type Shell } from '../shell/layout.tsx';
import type { Visit } from '../shell/navigation.ts';

export const entry = 'https://campaign.example/remoteEntry.js';
/** A sound remote but for the change. */
export const remoteOf = (change: object = {}) => ({
  enabled: true,
  title: '省电之星',
  description: '',
  version: '2.0.0',
  contract: '3.0',
  entry,
  routes: [{ path: '/', tone: { background: '#ffd36b', ink: '#5a2c00' } }, '/open'],
  ...change,
});
/** The registry with these remotes. */
export const registryWith = (remotes: Record<string, object>): RegistryState => {
  const registry = parseRegistry({ version: 1, remotes });
  if (!registry) throw new Error('The fixture fits the schema.');
  return { kind: 'ready', registry, broken: [] };
};
/** The registry with one remote, sound but for the change. */
export const registryOf = (change: object = {}): RegistryState => registryWith({ campaign2023: remoteOf(change) });
export const Home: Screen = () => <h1>题目</h1>;
/** A remote whose screens load like this. */
export const exposing =
  (load: () => Promise<unknown>): FederationPort['importActivity'] =>
  () =>
    Promise.resolve({ default: { contract: '3.0', screens: { '/': load, '/open': load } } });
const services = Object.freeze({}) as HostServices; // the screens here use none of it

const down: typeof fetch = () => Promise.reject(new Error('gone'));

/** The host with a remote that loads like this, at a registry state; `fetch` gives the files of a failed load. */
export function createTestHost(
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
    screens,
    header,
    loaded,
    end,
    go,
    show,
  };
}
/** Lets everything happen that waits for no time. */
export const settle = () => act(() => vi.advanceTimersByTimeAsync(0));
/** Of the screen or page on show. */
export const title = () => screen.getByRole('heading').textContent;
/** Remote, phase and reason of each failure. */
export const reportedBy = (reportFailure: ReturnType<typeof vi.fn>) =>
  reportFailure.mock.calls.map(([{ remote, phase, reason }]) => [remote, phase, reason]);

/** Each test begins with fake timers, an empty head and an empty storage, and ends with nothing drawn. */
export function openNewPageForEachTest(): void {
  beforeEach(() => {
    vi.useFakeTimers();
    document.head.innerHTML = '';
    sessionStorage.clear();
  });
  afterEach(() => {
    cleanup();
    vi.useRealTimers();
  });
}
