import type { HouseholdName } from '../stage/households.ts';
import type { Stage } from '../stage/stage.ts';
import type { ReceivedCall } from '../stage/stand-in-api.ts';
import type { WatchedPage } from './drive/open-page.ts';

export const rules = [
  'release',
  'size',
  'floor',
  'styles',
  'opening',
  'leaving',
  'again',
  'back',
  'errors',
  'calls',
  'bridge',
  'answers',
  'services',
  'globals',
  'leftovers',
  'network',
  'accessibility',
  'targets',
  'shell',
  'shift',
  'width',
  'busy',
] as const;
export type Rule = (typeof rules)[number];

/** Of these neither publishing nor host lets anything pass. */
const unwaivable = ['release', 'size', 'opening', 'calls', 'bridge', 'network'] as const;
type Unwaivable = (typeof unwaivable)[number];
const isWaivable = (rule: Rule): rule is Exclude<Rule, Unwaivable> => !unwaivable.some((each) => each === rule);
export const waivableRules = rules.filter(isWaivable);

/** What a team lets pass, on these routes (default: all), and why. */
export type Waiver = {
  rule: (typeof waivableRules)[number];
  routes?: readonly string[] | undefined;
  reason: string;
};

/** One thing that is wrong, in plain words, with what to do about it. */
export type Fault = { level: 'fault' | 'note'; rule: Rule; what: string; todo: string };

export const fault = (rule: Rule, what: string, todo: string): Fault => ({ level: 'fault', rule, what, todo });
export const note = (rule: Rule, what: string, todo: string): Fault => ({ level: 'note', rule, what, todo });

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
  stage: Pick<Stage, 'remoteUrl' | 'unlistedMethods'>;
  page: Pick<WatchedPage, 'seen' | 'run' | 'look' | 'watch' | 'settle' | 'waitFor'>;
  /** `waiting`: neither a screen nor a failure came. */
  opened: 'open' | 'failed' | 'waiting';
  /** Where it led: a screen may replace itself by another. */
  shownAt: string;
  calls: readonly ReceivedCall[];
};

export type VisitRule = (visit: Visit) => Fault[] | Promise<Fault[]>;
