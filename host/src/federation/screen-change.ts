import type { Address } from '@fridge/shared-contracts/page';
import { createStore } from 'zustand/vanilla';
import type { ReadableStore } from '../lib/read-store.ts';

/** The former screen stays this long while the same remote loads the next; then the loading page shows. */
export const FORMER_SCREEN_MS = 500;

export type ScreenVisit = Address & {
  /** Unique: each visit mounts its screen anew, a return included. */
  readonly number: number;
  /** The path of the page that a link or a screen led from; `null` for back, forward and a typed address. */
  readonly enteredFrom: string | null;
};

export type ScreenChange = ReturnType<typeof createScreenChange<ScreenVisit>>;

/** Shows the former screen, inert and without services, until the next of the same remote is ready. */
export function createScreenChange<Visit extends ScreenVisit>(
  visit: ReadableStore<Visit>,
  remoteAt: (path: string) => string | null,
  /** @returns releases the header's tone and overlay */
  holdHeader: () => () => void,
) {
  const shown = createStore<Visit>(() => visit.getState());
  let onScreen: { visit: ScreenVisit; remote: string } | null = null;
  let releaseFormer: (() => void) | null = null;

  const isCurrent = ({ number }: ScreenVisit) => number === visit.getState().number;
  const showCurrent = () => {
    releaseFormer?.();
    releaseFormer = null;
    shown.setState(visit.getState(), true);
  };
  const holdFormer = () => {
    const timer = setTimeout(showCurrent, FORMER_SCREEN_MS);
    const releaseHeader = holdHeader();
    releaseFormer = () => {
      clearTimeout(timer);
      releaseHeader();
    };
  };

  visit.subscribe((now) => {
    const staysInRemote =
      onScreen !== null && onScreen.visit.number !== now.number && remoteAt(now.path) === onScreen.remote;
    if (!staysInRemote) showCurrent();
    else if (releaseFormer === null) holdFormer(); // a further change doesn't restart the time
  });

  return {
    current: visit,
    isCurrent,
    /** The current visit, or the former while it stays. */
    shown,
    /** The remote of the current visit's screen, whatever the registry says by now; until it mounts, by path. */
    remoteShown(): string | null {
      const { number, path } = visit.getState();
      return onScreen?.visit.number === number ? onScreen.remote : remoteAt(path);
    },
    /** @returns call on unmount */
    mounted(screenVisit: ScreenVisit, remote: string) {
      const mountedScreen = { visit: screenVisit, remote };
      onScreen = mountedScreen;
      return () => {
        if (onScreen !== mountedScreen) return;
        onScreen = null;
        showCurrent();
      };
    },
    removeFormer(screenVisit: ScreenVisit) {
      if (isCurrent(screenVisit)) showCurrent();
    },
  };
}
