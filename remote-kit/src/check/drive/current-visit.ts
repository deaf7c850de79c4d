import type { HouseholdName } from '../../stage/households.ts';
import type { ReceivedCall } from '../../stage/stand-in-api.ts';
import type { Fault } from '../finding.ts';
import type { WatchedPage } from './open-page.ts';

export type VisitPlan = {
  route: string;
  household: HouseholdName;
  size: { width: number; height: number };
  /** By `/#/path`, as old links do. */
  byHashLink?: boolean;
  /** Leave, come again by the browser's back, press back. */
  wholeWay?: boolean;
  /** With texts of 200 % too. */
  doublesTexts?: boolean;
};

/** One household at one route, as rules look at it. */
export type Visit = {
  plan: VisitPlan;
  remoteUrl: string;
  /** Methods of the app that the built code names and the release doesn't list. */
  unlistedMethods: readonly string[];
  page: Pick<WatchedPage, 'seen' | 'run' | 'look' | 'watch' | 'settle' | 'waitFor'>;
  /** `waiting`: neither a screen nor a failure came. */
  opened: 'open' | 'failed' | 'waiting';
  /** Where it led: a screen may replace itself by another. */
  shownAt: string;
  calls: readonly ReceivedCall[];
};

export type VisitRule = (visit: Visit) => Fault[] | Promise<Fault[]>;
