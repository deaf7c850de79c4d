// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest';
import type { IntegrityMaps } from './integrity-maps.ts';
import { createDocumentNeed } from './needs-document.ts';
import type { Releases } from './releases.ts';
import type { ScreenVisit } from './screen-change.ts';

const remotes: Record<string, { name: string; paths: string[]; off?: boolean }> = {
  draw: { name: 'draw', paths: ['/draw', '/prize'] },
  contest: { name: 'contest', paths: ['/works'] },
  report: { name: 'report', paths: ['/report'], off: true },
};

function page({
  changed = [] as string[],
  unchecked = [] as string[],
  unknown = [] as string[],
  others = false,
  handsOver = true,
  isHashLink = false,
  preview = null as Parameters<typeof createDocumentNeed>[0]['preview'],
  at = '/draw',
} = {}) {
  let visit: ScreenVisit = { path: at, number: 0, enteredFrom: null, query: {} };
  const listeners: ((event: Event) => void)[] = [];
  const find = vi.fn((path: string) => {
    const found = Object.values(remotes).find(({ paths }) => paths.includes(path));
    return (found ? { name: found.name, remote: {}, route: { path } } : null) as never; // all that it reads
  });
  // Nobody but the browser makes a trusted event.
  vi.spyOn(window, 'addEventListener').mockImplementation((_: string, listener: unknown) => {
    listeners.push(listener as (event: Event) => void);
  });
  const needs = createDocumentNeed({
    releases: {
      find,
      openAt: (path) => {
        const isOff = Object.values(remotes).some(({ paths, off }) => off === true && paths.includes(path));
        return isOff ? null : find(path);
      },
      hasChanged: (name) => changed.includes(name),
      mayHaveOthers: () => others,
      isInDocument: ({ name }) => unknown.includes(name),
    } as Partial<Releases> as Releases, // all that it reads
    integrity: { isBeyondEngine: ({ name }) => unchecked.includes(name) } as Partial<IntegrityMaps> as IntegrityMaps,
    preview,
    handsOver,
    isHashLink,
  });
  const act = (isTrusted = true) => listeners[0]?.({ isTrusted } as Event);
  const go = (path: string, isEntered = true) => {
    visit = { path, query: {}, number: visit.number + 1, enteredFrom: isEntered ? visit.path : null };
    return needs(visit);
  };
  return { act, go, needsFirst: () => needs(visit) };
}
/** After the user's act. */
const enters = (path: string, options: Parameters<typeof page>[0] = {}) => {
  const { act, go } = page(options);
  act();
  return go(path);
};

describe('a visit that the user enters needs another document', () => {
  it.each([
    ['to another remote that has changed', '/works', { changed: ['contest'] }, true],
    ['to another remote that has not', '/works', { changed: ['draw'] }, false],
    ['within the open remote, which has changed', '/prize', { changed: ['draw'] }, false],
    ['to a remote that is off', '/report', { changed: ['report'] }, false],
    ['to a remote whose files would run unchecked', '/works', { unchecked: ['contest'] }, true],
    ['to a remote whose entry this page lacks', '/works', { unknown: ['contest'] }, true],
    ['to one without a storage that hands over', '/works', { unknown: ['contest'], handsOver: false }, true],
    ['to an address that a page of now may have', '/picnic', { others: true }, true],
    ['to an address that nobody has', '/picnic', {}, false],
    ['without a storage that hands over', '/works', { changed: ['contest'], handsOver: false }, false],
  ])('%s: %s', (_, path, options, needed) => expect(enters(path, options)).toBe(needed));

  it('not before an act, not after a scripted one, and not for back or forward', () => {
    const { act, go } = page({ changed: ['contest'] });
    expect(go('/works')).toBe(false);
    act(false);
    expect([go('/draw'), go('/works')]).toEqual([false, false]);
    act();
    go('/draw');
    expect([go('/works', false), go('/draw'), go('/works')]).toEqual([false, false, true]);
  });

  it('whatever led there, for a remote whose files would run unchecked', () => {
    const { go } = page({ unchecked: ['contest'] });
    expect([go('/works', false), go('/draw'), go('/works')]).toEqual([true, false, true]);
  });
});

it.each([
  [{ isHashLink: true, unchecked: ['draw'] }, true],
  [{ isHashLink: false, unchecked: ['draw'] }, false],
  [{ isHashLink: true, unchecked: ['contest'] }, false],
  [{ isHashLink: true, unchecked: ['draw'], handsOver: false }, false],
  [{ isHashLink: true, unknown: ['draw'], handsOver: false }, true],
  [{ isHashLink: false, unknown: ['draw'] }, false],
])(
  'the first visit needs one behind a hash link to a remote that cannot open here, or only unchecked: %j',
  (options, needed) => {
    expect(page(options).needsFirst()).toBe(needed);
  },
);

it.each([
  [true, '/works', true],
  [true, '/prize', false],
  [false, '/prize', true],
  [false, '/works', false],
])('across the border of a preview (shown: %s) to %s: %s, also by back', (shown, path, needed) => {
  const preview = { name: 'draw', version: '2.0.0', shown, paths: ['/draw', '/prize'] };
  const { go } = page({ preview, at: shown ? '/draw' : '/' });
  expect(go(path, false)).toBe(needed);
});
