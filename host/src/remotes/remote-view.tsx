import { useEffect, useState } from 'react';
import type { HostServices, RouteMatch, Screen } from '@fridge/shared-contracts';
import { RemoteFailedPage } from '../pages/state-pages/remote-failed-page.tsx';
import { RemoteLoading } from '../pages/remote-loading/remote-loading.tsx';
import type { FailureKind, ScreenLoader } from './load-screen.ts';
import { RemoteBoundary } from './remote-boundary.tsx';

type ViewState = { kind: 'loading' } | { kind: 'shown'; Screen: Screen } | { kind: FailureKind; retrying: boolean };

type Props = {
  /** `null` while the registry is still being read. */
  match: RouteMatch | null;
  loader: ScreenLoader;
  host: HostServices;
};

/**
 * Draws one route of a remote: its screen once everything has arrived, otherwise the fitting page with a retry that
 * needs no reload. Key it by the visit, so that each one starts afresh.
 */
export function RemoteView({ match, loader, host }: Props) {
  const [state, setState] = useState<ViewState>({ kind: 'loading' });
  // The release that this visit opened stays for the visit, whatever is published meanwhile; a retry takes the latest.
  const [visit, setVisit] = useState({ match });

  if (visit.match === null && match !== null) setVisit({ match });
  useEffect(() => {
    if (visit.match === null) return undefined;
    let left = false;
    let leave: () => void = () => undefined;
    const { name, remote, route } = visit.match;
    void loader.load(name, remote, route).then((loaded) => {
      if (!loaded.ok) {
        if (!left) setState({ kind: loaded.kind, retrying: false });
        return;
      }
      leave = loaded.styles.detach;
      if (left) leave();
      else setState({ kind: 'shown', Screen: loaded.Screen });
    });
    return () => {
      left = true;
      leave();
    };
  }, [loader, visit]);

  const retry = () => {
    setState((current) => ('retrying' in current ? { ...current, retrying: true } : current));
    setVisit({ match });
  };
  const crash = () => {
    if (visit.match) loader.discard(visit.match.name);
    setState({ kind: 'crash', retrying: false });
  };

  if (state.kind === 'loading') return <RemoteLoading />;
  if (state.kind === 'shown') {
    return (
      <RemoteBoundary onCrash={crash}>
        <state.Screen host={host} />
      </RemoteBoundary>
    );
  }
  return <RemoteFailedPage kind={state.kind} retrying={state.retrying} onRetry={retry} />;
}
