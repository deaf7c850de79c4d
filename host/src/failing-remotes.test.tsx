// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react';
import { createRoot } from 'react-dom/client';
import { describe, expect, it, vi } from 'vitest';
import { copy } from './copy.ts';
import type { FederationPort } from './federation/federation.ts';
import { OpenActivity } from './open-activity.tsx';
import { Layout, renderFirstPage } from './shell/layout.tsx';
import {
  createTestHost,
  entry,
  exposing,
  Home,
  openNewPageForEachTest,
  registryOf,
  reportedBy,
  settle,
  title,
} from './testing/activity-host.tsx';

openNewPageForEachTest();

it("keeps the route's colours in the header from the first frame on, while it loads and where it fails", async () => {
  const { shell, activities } = createTestHost(() => Promise.reject(new Error('gone')));
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  const background = () => place.querySelector('header')?.style.getPropertyValue('--header-background');
  renderFirstPage(root, <Layout shell={shell} page={(visit) => <OpenActivity visit={visit} parts={activities} />} />);
  expect(background()).toBe('#ffd36b');
  await act(() => vi.advanceTimersByTimeAsync(20_000));
  expect([title(), background()]).toEqual([copy['host.remote.failed.title'], '#ffd36b']);
  act(() => root.unmount());
  place.remove();
});

