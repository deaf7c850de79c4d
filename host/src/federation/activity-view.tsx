import {
  type ReactNode,
  startTransition,
  Suspense,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { ErrorBoundary } from 'react-error-boundary';
import { useStore } from 'zustand';
import type { HostServices, Screen } from '@fridge/shared-contracts';
import { useRetryOnline } from '@fridge/shared-ui/internal';
import { LoadingPage } from '../pages/loading.tsx';
import { FailedPage } from '../pages/state-pages.tsx';
import { FirstScreenEnd, firstScreenStands, type Untruth } from '../lib/first-screen.ts';
import type { Tracker } from '../platform/tracking/tracker.ts';
import type { ServeActivity } from './activity-services.ts';
import { ActivityFailure, type FailureLog, failureOf } from './failures.ts';
import { elapsedSince, type OpenedScreen, phaseLimits, type ScreenLoader } from './load-screen.ts';
import type { PageMatch, Releases } from './releases.ts';
import type { ScreenChange, ScreenVisit } from './screen-change.ts';

export type ViewParts = {
  releases: Releases;
  loader: ScreenLoader;
  serve: ServeActivity;
  screens: ScreenChange;
  failures: FailureLog;
  reportOpen: Tracker['reportOpen'];
  /** Loads the document at its address. @returns when it couldn't, within its limits */
  loadDocument: () => Promise<void>;
};

type View =
  | { phase: 'opening' }
  | { phase: 'mounted'; Screen: Screen; host: HostServices; takeDown: () => void; drawn: () => void }
  | { phase: 'failed' | 'retrying'; failure: ActivityFailure };

/** Shows the screen, or the failure with a retry without reload. One instance per visit. */
export function ActivityView({ visit, match, parts }: { visit: ScreenVisit; match: PageMatch; parts: ViewParts }) {
  const [view, setView] = useState<View>({ phase: 'opening' });
  const [attempt, setAttempt] = useState(0);
  /** Of `performance.now`. */
  const [begun] = useState(() => (visit.number === 0 ? 0 : performance.now()));

  const isOnShow = useStore(parts.screens.shown, (shown) => shown.number === visit.number);
  const isFormer = useStore(parts.screens.current, (current) => current.number !== visit.number);
  const [hadFormer] = useState(!isOnShow);

  /** Replaces the former screen in the same frame. In front of it the page's markup may stand: then taps come first. */
  const show = useEffectEvent((next: View) => {
    if (firstScreenStands()) return startTransition(() => setView(next));
    flushSync(() => {
      parts.screens.removeFormer(visit);
      setView(next);
    });
  });
  /** @param endings filled before the screen is drawn, which may unmount this visit */
  const mount = useEffectEvent(
    ({ remote, Screen, phases, leave, discard }: OpenedScreen, endings: Endings, isRetry: boolean) => {
      const { host, end } = parts.serve({ name: match.name, remote }, visit);
      endings.push(leave, end, parts.failures.mounted(match), parts.screens.mounted(visit, match.name));
      const takeDown = () => {
        discard();
        endAll(endings);
      };
      const loaded = performance.now();
      let isReported = false;
      const report = () => {
        if (isReported || endings.length === 0) return; // its first drawing threw
        isReported = true;
        // Who retries has read why.
        const load = isRetry || document.visibilityState === 'hidden' ? undefined : elapsedSince(begun);
        const isFirst = !isRetry && visit.number === 0;
        const opened = { phases: { ...phases, render: elapsedSince(loaded) }, load, isFirst };
        endings.push(parts.reportOpen({ remote: match.name, version: match.remote.version, ...opened }));
      };
      show({ phase: 'mounted', Screen, host, takeDown, drawn: () => queueMicrotask(report) });
    },
  );

  useEffect(() => {
    let left = false;
    const endings: Endings = [];
    parts.loader.open(match).then(
      (screen) => {
        if (left) screen.leave();
        else mount(screen, endings, attempt > 0);
      },
      (error: unknown) => {
        const failure = failureOf(error, 'entry', 'network');
        parts.failures.reportScreen(match, failure);
        if (!left) show({ phase: 'failed', failure });
      },
    );
    return () => {
      left = true;
      endAll(endings);
    };
  }, [parts, match, attempt]);

  const retry = () => {
    if (view.phase !== 'failed') return;
    const { releases, loader, loadDocument } = parts;
    setView({ ...view, phase: 'retrying' });
    if (releases.hasChanged(match.name) || loader.isUsedUp(match.name) || view.failure.kind === 'outdated')
      void loadDocument().then(() => setView(view));
    else setAttempt(attempt + 1);
  };
  useRetryOnline(loadPhaseOf(view), retry);

  if (view.phase === 'opening') return isOnShow ? <LoadingPage atOnce={hadFormer} /> : null;
  if (view.phase === 'mounted') {
    const takeDown = (failure: ActivityFailure) => {
      parts.failures.reportScreen(match, failure);
      view.takeDown();
      setView({ phase: 'failed', failure });
    };
    const tellUntruth = (reason: Untruth) =>
      parts.failures.report({ remote: match.name, version: match.remote.version, phase: 'markup', reason });
    return (
      <ScreenPlace isFormer={isFormer} onDrawn={view.drawn} onFailure={takeDown} onUntruth={tellUntruth}>
        <view.Screen host={view.host} />
      </ScreenPlace>
    );
  }
  return <FailedPage kind={view.failure.kind} retrying={view.phase === 'retrying'} onRetry={retry} />;
}

type Endings = (() => void)[];

function endAll(endings: Endings): void {
  for (const end of endings.splice(0)) end();
}

function loadPhaseOf(view: View): string {
  if (view.phase === 'failed') return view.failure.isOfNetwork ? 'failed' : 'ready';
  return view.phase === 'mounted' ? 'ready' : 'loading';
}

/** Error boundary and time limit of a remote's screen. */
function ScreenPlace({
  children,
  isFormer,
  onDrawn,
  onFailure,
  onUntruth,
}: {
  children: ReactNode;
  /** Left by the user; stays until the next screen is ready. */
  isFormer: boolean;
  /** Again when it was hidden by its own suspending. */
  onDrawn: () => void;
  /** The screen threw, or suspended or was empty too long. */
  onFailure: (failure: ActivityFailure) => void;
  /** It isn't as its markup said. */
  onUntruth: (untruth: Untruth) => void;
}) {
  const place = useRef<HTMLDivElement>(null);
  useRenderLimit(() => {
    if (place.current?.textContent === '' && place.current.childElementCount === 0)
      onFailure(new ActivityFailure('render', 'missing'));
  });
  return (
    // The screen's elements are laid out by the main region.
    <div ref={place} style={{ display: 'contents' }} inert={isFormer} aria-hidden={isFormer || undefined}>
      <ErrorBoundary
        fallback={null}
        onError={(error) => onFailure(new ActivityFailure('render', 'threw', { cause: error }))}
      >
        <Suspense fallback={<Waiting onTimeout={() => onFailure(new ActivityFailure('render', 'timeout'))} />}>
          {children}
          <FirstScreenEnd tell={onUntruth} />
          <Drawn tell={onDrawn} />
        </Suspense>
      </ErrorBoundary>
    </div>
  );
}

function Drawn({ tell }: { tell: () => void }): null {
  useLayoutEffect(tell, [tell]);
  return null;
}

function Waiting({ onTimeout }: { onTimeout: () => void }) {
  useRenderLimit(onTimeout);
  return <LoadingPage />;
}

function useRenderLimit(onOver: () => void): void {
  const expire = useEffectEvent(onOver);
  useEffect(() => {
    const timer = setTimeout(() => expire(), phaseLimits.render);
    return () => clearTimeout(timer);
  }, []);
}
