import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { CommandFailed } from '../cli/command-failed.ts';
import { type HouseholdName, householdNames } from '../stage/households.ts';
import { publishingProblems } from '../stage/publishing-problems.ts';
import { openStage, type Stage } from '../stage/stage.ts';
import type { ReceivedCall } from '../stage/stand-in-api.ts';
import { type BuiltRelease, readBuiltRelease } from '../stage/built-release.ts';
import { compareShell } from './compare-shell.ts';
import { explainCrash } from './explain-crash.ts';
import { type Finding, mergeFindings } from './finding.ts';
import { judgeFiles } from './judge-files.ts';
import { judgeVisit } from './judge-visit.ts';
import { SIZE_BUDGET_BYTES } from './limits.ts';
import { type Observation, viewSizes } from './observation.ts';
import { visit } from './visit.ts';
import type { VisitParts, VisitPlan } from './visit-plan.ts';

export type CheckOptions = {
  /** The remote's. */
  folder: string;
  /** Default: `dist` there. */
  dist?: string;
  /** Default: all that the release concerns. */
  households?: readonly HouseholdName[];
  /** Chromium or Chrome. */
  browserPath: string;
  /** Bytes of a route, gzip. */
  sizeBudget?: number;
  /** What a route's address has to carry, by its path. */
  queries?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Routes whose shells may be skeletons for the most part. Default: none. */
  skeletons?: readonly string[];
  /** Default: all. */
  routes?: readonly string[];
  /** A folder for a picture of each route and household. */
  screenshots?: string;
  /** A route has been looked at. */
  onRoute?: (route: string, faults: number, ms: number) => void;
  signal?: AbortSignal;
};

export type CheckResult = {
  name: string;
  version: string;
  routes: readonly string[];
  households: readonly HouseholdName[];
  findings: readonly Finding[];
};

/** Opens every route of a built remote in the real host, as each household. */
export async function runCheck(options: CheckOptions): Promise<CheckResult> {
  const { folder, sizeBudget = SIZE_BUDGET_BYTES } = options;
  const dist = options.dist ?? join(folder, 'dist');
  const built = await readBuiltRelease(dist);
  const routes = routesOf(built, options.routes);
  const calls: ReceivedCall[] = [];
  const stage = await openStage({
    folder,
    dist,
    release: built.release,
    queries: options.queries ?? {},
    onCall: (call) => calls.push(call),
  });
  try {
    const refusals = await publishingProblems(stage);
    const findings = judgeFiles(built, refusals, sizeBudget).filter(
      ({ route }) => route === null || routes.includes(route),
    );
    const countable = routes.filter(
      (path) => !findings.some(({ route, rule }) => route === path && rule === 'release'),
    );
    const households = householdsFor(stage).filter((name) => options.households?.includes(name) ?? true);
    const takeCalls = (household: HouseholdName) => {
      const owner = ['guest', 'browser'].includes(household) ? null : household;
      const own = calls.filter((call) => call.owner === owner);
      calls.splice(0, calls.length, ...calls.filter((call) => call.owner !== owner));
      return own;
    };
    if (options.screenshots !== undefined) await mkdir(options.screenshots, { recursive: true });
    const seen = await withBrowser(options, (browser) =>
      visitAll(countable, households, { browser, stage, takeCalls, examined: new Set() }, built, findings, options),
    );
    return {
      name: built.release.name,
      version: built.release.version,
      routes,
      households,
      findings: mergeFindings([...findings, ...unseenCalls(built, seen, routes)]),
    };
  } finally {
    await stage.close();
  }
}

function routesOf({ release }: BuiltRelease, wanted: readonly string[] | undefined): string[] {
  const all = release.routes.map(({ path }) => path);
  const unknown = (wanted ?? []).filter((path) => !all.includes(path));
  if (unknown.length > 0)
    throw new CommandFailed(2, `The release has no route ${unknown.join(', ')}. It has ${all.join(', ')}.`);
  return all.filter((path) => wanted === undefined || wanted.includes(path));
}

/** A report link's token opens what has a call for it. */
function householdsFor({ release, accessOf }: Stage): HouseholdName[] {
  const hasReport = release.calls.some((id) => accessOf(id) === 'report');
  return householdNames.filter((name) => name !== 'report' || hasReport);
}

const LAUNCH_LIMIT_MS = 30_000;

