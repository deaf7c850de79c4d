import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { CommandFailed } from '../cli/command-failed.ts';
import type { RemoteSettings } from '../cli/remote-settings.ts';
import { type BuiltRelease, inSources, readBuiltRelease } from '../stage/built-release.ts';
import { type HouseholdName, householdNames } from '../stage/households.ts';
import { openStage } from '../stage/stage.ts';
import { visit, type VisitParts } from './drive/visit.ts';
import { findBrowser } from './find-browser.ts';
import { type Finding, findingsOf, isFault, mergeFindings, waive } from './finding.ts';
import { judgeFiles } from './rules/files.ts';
import { judgeForSite } from './rules/site.ts';
import { shell } from './rules/shell.ts';
import { note, type VisitPlan } from './rule.ts';

export type CheckOptions = Pick<RemoteSettings, 'team' | 'queries' | 'sizeBudget' | 'skeletons' | 'waivers'> & {
  /** The remote's, with its build in `dist`. */
  folder: string;
  /** Where `CHROMIUM_PATH` may be. */
  env: Parameters<typeof findBrowser>[0];
  /** `undefined`: all. */
  routes: readonly string[] | undefined;
  /** A folder for a picture of each visit. */
  screenshots: string | undefined;
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

/** Opens every route of a built remote in the real host, as each household. */
export async function runCheck(options: CheckOptions): Promise<CheckResult> {
  const { folder, queries, skeletons, waivers, screenshots, signal } = options;
  const dist = join(folder, 'dist');
  const built = await readBuiltRelease(dist);
  const { release } = built;
  const routes = routesOf(built, options.routes);
  const stage = await openStage({ folder, dist, built, queries, browserPath: findBrowser(options.env), signal });
  try {
    const ofFiles = [...judgeFiles(built, await stage.publishingProblems()), ...judgeForSite(built, options)];
    const findings = ofFiles.filter(({ route }) => route === null || routes.includes(route));
    if (screenshots !== undefined) await mkdir(screenshots, { recursive: true });
    const parts = { stage, examined: new Set<string>(), screenshots };
    const hasReport = release.calls.some((id) => stage.accessOf(id) === 'report');
    // A report link's token opens what has a call for it.
    const households = householdNames.filter((name) => hasReport || name !== 'report');
    for (const route of routes) {
      // What publishing refuses of a route keeps the host from opening it.
      if (findings.some((each) => each.route === route && each.rule === 'release')) continue;
      const began = Date.now();
      findings.push(...(await visitAll(route, households, parts, signal)));
      if (release.routes.some((each) => each.path === route && each.shell !== undefined))
        findings.push(...findingsOf(await shell(route, parts, skeletons.includes(route)), route));
      const judged = waive(mergeFindings(findings), waivers);
      const faults = judged.filter((each) => each.route === route && isFault(each));
      options.onRoute(route, faults.length, Date.now() - began);
    }
    const unseen = release.calls.filter((id) => !stage.made.has(id));
    // Nothing is pressed, so that is no fault.
    if (unseen.length > 0 && routes.length === release.routes.length) {
      const what = `declared, and not made while the screens opened: ${unseen.join(', ')}`;
      const todo = 'Right for calls that a press makes. Take the others out of `calls`.';
      findings.push(...findingsOf([note('calls', what, todo)], null));
    }
    const named = findings.map((each) => ({ ...each, what: inSources(built, each.what) }));
    return {
      name: release.name,
      version: release.version,
      routes,
      households,
      findings: waive(mergeFindings(named), waivers),
    };
  } finally {
    await stage.close();
  }
}

function routesOf({ release }: BuiltRelease, wanted: readonly string[] | undefined): readonly string[] {
  const all = release.routes.map(({ path }) => path);
  const unknown = wanted?.filter((path) => !all.includes(path)) ?? [];
  if (unknown.length > 0)
    throw new CommandFailed(2, `The release has no route ${unknown.join(', ')}. It has ${all.join(', ')}.`);
  return all.filter((path) => wanted?.includes(path) ?? true);
}

/** Of most phones, and the smallest that pages have to be sound on. */
const USUAL_SIZE = { width: 390, height: 844 };
const SMALL_SIZE = { width: 320, height: 568 };

async function visitAll(
  route: string,
  households: readonly HouseholdName[],
  parts: VisitParts,
  signal: AbortSignal,
): Promise<Finding[]> {
  const usual = (household: HouseholdName): VisitPlan => ({ route, household, size: USUAL_SIZE });
  const user = usual('user');
  const oneByOne = async (plans: readonly VisitPlan[]): Promise<Finding[]> => {
    const findings: Finding[] = [];
    for (const [index, plan] of plans.entries()) {
      signal.throwIfAborted();
      const { faults, opened, hung } = await visit(plan, parts);
      findings.push(...findingsOf(faults, route, [plan.household]));
      if (hung || (opened !== 'open' && plans[index + 1]?.household === plan.household)) break;
    }
    return findings;
  };
  // Households whose calls carry no token share the stage's answers, so they come one after another.
  const found = await Promise.all([
    oneByOne([
      { ...user, wholeWay: true },
      { ...user, size: SMALL_SIZE, byHashLink: true, doublesTexts: true },
    ]),
    oneByOne([usual('guest'), usual('browser')]),
    oneByOne(households.filter((each) => each === 'noFridge' || each === 'report').map(usual)),
  ]);
  return found.flat();
}
