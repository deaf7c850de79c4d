import { type ReactNode, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { ErrorBoundary } from 'react-error-boundary';
import { useStore } from 'zustand';
import type { Screen } from '@fridge/shared-contracts';
import type { OpenPhases, RouteMatch } from '@fridge/shared-contracts/page';
import { useRetryOnline } from '@fridge/shared-ui/internal';
import { LoadingPage } from '../pages/loading.tsx';
import { FailedPage } from '../pages/state-pages.tsx';
import type { ScreenVisit, ServeActivity, ServedScreen } from './activity-services.ts';
import styles from './activity-view.module.css';
import { ActivityFailure, type FailureKind, type FailureLog, failureOf } from './failures.ts';
import { elapsedSince, type OpenedScreen, phaseLimits, type RemoteModules } from './load-screen.ts';
import type { Releases } from './releases.ts';
import type { ScreenChange } from './screen-change.ts';

export type ViewParts = {
  releases: Releases;
  modules: RemoteModules;
  serve: ServeActivity;
  screens: ScreenChange;
  failures: FailureLog;
  onOpened: OnOpened;
  /** Loads the document at its address. @returns when it couldn't, within its limits */
  loadDocument: () => Promise<void>;
};

/** @returns call when the screen goes */
export type OnOpened = (
  release: RouteMatch,
  opened: {
    phases: OpenPhases;
    /** Milliseconds from the navigation's start, or from the route change, until it was drawn, if the user saw that. */
    load: number | undefined;
    /** The page began with it. */
    isFirst: boolean;
  },
) => () => void;

type View =
  | { phase: 'opening' }
  | { phase: 'mounted'; Screen: Screen; served: ServedScreen; takeDown: () => void }
  | { phase: 'failed'; kind: FailureKind; isOfNetwork: boolean; retrying: boolean };

/** Retries a failed remote in development: saving a fix brings the screen back. */
const DEVELOPMENT_RETRY_MS = 2_000;

/** Shows the screen, or the failure with a retry without reload. One instance per visit. */
export function ActivityView<Parts extends ViewParts>({
  visit,
  match,
  parts,
  open,
}: {
  visit: ScreenVisit;
  match: RouteMatch;
  parts: Parts;
  open: (match: RouteMatch, parts: Parts) => Promise<OpenedScreen>;
}) {
  const [view, setView] = useState<View>({ phase: 'opening' });
  const [attempt, setAttempt] = useState({ match });
  /** Of `performance.now`; `null` after a failure: who retries has read why. */
  const [begunAt, setBegunAt] = useState<number | null>(() => (visit.number === 0 ? 0 : performance.now()));

  const isOnShow = useStore(parts.screens.shown, (shown) => shown.number === visit.number);
  const isFormer = useStore(parts.screens.current, (current) => current.number !== visit.number);
  const [hadFormer] = useState(!isOnShow);

  /** Replaces the former screen in the same frame. */
  const show = useEffectEvent((next: View) =>
    flushSync(() => {
      parts.screens.removeFormer(visit);
      setView(next);
    }),
  );
  /** @param onServed receives the screen's `end` before drawing, which may unmount this visit */
  const mount = useEffectEvent(
    ({ Screen, phases, leave, discard }: OpenedScreen, onServed: (end: () => void) => void) => {
      const served = parts.serve(match, visit);
      const endings = [leave, served.end, parts.failures.mounted(match), parts.screens.mounted(visit, match.name)];
      const end = () => endings.splice(0).forEach((ending) => ending());
      onServed(end);
      const takeDown = () => {
        discard();
        end();
      };
      const begun = performance.now();
      show({ phase: 'mounted', Screen, served, takeDown });
      const isMounted = endings.length > 0; // else its first drawing threw
      if (!isMounted) return;
      const load = begunAt === null || document.visibilityState === 'hidden' ? undefined : elapsedSince(begunAt);
      const isFirst = visit.number === 0 && begunAt !== null;
      endings.push(parts.onOpened(match, { phases: { ...phases, render: elapsedSince(begun) }, load, isFirst }));
    },
  );

  useEffect(() => {
    let left = false;
    let end: (() => void) | undefined;
    open(attempt.match, parts).then(
      (screen) => {
        if (left) screen.leave();
        else mount(screen, (ending) => (end = ending));
      },
      (error: unknown) => {
        const failure = failureOf(error, 'entry', 'network');
        parts.failures.report(attempt.match, failure);
        if (!left) show(failedView(failure));
      },
    );
    return () => {
      left = true;
      end?.();
    };
  }, [parts, open, attempt]);

  const failed = view.phase === 'failed';
  const retry = () => {
    setBegunAt(null);
    if (failed) setView({ ...view, retrying: true });
    const { releases, modules, loadDocument } = parts;
    const isOver = releases.hasChanged(match.name) || modules.isUsedUp(match.name);
    if (failed && (isOver || view.kind === 'outdated'))
      void loadDocument().then(() => setView({ ...view, retrying: false }));
    else setAttempt({ match });
  };
  const takeDown = (failure: ActivityFailure) => {
    parts.failures.report(match, failure);
    if (view.phase === 'mounted') view.takeDown();
    setView(failedView(failure));
  };
  useRetryOnline(loadPhaseOf(view), retry);
  useDevelopmentRetry(failed, retry);

  if (view.phase === 'opening') return isOnShow ? <LoadingPage atOnce={hadFormer} /> : null;
  if (view.phase === 'mounted') {
    return (
      <ScreenPlace isFormer={isFormer} onFailure={takeDown}>
        <view.Screen host={view.served.host} />
      </ScreenPlace>
    );
  }
  return <FailedPage kind={view.kind} retrying={view.retrying} onRetry={retry} />;
}

function failedView({ kind, isOfNetwork }: ActivityFailure): View {
  return { phase: 'failed', kind, isOfNetwork, retrying: false };
}

function loadPhaseOf(view: View): string {
  if (view.phase === 'opening' || (view.phase === 'failed' && view.retrying)) return 'loading';
  return view.phase === 'failed' && view.isOfNetwork ? 'failed' : 'ready';
}

function useDevelopmentRetry(failed: boolean, retry: () => void): void {
  const again = useEffectEvent(retry);
  useEffect(() => {
    if (!failed || import.meta.env.MODE !== 'development') return undefined;
    const timer = setInterval(() => again(), DEVELOPMENT_RETRY_MS);
    return () => clearInterval(timer);
  }, [failed]);
}

/** Error boundary and time limit of a remote's screen. */
function ScreenPlace({
  children,
  isFormer,
  onFailure,
}: {
  children: ReactNode;
  /** Left by the user; stays until the next screen is ready. */
  isFormer: boolean;
  /** The screen threw, or suspended or was empty too long. */
  onFailure: (failure: ActivityFailure) => void;
}) {
  const place = useRef<HTMLDivElement>(null);
  const fail = useEffectEvent(onFailure);
  useEffect(() => {
    const timer = setTimeout(() => {
      if (place.current?.textContent === '' && place.current.childElementCount === 0)
        fail(new ActivityFailure('render', 'missing'));
    }, phaseLimits.render);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div ref={place} className={styles.place} inert={isFormer} aria-hidden={isFormer || undefined}>
      <ErrorBoundary
        fallback={null}
        onError={(error) => onFailure(new ActivityFailure('render', 'threw', { cause: error }))}
      >
        <Suspense fallback={<Waiting onTimeout={() => onFailure(new ActivityFailure('render', 'timeout'))} />}>
          {children}
        </Suspense>
      </ErrorBoundary>
    </div>
  );
}

function Waiting({ onTimeout }: { onTimeout: () => void }) {
  const expire = useEffectEvent(onTimeout);
  useEffect(() => {
    const timer = setTimeout(() => expire(), phaseLimits.render);
    return () => clearTimeout(timer);
  }, []);
  return <LoadingPage />;
}
