// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { createReleases } from './federation/releases.ts';
import { createLateHall, hostRoutes, type PageParts } from './host-pages.tsx';
import type { Visit } from './shell/navigation.ts';

afterEach(cleanup);

const described = {
  title: '幸运大转盘',
  description: '转一转',
  entry: 'https://draw.example/remoteEntry.js',
  routes: [{ path: '/draw' }],
};
const known = { version: '1.0.0', routes: [{ path: '/draw' }] };
const card = { title: '野餐', description: '', picture: null };
const visit: Visit = { path: '/default', query: {}, key: 'a', number: 1, enteredFrom: '/' };

/** The hall of a page that knows this of a remote; `listed`: the rest of its entry comes. */
function openHall(draw: object, listed: boolean) {
  const cover = vi.fn(async () => described);
  const releases = createReleases(
    { version: 1, remotes: { draw } },
    null,
    fetch,
    { report: () => undefined },
    { cover, isListed: () => listed, prepare: () => undefined },
  );
  const loadDocument = vi.fn(async () => undefined);
  const parts = {
    releases,
    loadDocument,
    lateHall: createLateHall(releases),
    hrefOf: (path: string) => path,
    prizesHref: () => undefined,
    toast: () => undefined,
    screens: { isCurrent: () => true },
    platform: {
      session: createStore(() => ({ needsFridge: false })),
      skin: createStore(() => 0),
      services: { windows: { stateOf: () => 'open' } },
      visitServices: () => ({ session: { bindFridge: async () => undefined } }),
    },
  } as unknown as PageParts; // all that the hall uses
  const hall = hostRoutes(visit, parts).find(({ path }) => path === '/default');
  render(<>{hall?.element}</>);
  return { cover, loadDocument };
}

it.each([
  ['comes with their maps', known, '幸运大转盘', 1],
  ['is in the page', { ...known, card }, '野餐', 0],
])('the hall tells of activities what %s', async (_, draw, title, asked) => {
  const { cover, loadDocument } = openHall(draw, true);
  expect((await screen.findByRole('link')).textContent).toContain(title);
  expect([cover.mock.calls.length, loadDocument.mock.calls.length]).toEqual([asked, 0]);
});

it('the hall loads its document where this page cannot know all of them', () => {
  const { cover, loadDocument } = openHall(known, false);
  expect([cover.mock.calls.length, loadDocument.mock.calls.length]).toEqual([0, 1]);
});
