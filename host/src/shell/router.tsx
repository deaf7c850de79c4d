import { type ReactNode, useLayoutEffect } from 'react';
import { Router, useRoutes } from 'react-router-dom';
import { writeQuery } from '@fridge/shared-contracts';
import type { RouteHeader } from './header/header-store.ts';
import type { PageHistory } from './history.ts';
import type { Visit } from './navigation.ts';

/** A page of the host's own. */
export type HostRoute = { path: string; title: string; element: ReactNode };

export interface HostRouterProps {
  visit: Visit;
  history: PageHistory;
  routes: readonly HostRoute[];
  /** What every other address shows: the registry resolves it. */
  rest: ReactNode;
  setHeader: (route: RouteHeader) => void;
}

/**
 * The router over the host's paths (docs/decisions/0003-navigation.md). It draws the visit and not the bar: the two
 * differ while the browser's back is being asked about.
 */
export function HostRouter({ visit, history, ...table }: HostRouterProps) {
  // Paths match letter by letter; the router would decode `%73hare` first.
  const pathname = visit.path.replaceAll('%', '%25');
  const location = { pathname, search: writeQuery(visit.query), hash: '', state: null, key: visit.key };
  return (
    <Router location={location} navigator={history.router}>
      <RouteTable {...table} />
    </Router>
  );
}

function RouteTable({ routes, rest, setHeader }: Omit<HostRouterProps, 'visit' | 'history'>) {
  return useRoutes([
    ...routes.map(({ path, title, element }) => ({
      path,
      caseSensitive: true,
      element: <Titled title={title} setHeader={setHeader}>{element}</Titled>,
    })),
    { path: '*', element: rest },
  ]);
}

function Titled({ title, setHeader, children }: { title: string; setHeader: HostRouterProps['setHeader']; children: ReactNode }) {
  useLayoutEffect(() => setHeader({ title, tone: null }), [title, setHeader]);
  return children;
}