describe('a remote that fails', () => {
  it.each([
    ['that hangs', () => new Promise<never>(() => {}), 'timeout', ['entry', 'timeout']],
    ['that is gone', () => Promise.reject(new Error('gone')), 'failed', ['entry', 'network']],
    ['that exposes something else', () => Promise.resolve({ default: 42 }), 'failed', ['activity', 'malformed']],
    ['whose screen is gone', exposing(() => Promise.reject(new Error('gone'))), 'failed', ['screen', 'network']],
  ] as const)('%s has its page within 20 s, and leaves one event', async (_, importActivity, kind, event) => {
    const { show, reportFailure } = createTestHost(importActivity);
    show();
    await act(() => vi.advanceTimersByTimeAsync(20_000));
    expect(title()).toBe(copy[`host.remote.${kind}.title`]);
    expect(reportedBy(reportFailure)).toEqual([['campaign2023', ...event]]);
  });

  it.each([
    ['1.1', copy['host.remote.outdated.title'], 'outdated'],
    ['4.0', copy['host.remote.outdated.title'], 'tooNew'],
  ])('because it was built for contract %s is not fetched, and says so', async (contract, words, reason) => {
    const { show, reportFailure, loaded } = createTestHost(
      exposing(async () => ({ default: Home })),
      registryOf({ contract }),
    );
    show();
    await settle();
    expect(title()).toBe(words);
    expect([loaded.mock.calls.length, document.head.querySelectorAll('link').length]).toEqual([0, 0]);
    expect(reportedBy(reportFailure)).toEqual([['campaign2023', 'contract', reason]]);
  });

  it.each([
    ['that no page of now has any more', {}, { campaign2023: { state: 'on', releases: ['2.0.1'] } }],
    [
      'that was built for another contract',
      { contract: '4.0' },
      { campaign2023: { state: 'on', releases: ['2.0.0'] } },
    ],
  ])('%s is tried again by loading the document', async (_, change, switches) => {
    const { show, poll, loaded, loadDocument } = createTestHost(
      () => Promise.reject(new Error('gone')),
      registryOf(change),
    );
    show();
    await settle();
    await poll(switches);
    const asked = loaded.mock.calls.length;
    const button = screen.getByRole('button', { name: copy['host.remote.retry'] });
    let end: () => void = () => undefined;
    loadDocument.mockReturnValueOnce(new Promise((resolve) => (end = () => resolve(undefined))));
    fireEvent.click(button);
    await settle();
    expect([loadDocument.mock.calls.length, loaded.mock.calls.length]).toEqual([1, asked]);
    expect(button.getAttribute('aria-busy')).toBe('true');
    end();
    await settle();
    expect(button.getAttribute('aria-busy')).not.toBe('true');
  });

  it('heals by a retry below new addresses, without a reload', async () => {
    const entries: string[] = [];
    const { show } = createTestHost((remote) => {
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

  it('is tried again once when the network is back', async () => {
    const importActivity = vi.fn<FederationPort['importActivity']>(() => Promise.reject(new Error('gone')));
    const { show, loaded } = createTestHost(importActivity);
    show();
    await settle();
    act(() => void window.dispatchEvent(new Event('online')));
    await settle();
    expect([title(), loaded.mock.calls.length]).toEqual([copy['host.remote.failed.title'], 2]);
    importActivity.mockImplementation(exposing(async () => ({ default: Home })));
    act(() => void window.dispatchEvent(new Event('online')));
    await settle();
    expect([title(), loaded.mock.calls.length]).toEqual(['题目', 3]);
    act(() => void window.dispatchEvent(new Event('online')));
    await settle();
    expect(loaded).toHaveBeenCalledTimes(3);
  });

  it('is tried again where it hangs from before the network came back', async () => {
    const importActivity = vi.fn<FederationPort['importActivity']>(() => new Promise(() => {}));
    const { show } = createTestHost(importActivity);
    show();
    await settle();
    act(() => void window.dispatchEvent(new Event('online')));
    importActivity.mockImplementation(exposing(async () => ({ default: Home })));
    await act(() => vi.advanceTimersByTimeAsync(20_000));
    expect(title()).toBe('题目');
  });

  it('is left alone by the network where that is not its cause, unless it failed offline', async () => {
    const crash = () => Promise.resolve({ default: 42 });
    const { show, loaded } = createTestHost(crash);
    show();
    await settle();
    act(() => void window.dispatchEvent(new Event('online')));
    await settle();
    expect(loaded).toHaveBeenCalledTimes(1);
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    fireEvent.click(screen.getByRole('button', { name: copy['host.remote.retry'] }));
    await settle();
    act(() => void window.dispatchEvent(new Event('online')));
    await settle();
    expect(loaded).toHaveBeenCalledTimes(3);
    vi.restoreAllMocks();
  });

  it('loads the document where the last of its addresses has failed', async () => {
    const { show, loaded, loadDocument } = createTestHost(() => Promise.reject(new Error('gone')));
    show();
    await settle();
    const retry = async () => {
      fireEvent.click(screen.getByRole('button', { name: copy['host.remote.retry'] }));
      await settle();
    };
    for (let attempt = 1; attempt <= 3; attempt += 1) await retry();
    expect([loaded.mock.lastCall, loadDocument.mock.calls.length]).toEqual([
      [{ name: 'campaign2023', entry: 'https://campaign.example/~3/remoteEntry.js' }],
      0,
    ]);
    await retry();
    expect([loaded.mock.calls.length, loadDocument.mock.calls.length]).toEqual([4, 1]);
  });

  it('says why in the console in development', async () => {
    vi.stubEnv('MODE', 'development');
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const gone = new Error('gone');
    createTestHost(() => Promise.reject(gone)).show();
    await settle();
    expect(log.mock.calls.flat()).toContain(gone);
    vi.unstubAllEnvs();
    log.mockRestore();
  });

  it('is reported as changed where its file arrives and is another, and heals by a retry', async () => {
    let mended = false;
    const importActivity: FederationPort['importActivity'] = ({ entry: asked }) =>
      mended
        ? exposing(async () => ({ default: Home }))({ name: '', entry: asked })
        : Promise.reject(new Error('refused'));
    const changed: typeof fetch = async () => new Response('changed');
    const { show, reportFailure, loaded } = createTestHost(importActivity, registryOf(), changed);
    show();
    await settle();
    expect(title()).toBe(copy['host.remote.failed.title']);
    await vi.waitFor(() => expect(reportedBy(reportFailure)).toEqual([['campaign2023', 'entry', 'integrity']]));
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
});
