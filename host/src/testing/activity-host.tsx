import { act, cleanup, render, screen } from '@testing-library/react';
import { createStore } from 'zustand/vanilla';
import { afterEach, beforeEach, vi } from 'vitest';
import type { HostServices, Screen } from '@fridge/shared-contracts';
import { createFailureLog } from '../federation/failures.ts';
import type { FederationPort } from '../federation/federation.ts';
import { createScreenLoader } from '../federation/load-screen.ts';
import { createIntegrityMaps } from '../federation/integrity-maps.ts';
import { createReleases, SWITCHES_POLL_MS } from '../federation/releases.ts';
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
/** The page's registry with these remotes. */
export const registryWith = (remotes: Record<string, object>) => ({ version: 1, remotes });
/** The page's registry with one remote, sound but for the change. */
export const registryOf = (change: object = {}) => registryWith({ campaign2023: remoteOf(change) });
export const Home: Screen = () => <h1>题目</h1>;
/** A remote whose screens load like this. */
export const exposing =
  (load: () => Promise<unknown>): FederationPort['importActivity'] =>
  () =>
    Promise.resolve({ default: { contract: '3.0', screens: { '/': load, '/open': load } } });
const services = Object.freeze({}) as HostServices; // the screens here use none of it

const down: typeof fetch = () => Promise.reject(new Error('gone'));

/** The host with a remote that loads like this, and its page's registry; `fetch` gives the files of a failed load. */
export function createTestHost(
  importActivity: FederationPort['importActivity'],
  embedded: unknown = registryOf(),
  fetch: typeof globalThis.fetch = down,
) {
  let switches = {};
  const releases = createReleases(
    embedded,
    null,
    async () => Response.json({ remotes: switches }),
    { report: () => undefined },
    createIntegrityMaps([], {}, 'none', down),
  );
  releases.start();
  /** What the next poll tells. */
  const poll = async (remotes: object) => {
    switches = remotes;
    await act(() => vi.advanceTimersByTimeAsync(SWITCHES_POLL_MS));
  };
  const visit = createStore<Visit>(() => ({ path: '/', query: {}, key: 'first', number: 0, enteredFrom: null }));
  const go = (path: string) => {
    const { number, path: enteredFrom } = visit.getState();
    visit.setState({ path, query: {}, key: path, number: number + 1, enteredFrom }, true);
  };
  const screens = createScreenChange(
    visit,
    (path) => releases.openAt(path)?.name ?? null,
    () => () => undefined,
  );
  const reportFailure = vi.fn();
  const reportOpen = vi.fn<ActivityParts['reportOpen']>(() => () => undefined);
  const loadDocument = vi.fn(async () => undefined);
  const header = createHeader();
  const loaded = vi.fn(importActivity);
  const end = vi.fn();
  const failures = createFailureLog({ reportFailure }, fetch, (href) =>
    href.endsWith('remoteEntry.js') ? 'sha384-right' : null,
  );
  const activities: ActivityParts = {
    releases,
    needsDocument: () => false,
    loadDocument,
    platform: {
      services: {
        windows: {
          bounds: () => ({ start: null, end: null }),
          getState: () => null,
          subscribe: () => () => {},
          stateOf: () => 'open',
          now: () => null,
        },
      },
    },
    loader: createScreenLoader({ importActivity: loaded }, releases, createStylesheets(), ['https://campaign.example']),
    screens,
    serve: () => ({ host: services, end }),
    failures,
    reportOpen,
    setHeader: header.setRoute,
    push: go,
    replace: go,
    stillOpenAt: () => ({}),
  };
  const shell: Shell = {
    navigation: { visit, back: vi.fn() },
    shown: screens.shown,
    header,
    notice: releases.notice,
    toasts: createToasts(),
    dialogs: createDialogs(),
    platform: { skin: createStore<0>(() => 0), statusBarHeight: createStore(() => 0), share: async () => undefined },
    onEscaped: failures.reportEscaped,
    onFirstRender: vi.fn(),
  };
  const show = () =>
    render(<Layout shell={shell} page={(current) => <OpenActivity visit={current} parts={activities} />} />);
  return {
    poll,
    visit,
    reportFailure,
    reportOpen,
    loadDocument,
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
