import type { HouseholdName } from '../../stage/households.ts';
import type { ReceivedCall } from '../../stage/stand-in-api.ts';
import type { Fault } from '../finding.ts';
import type { ViewSize, WatchedPage } from './open-page.ts';

export type VisitPlan = {
  route: string;
  household: HouseholdName;
  size: ViewSize;
  /** By `/#/path`, as old links do. */
  byHashLink?: boolean;
  /** Leave, come again by the browser's back, press back. */
  wholeWay?: boolean;
  /** With texts of 200 % too. */
  doublesTexts?: boolean;
  /** Where a picture of the screen is written. */
  screenshot?: string;
};

/** What a release says of itself, and its code. */
export type ReleaseFacts = {
  bridge: readonly string[];
  /** Methods of the app that the built code names. */
  namedMethods: readonly string[];
};

/** One household at one route, as rules look at it. */
export type Visit = {
  plan: VisitPlan;
  release: ReleaseFacts;
  remoteUrl: string;
  page: Pick<WatchedPage, 'seen' | 'run' | 'look' | 'settle' | 'waitFor'>;
  /** `waiting`: neither a screen nor a failure came. */
  opened: 'open' | 'failed' | 'waiting';
  /** Where it led: a screen may replace itself by another. */
  shownAt: string;
  calls: readonly ReceivedCall[];
  /** What an exception said that made the screen fail; `null`: not known. */
  crash: string | null;
};

export type VisitRule = (visit: Visit) => Fault[] | Promise<Fault[]>;
