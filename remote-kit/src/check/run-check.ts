import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { CommandFailed } from '../cli/command-failed.ts';
import { type BuiltRelease, readBuiltRelease } from '../stage/built-release.ts';
import { type HouseholdName, householdNames } from '../stage/households.ts';
import { publishingProblems } from '../stage/publishing-problems.ts';
import { openStage, type Stage } from '../stage/stage.ts';
import type { ReceivedCall } from '../stage/stand-in-api.ts';
import type { VisitPlan } from './drive/current-visit.ts';
import { visit, type VisitParts } from './drive/visit.ts';
import { type Finding, findingsOf, mergeFindings, note } from './finding.ts';
import { SIZE_BUDGET_BYTES } from './limits.ts';
import { judgeFiles } from './rules/files.ts';
import { shell } from './rules/shell.ts';

export type CheckOptions = {
  /** The remote's, with its build in `dist`. */
  folder: string;
  /** Chromium or Chrome. */
  browserPath: string;
  /** Bytes of a route, gzip. */
  sizeBudget?: number;
  /** What a route's address has to carry, by its path. */
  queries: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Routes whose shells may be skeletons for the most part. */
  skeletons: readonly string[];
  /** Default: all. */
  routes?: readonly string[];
  /** A folder for a picture of each route and household. */
  screenshots?: string;
  /** A route has been looked at. */
  onRoute: (route: string, faults: number, ms: number) => void;
  signal: AbortSignal;
};

export type CheckResult = {
  name: string;
  version: string;
  routes: readonly string[];
  households: readonly HouseholdName[];
  findings: readonly Finding[];
};

const LAUNCH_LIMIT_MS = 30_000;

/** Opens every route of a built remote in the real host, as each household. */
export async function runCheck(options: CheckOptions): Promise<CheckResult> {
  const { folder, queries, sizeBudget = SIZE_BUDGET_BYTES, signal } = options;
  const dist = join(folder, 'dist');
  const built = await readBuiltRelease(dist);
  const { release, namedMethods } = built;
  const routes = routesOf(built, options.routes);
  let calls: ReceivedCall[] = [];
  const stage = await openStage({ folder, dist, release, queries, onCall: (call) => calls.push(call) });
  try {
    const findings = judgeFiles(built, await publishingProblems(stage), sizeBudget).filter(
      ({ route }) => route === null || routes.includes(route),
    );
    if (options.screenshots !== undefined) await mkdir(options.screenshots, { recursive: true });
    const browser = await chromium.launch({
      executablePath: options.browserPath,
      timeout: LAUNCH_LIMIT_MS,
      args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
    });
    const close = () => browser.close().catch(() => undefined);
    signal.addEventListener('abort', close, { once: true });
    const parts: VisitParts = {
      browser,
      stage,
      release: { bridge: release.bridge, namedMethods },
      takeCalls(household) {
        const owner = ['guest', 'browser'].includes(household) ? null : household;
        const own = calls.filter((call) => call.owner === owner);
        calls = calls.filter((call) => call.owner !== owner);
        return own;
      },
      examined: new Set(),
      crashes: new Map(),
    };
    const households = householdsFor(stage);
    const made = new Set<string>();
    try {
      for (const route of routes) {
        // What publishing refuses of a route keeps the host from opening it.
        if (findings.some((each) => each.route === route && each.rule === 'release')) continue;
        const began = Date.now();
        const found = await checkRoute(route, households, parts, options, (id) => made.add(id));
        findings.push(...found);
        const faults = mergeFindings(findings).filter((each) => each.route === route && each.level === 'fault');
        options.onRoute(route, faults.length, Date.now() - began);
      }
    } finally {
      signal.removeEventListener('abort', close);
      await close();
    }
    const unseen = release.calls.filter((id) => !made.has(id));
    // Nothing is pressed, so that is no fault.
    if (unseen.length > 0 && routes.length === release.routes.length)
      findings.push(
        ...findingsOf(
          [
            note(
              'calls',
              `declared, and not made while the screens opened: ${unseen.join(', ')}`,
              'Right for calls that a press makes. Take the others out of `calls`.',
            ),
          ],
          null,
        ),
      );
    return { name: release.name, version: release.version, routes, households, findings: mergeFindings(findings) };
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

/** Of most phones, and the smallest that pages have to be sound on. */
const USUAL_SIZE = { width: 390, height: 844 };
const SMALL_SIZE = { width: 320, height: 568 };

async function checkRoute(
  route: string,
  households: readonly HouseholdName[],
  parts: VisitParts,
  { screenshots, skeletons, signal }: CheckOptions,
  onCall: (id: string) => void,
): Promise<Finding[]> {
  const name = route === '/' ? 'home' : route.slice(1).replaceAll('/', '-');
  const planOf = (household: HouseholdName, more: Partial<VisitPlan> = {}): VisitPlan => {
    const picture = `${name}-${household}${more.size ? `-${more.size.width}` : ''}.png`;
    const screenshot = screenshots === undefined ? {} : { screenshot: join(screenshots, picture) };
    return { route, household, size: USUAL_SIZE, ...screenshot, ...more };
  };
  const visitAll = async (plans: readonly VisitPlan[]): Promise<Finding[]> => {
    const findings: Finding[] = [];
    for (const [index, plan] of plans.entries()) {
      signal.throwIfAborted();
      const { faults, opened, hung, calls } = await visit(plan, parts);
      for (const { id } of calls) onCall(id);
      findings.push(...findingsOf(faults, route, [plan.household]));
      if (hung || (opened !== 'open' && plans[index + 1]?.household === plan.household)) break;
    }
    return findings;
  };
  // Households whose calls carry no token share the stage's answers, so they come one after another.
  const found = await Promise.all([
    visitAll([
      planOf('user', { wholeWay: true }),
      planOf('user', { size: SMALL_SIZE, byHashLink: true, doublesTexts: true }),
    ]),
    visitAll([planOf('guest'), planOf('browser')]),
    visitAll(households.filter((each) => each === 'noFridge' || each === 'report').map((each) => planOf(each))),
  ]);
  const hasShell = parts.stage.release.routes.some((each) => each.path === route && each.shell !== undefined);
  signal.throwIfAborted();
  const ofShell = hasShell ? await shell(route, parts, skeletons.includes(route)) : [];
  return [...found.flat(), ...findingsOf(ofShell, route)];
}
