import { createStore } from 'zustand/vanilla';
import type { ReadableStore } from '../lib/read-store.ts';
import type { ScreenVisit } from './activity-services.ts';

/** So long the screen before stands while the next one of the same remote opens, milliseconds; then the loading page. */
export const FORMER_SCREEN_MS = 500;

/**
 * A change from one screen of a remote to another shows no frame without either. The screen before stays, inert and
 * with its services ended, until the next one is ready.
 */
export interface ScreenChange<Visit extends ScreenVisit = ScreenVisit> {
  /** The address's own visit. */
  readonly current: ReadableStore<Visit>;
  /** The visit that is on show: the address's own, or the one before it while that one still stands. */
  readonly shown: ReadableStore<Visit>;
  /** A screen of this remote stands on the page. @returns to be called when it comes down */
  stand(visit: ScreenVisit, remote: string): () => void;
  /** This visit has something to show: the screen before it goes. */
  arrive(visit: ScreenVisit): void;
}

export interface ScreenChangeParts<Visit extends ScreenVisit> {
  visit: ReadableStore<Visit>;
  remoteAt: (path: string) => string | null;
  /** Keeps what a header's look takes of the layout and of the colours. @returns lets go of it */
  holdHeader: () => () => void;
}

export function createScreenChange<Visit extends ScreenVisit>({ visit, remoteAt, holdHeader }: ScreenChangeParts<Visit>): ScreenChange<Visit> {
  const shown = createStore<Visit>(() => visit.getState());
  let standing: { visit: ScreenVisit; remote: string } | null = null;
  let letGo: (() => void) | null = null;

  const showCurrent = () => {
    letGo?.();
    letGo = null;
    shown.setState(visit.getState(), true);
  };
  const holdFormer = () => {
    const timer = setTimeout(showCurrent, FORMER_SCREEN_MS);
    const releaseHeader = holdHeader();
    letGo = () => {
      clearTimeout(timer);
      releaseHeader();
    };
  };

  visit.subscribe((now) => {
    const staysInRemote = standing !== null && standing.visit.number !== now.number && remoteAt(now.path) === standing.remote;
    if (!staysInRemote) showCurrent();
    else if (letGo === null) holdFormer(); // a further change meanwhile doesn't begin its time anew
  });

  return {
    current: visit,
    shown,
    stand(own, remote) {
      const mine = { visit: own, remote };
      standing = mine;
      return () => {
        if (standing !== mine) return;
        standing = null;
        showCurrent();
      };
    },
    arrive(own) {
      if (own.number === visit.getState().number) showCurrent();
    },
  };
}