async function withBrowser<Result>(
  { browserPath, signal }: CheckOptions,
  work: (browser: Browser) => Promise<Result>,
): Promise<Result> {
  const { chromium } = await import('playwright-core');
  const browser = await chromium.launch({
    executablePath: browserPath,
    timeout: LAUNCH_LIMIT_MS,
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
  });
  const stop = () => void browser.close().catch(() => undefined);
  signal?.addEventListener('abort', stop, { once: true });
  try {
    return await work(browser);
  } finally {
    signal?.removeEventListener('abort', stop);
    await browser.close().catch(() => undefined);
  }
}

/** Route by route. Households whose calls carry no token share the stage's answers, so they come one after another. */
async function visitAll(
  routes: readonly string[],
  households: readonly HouseholdName[],
  parts: VisitParts,
  built: BuiltRelease,
  findings: Finding[],
  { screenshots, skeletons = [], onRoute, signal }: CheckOptions,
): Promise<Observation[]> {
  const all: Observation[] = [];
  for (const route of routes) {
    const began = Date.now();
    const planOf = (household: HouseholdName, more: Partial<VisitPlan> = {}): VisitPlan => ({
      route,
      household,
      size: viewSizes.usual,
      ...(screenshots !== undefined && { screenshot: pictureOf(screenshots, route, household, more) }),
      ...more,
    });
    const lines: VisitPlan[][] = [
      [
        planOf('user', { wholeWay: true }),
        planOf('user', { size: viewSizes.small, byHashLink: true, doublesTexts: true }),
      ].filter(({ household }) => households.includes(household)),
      households
        .filter((name) => name !== 'user' && name !== 'noFridge' && name !== 'report')
        .map((name) => planOf(name)),
      households.filter((name) => name === 'noFridge' || name === 'report').map((name) => planOf(name)),
    ];
    let crash: Promise<string | null> | undefined;
    const visitLine = async (plans: readonly VisitPlan[]): Promise<Observation[]> => {
      const seen: Observation[] = [];
      for (const plan of plans) {
        signal?.throwIfAborted();
        const observation = await visit(plan, parts);
        const thrown = observation.failures.find(({ phase, reason }) => phase === 'render' && reason === 'threw');
        if (thrown) {
          crash ??= explainCrash(parts.browser, parts.stage, plan, thrown.part);
          observation.crash = await crash;
        }
        seen.push(observation);
        const isFollowedByItself = plans[plans.indexOf(plan) + 1]?.household === plan.household;
        if (observation.hung || (observation.opened !== 'open' && isFollowedByItself)) break;
      }
      return seen;
    };
    const seen = (await Promise.all(lines.map(visitLine))).flat();
    all.push(...seen);
    const facts = { bridge: built.release.bridge, namedMethods: built.namedMethods };
    const found = seen.flatMap((observation) =>
      judgeVisit(observation, facts).map((each): Finding => ({ ...each, route, households: [observation.household] })),
    );
    findings.push(...found);
    const hasShell = built.release.routes.some(({ path, shell }) => path === route && shell !== undefined);
    if (hasShell && households.includes('user')) {
      signal?.throwIfAborted();
      const ofShell = await compareShell(route, parts, skeletons.includes(route));
      findings.push(...ofShell.map((each): Finding => ({ ...each, route, households: [] })));
    }
    const faults = mergeFindings(findings.filter((each) => each.route === route && each.level === 'fault')).length;
    onRoute?.(route, faults, Date.now() - began);
  }
  return all;
}

function pictureOf(folder: string, route: string, household: HouseholdName, { size }: Partial<VisitPlan>): string {
  const name = route === '/' ? 'home' : route.slice(1).replaceAll('/', '-');
  return join(folder, `${name}-${household}${size ? `-${size.width}` : ''}.png`);
}

/** Nothing is pressed, so that is no fault. */
function unseenCalls({ release }: BuiltRelease, seen: readonly Observation[], routes: readonly string[]): Finding[] {
  if (routes.length < release.routes.length) return [];
  const made = new Set(seen.flatMap(({ calls }) => calls.map(({ id }) => id)));
  const unseen = release.calls.filter((id) => !made.has(id));
  if (unseen.length === 0) return [];
  return [
    {
      level: 'note',
      rule: 'calls',
      route: null,
      households: [],
      what: `declared, and not made while the screens opened: ${unseen.join(', ')}`,
      todo: 'Right for calls that a press makes. Take the others out of `calls`.',
    },
  ];
}
