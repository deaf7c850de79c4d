import { type ReactNode, useLayoutEffect } from 'react';
import { createPath, Router, type To, useLocation } from 'react-router-dom';
import { isHashRoute, readAddress, writeQuery } from '@fridge/shared-contracts/page';
import type { RouteHeader } from './header.tsx';
import type { Navigation, Visit } from './navigation.ts';

export type HostRoute = { path: string; title: string; element: ReactNode };

interface RouteTable {
  routes: readonly HostRoute[];
  rest: ReactNode;
  setHeader: (route: RouteHeader) => void;
}

/** Routes by the visit: the address bar differs while a guard asks about back (docs/decisions/0003-navigation.md). */
export function HostRouter({
  visit,
  navigation,
  ...table
}: RouteTable & {
  visit: Visit;
  navigation: Pick<Navigation, 'push' | 'replace'>;
}) {
  const location = { pathname: visit.path, search: writeQuery(visit.query), key: visit.key };
  const go = (how: 'push' | 'replace') => (to: To) => {
    const { path, query } = readAddress(new URL(textOf(to), window.location.href));
    navigation[how](path, query);
  };
  // The router's links use our navigation: guards apply.
  const navigator = {
    createHref: textOf,
    go: (delta: number) => window.history.go(delta),
    push: go('push'),
    replace: go('replace'),
  };
  return (
    <Router location={location} navigator={navigator}>
      <CurrentRoute {...table} />
    </Router>
  );
}

const textOf = (to: To) => (typeof to === 'string' ? to : createPath(to));

/** Paths match letter by letter: the router's own matching would decode `%73hare`. */
function CurrentRoute({ routes, rest, setHeader }: RouteTable) {
  const { pathname } = useLocation();
  const route = routes.find(({ path }) => path === pathname);
  const title = route?.title;
  useLayoutEffect(() => {
    if (title !== undefined) setHeader({ title, tone: null });
  }, [title, setHeader]);
  return route ? route.element : rest;
}

/** Turns clicks on internal links into navigation, except with a modifier key, target or download. */
export function followLinks(window: Window, push: Navigation['push'], opens: (path: string) => boolean): void {
  window.addEventListener('click', (event) => {
    if (
      event.defaultPrevented ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    )
      return;
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
    if (!link || (link.target && link.target !== '_self') || link.hasAttribute('download')) return;
    const url = new URL(link.href);
    if (url.origin !== window.location.origin || (url.hash !== '' && !isHashRoute(url))) return;
    const { path, query } = readAddress(url);
    if (!opens(path)) return;
    event.preventDefault();
    push(path, query);
  });
}
