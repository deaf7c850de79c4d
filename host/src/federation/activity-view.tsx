import { useEffect, useEffectEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { useStore } from 'zustand';
import type { Screen } from '@fridge/shared-contracts';
import type { RouteMatch } from '@fridge/shared-contracts/host';
import { FailedPage } from '../pages/failed/failed.tsx';
import { LoadingPage } from '../pages/loading/loading.tsx';
import type { ScreenVisit, ServeActivity, ServedScreen } from './activity-services.ts';
import { type ActivityFailure, type FailureKind, type FailureLog, failureOf } from './failures.ts';
import type { RegistryKeeper } from './registry.ts';
import type { ScreenChange } from './screen-change.ts';
import { ScreenPlace } from './screen-place.tsx';

/**
 * A screen whose code and styles are in the page. `leave` gives the styles back; `discard` says that it crashed, so that
 * the next visit loads it anew.
 */
export type OpenedScreen = { Screen: Screen; leave: () => void; discard: () => void };

export interface ActivityViewProps<House extends ViewHouse> {
  visit: ScreenVisit;
  /** `null` while the registry is still being read. */
  match: RouteMatch | null;
  house: House;
  /** Brings the screen of a route. @throws ActivityFailure */
  open: (match: RouteMatch, house: House) => Promise<OpenedScreen>;
}
type ViewHouse = { serve: ServeActivity; screens: ScreenChange; failures: FailureLog; registry: Pick<RegistryKeeper, 'refresh'> };

type View = { kind: 'opening' } | { kind: 'mounted'; Screen: Screen; served: ServedScreen; comeDown: () => void } | { kind: FailureKind; retrying: boolean };

/** While building a remote: so often a failed one is tried again, so that mending the file brings the screen back. */
const DEVELOPMENT_RETRY_MS = 2_000;

/** Mounts the screen once everything has arrived, else shows the fitting page with a retry that needs no reload. One for each visit. */
export function ActivityView<House extends ViewHouse>({ visit, match, house, open }: ActivityViewProps<House>) {
  const [view, setView] = useState<View>({ kind: 'opening' });
  // The release that this visit opened stays for the visit, whatever is published meanwhile; a retry takes the latest.
  const [opened, setOpened] = useState({ match });
  if (opened.match === null && match !== null) setOpened({ match });

  const isOnShow = useStore(house.screens.shown, (shown) => shown.number === visit.number);
  const isFormer = useStore(house.screens.current, (current) => current.number !== visit.number);
  const [hadFormer] = useState(!isOnShow);

  /** In one frame with the going of the screen before. */
  const show = useEffectEvent((next: View) =>
    flushSync(() => {
      house.screens.arrive(visit);
      setView(next);
    }),
  );
  /** @param onServed gets what ends the screen, before it is drawn: drawing may already take this visit down */
  const mount = useEffectEvent((release: RouteMatch, { Screen, leave, discard }: OpenedScreen, onServed: (end: () => void) => void) => {
    const served = house.serve(release, visit);
    const endings = [leave, served.end, house.failures.mounted(release), house.screens.stand(visit, release.name)];
    const end = () => endings.splice(0).forEach((ending) => ending());
    onServed(end);
    const comeDown = () => {
      discard();
      end();
    };
    show({ kind: 'mounted', Screen, served, comeDown });
  });

  useEffect(() => {
    const { match: release } = opened;
    if (!release) return undefined;
    let left = false;
    let end: (() => void) | undefined;
    open(release, house).then(
      (screen) => {
        if (left) screen.leave();
        else mount(release, screen, (ending) => (end = ending));
      },
      (error: unknown) => {
        const failure = failureOf(error, 'entry', 'network');
        house.failures.report(release, failure);
        if (!left) show({ kind: failure.kind, retrying: false });
      },
    );
    return () => {
      left = true;
      end?.();
    };
  }, [house, open, opened]);

  const failed = 'retrying' in view;
  const retry = () => {
    if (failed) setView({ ...view, retrying: true });
    setOpened({ match });
  };
  const comeDown = (failure: ActivityFailure) => {
    if (opened.match) house.failures.report(opened.match, failure);
    if (view.kind === 'mounted') view.comeDown();
    setView({ kind: failure.kind, retrying: false });
  };
  useRetryWithoutAsking(failed, isOtherRelease(opened.match, match), retry);

  if (view.kind === 'opening') return isOnShow ? <LoadingPage atOnce={hadFormer} /> : null;
  if (view.kind === 'mounted') {
    return (
      <ScreenPlace isFormer={isFormer} waiting={<LoadingPage />} onFailure={comeDown}>
        <view.Screen host={view.served.host} />
      </ScreenPlace>
    );
  }
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
