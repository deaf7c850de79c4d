import { useEffect, useEffectEvent, useState } from 'react';
import type { RouteMatch, Screen } from '@fridge/shared-contracts';
import { Boundary } from '../lib/boundary.tsx';
import { FailedPage } from '../pages/failed/failed.tsx';
import { LoadingPage } from '../pages/loading/loading.tsx';
import type { ScreenVisit, ServeActivity, ServedScreen } from './activity-services.ts';
import { ActivityFailure, type FailureKind, type FailureLog, failureOf } from './failures.ts';
import type { RemoteModules } from './load-screen.ts';
import type { RegistryKeeper } from './registry.ts';

/** A screen whose code and styles are in the page; `leave` takes the styles out again. */
export type OpenedScreen = { Screen: Screen; leave: () => void };

export interface ActivityViewProps<House extends ViewHouse> {
  visit: ScreenVisit;
  /** `null` while the registry is still being read. */
  match: RouteMatch | null;
  house: House;
  /** Brings the screen of a route. @throws ActivityFailure */
  open: (match: RouteMatch, house: House) => Promise<OpenedScreen>;
}
type ViewHouse = { modules: RemoteModules; serve: ServeActivity; failures: FailureLog; registry: Pick<RegistryKeeper, 'refresh'> };

type View = { kind: 'opening' } | { kind: 'mounted'; Screen: Screen; served: ServedScreen } | { kind: FailureKind; retrying: boolean };

/** While building a remote: so often a failed one is tried again, so that mending the file brings the screen back. */
const DEVELOPMENT_RETRY_MS = 2_000;

/** Mounts the screen once everything has arrived, else shows the fitting page with a retry that needs no reload. One for each visit. */
export function ActivityView<House extends ViewHouse>({ visit, match, house, open }: ActivityViewProps<House>) {
  const [view, setView] = useState<View>({ kind: 'opening' });
  // The release that this visit opened stays for the visit, whatever is published meanwhile; a retry takes the latest.
  const [opened, setOpened] = useState({ match });
  if (opened.match === null && match !== null) setOpened({ match });

  const serve = useEffectEvent((release: RouteMatch) => house.serve(release, visit));
  useEffect(() => {
    const { match: release } = opened;
    if (!release) return undefined;
    let left = false;
    const endings: (() => void)[] = [];
    open(release, house).then(
      ({ Screen, leave }) => {
        if (left) return leave();
        const served = serve(release);
        endings.push(leave, served.end, house.failures.mounted(release));
        setView({ kind: 'mounted', Screen, served });
      },
      (error: unknown) => {
        const failure = failureOf(error, 'entry', 'network');
        house.failures.report(release, failure);
        if (!left) setView({ kind: failure.kind, retrying: false });
      },
    );
    return () => {
      left = true;
      for (const end of endings) end();
    };
  }, [house, open, opened]);

  const failed = 'retrying' in view;
  const retry = () => {
    if (failed) setView({ ...view, retrying: true });
    setOpened({ match });
  };
  const crash = (error: unknown) => {
    const failure = new ActivityFailure('render', 'threw', { cause: error });
    if (opened.match) {
      house.modules.discard(opened.match.name);
      house.failures.report(opened.match, failure);
    }
    if (view.kind === 'mounted') view.served.end();
    setView({ kind: failure.kind, retrying: false });
  };
  useRetryWithoutAsking(failed, isOtherRelease(opened.match, match), retry);

  if (view.kind === 'opening') return <LoadingPage />;
  if (view.kind === 'mounted') return <Boundary onError={crash}><view.Screen host={view.served.host} /></Boundary>;
  const refreshAndRetry = () => {
    void house.registry.refresh();
    retry();
  };
  return <FailedPage kind={view.kind} retrying={view.retrying} onRetry={refreshAndRetry} />;
}

/** Tries a failed activity again where nobody has to ask: when its team has published another release, and in development. */
function useRetryWithoutAsking(failed: boolean, republished: boolean, retry: () => void): void {
  const again = useEffectEvent(retry);
  useEffect(() => {
    if (failed && republished) again();
  }, [failed, republished]);
  useEffect(() => {
    if (!failed || import.meta.env.MODE !== 'development') return undefined;
    const timer = setInterval(() => again(), DEVELOPMENT_RETRY_MS);
    return () => clearInterval(timer);
  }, [failed]);
}

function isOtherRelease(opened: RouteMatch | null, current: RouteMatch | null): boolean {
  return opened !== null && current !== null && (opened.remote.entry !== current.remote.entry || opened.remote.contract !== current.remote.contract);
}
