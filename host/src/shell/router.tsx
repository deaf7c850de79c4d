import { type ReactNode, useLayoutEffect, useMemo } from 'react';
import { createPath, type Navigator, Router, type To, useRoutes } from 'react-router-dom';
import { isHashRoute, normalisePath, readAddress, writeQuery } from '@fridge/shared-contracts/page';
import type { RouteHeader } from './header.tsx';
import type { PageHistory } from './history.ts';
import type { Navigation, Visit } from './navigation.ts';

export type HostRoute = { path: string; title: string; element: ReactNode };

type SetHeader = (route: RouteHeader) => void;

/** Routes by the visit: the address bar differs while a guard asks about back (docs/decisions/0003-navigation.md). */
export function HostRouter({
  visit,
  history,
  navigation,
  ...table
}: {
  visit: Visit;
  history: Pick<PageHistory, 'go'>;
  navigation: Pick<Navigation, 'push' | 'replace'>;
  routes: readonly HostRoute[];
  rest: ReactNode;
  setHeader: SetHeader;
}) {
  // Keeps the router from decoding: `%73hare` is not `share`.
  const pathname = visit.path.replaceAll('%', '%25');
  const location = { pathname, search: writeQuery(visit.query), hash: '', state: null, key: visit.key };
  const navigator = useMemo(() => createNavigator(navigation, history), [navigation, history]);
  return (
    <Router location={location} navigator={navigator}>
      <RouteTable {...table} />
    </Router>
  );
}

const textOf = (to: To) => (typeof to === 'string' ? to : createPath(to));

/** The router's links use our navigation: guards apply. */
function createNavigator(
  navigation: Pick<Navigation, 'push' | 'replace'>,
  history: Pick<PageHistory, 'go'>,
): Navigator {
  const go = (how: 'push' | 'replace') => (to: To) => {
    const { path, query } = readAddress(new URL(textOf(to), window.location.href));
    navigation[how](path, query);
  };
  return { createHref: textOf, go: history.go, push: go('push'), replace: go('replace') };
}

function RouteTable({
  routes,
  rest,
  setHeader,
}: {
  routes: readonly HostRoute[];
  rest: ReactNode;
  setHeader: SetHeader;
}) {
  return useRoutes([
    ...routes.map(({ path, title, element }) => ({
      path,
      caseSensitive: true,
      element: (
        <Titled title={title} setHeader={setHeader}>
          {element}
        </Titled>
      ),
    })),
    { path: '*', element: rest },
  ]);
}

function Titled({ title, setHeader, children }: { title: string; setHeader: SetHeader; children: ReactNode }) {
  useLayoutEffect(() => setHeader({ title, tone: null }), [title, setHeader]);
  return children;
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
    const url = new URL(link.href, window.location.href);
    if (url.origin !== window.location.origin || (url.hash !== '' && !isHashRoute(url))) return;
    const { path, query } = readAddress(url);
    if (!opens(normalisePath(path))) return;
    event.preventDefault();
    push(path, query);
  });
}
