import type { Browser } from 'playwright-core';
import type { HouseholdName } from '../stage/households.ts';
import type { Stage } from '../stage/stage.ts';
import type { ReceivedCall } from '../stage/stand-in-api.ts';
import type { Observation, ViewSize } from './observation.ts';
import type { WatchedPage } from './open-page.ts';
import type { readWatch } from './page/look-at-page.ts';
import type { createFailures } from './screen-failures.ts';

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

export type VisitParts = {
  browser: Browser;
  stage: Stage;
  /** Calls that the API met since this was asked last, of this household. */
  takeCalls: (household: HouseholdName) => ReceivedCall[];
  /** Screens that were examined for accessibility. */
  examined: Set<string>;
};

/** A visit that goes on: its page, what was seen so far, and how to look. */
export type CurrentVisit = {
  plan: VisitPlan;
  stage: Stage;
  watched: WatchedPage;
  failures: ReturnType<typeof createFailures>;
  seen: Observation;
  look: <Result>(part: Parameters<typeof readWatch>[0]) => Promise<Result | undefined>;
  /** Waits until the screen stands still. */
  settle: () => Promise<'still' | 'waiting' | 'moving'>;
};

/** Like a phone with the app's web view. */
export const phone = { isMobile: true, hasTouch: true, locale: 'zh-CN', timezoneId: 'Asia/Shanghai' } as const;
