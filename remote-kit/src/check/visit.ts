import type { Browser } from 'playwright-core';
import { hostPaths, type TrackedEvent } from '@fridge/shared-contracts/host';
import { type HouseholdName, households } from '../stage/households.ts';
import type { Stage } from '../stage/stage.ts';
import type { ReceivedCall } from '../stage/stand-in-api.ts';
import { runAxe } from './axe.ts';
import { LEAST_TARGET_PX, visitLimits } from './limits.ts';
import type { AxeViolation, Observation, ScreenFailure, ViewSize } from './observation.ts';
import { openPage, type WatchedPage } from './open-page.ts';
import { inPage } from './page/in-page.ts';
import {
  doubleTexts,
  findOutsideStyles,
  findSmallTargets,
  findTooWide,
  finishAnimations,
  followLink,
  readWatch,
  signatureOf,
  waitUntilStill,
} from './page/look-at-page.ts';
import type { Leftover, PageWatch, Refused } from './page/watch-page.ts';

export type VisitPlan = {
  route: string;
  household: HouseholdName;
  size: ViewSize;
  /** By `/#/path`, as old links do. */
  byHashLink?: boolean;
  /** Leave, come again by the browser's back, press back. */
  wholeWay?: boolean;
  /** Widths and doubled texts. */
  measuresWidth?: boolean;
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

/** Opens a route as one household and tells what was seen. A page that hangs is closed at the limit. */
export async function visit(plan: VisitPlan, parts: VisitParts): Promise<Observation> {
  const { browser, stage, takeCalls } = parts;
  const { household, size } = plan;
  stage.begin(household);
  takeCalls(household);
  const context = await browser.newContext({
    viewport: size,
    isMobile: true,
    hasTouch: true,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
  });
  const watched = await openPage(context, stage, plan);
  const limit = setTimeout(() => void watched.close(), visitLimits.whole);
  try {
    const seen = await goThrough(plan, watched, parts);
    return { ...seen, calls: takeCalls(household) };
  } finally {
    clearTimeout(limit);
    await watched.close();
  }
}

async function goThrough(plan: VisitPlan, watched: WatchedPage, parts: VisitParts): Promise<Observation> {
  const { stage } = parts;
  const { route, household, size, byHashLink = false, wholeWay = false } = plan;
  const { page, run, waitFor } = watched;
  const look = <Result>(part: Parameters<typeof readWatch>[0]) => run<Result>(inPage(readWatch, part));

  const address = stage.addressOf(route, household, byHashLink);
  const loaded = await page.goto(address, { waitUntil: 'commit', timeout: visitLimits.page }).then(
    () => true,
    () => false,
  );
  const failures: ScreenFailure[] = [];
  const told = new Set<string>();
  const takeFailures = () => {
    for (const event of watched.events()) {
      if (event.event !== 'failure' || told.has(event.id)) continue;
      told.add(event.id);
      failures.push({ phase: event.phase, reason: event.reason, part: watched.part() });
    }
  };
  const ends = (events: readonly TrackedEvent[], least: number) =>
    opens(events) >= least || events.some((event) => event.event === 'failure' && isOfOpening(event));

  await waitFor((events) => ends(events, 1), visitLimits.open);
  let state = (await run<'still' | 'waiting' | 'moving'>(inPage(waitUntilStill, visitLimits.still))) ?? 'waiting';
  if (state === 'waiting') {
    // The host takes down a screen that draws nothing, and says so.
    await waitFor((events) => events.some(({ event }) => event === 'failure'), visitLimits.render);
  } else {
    await waitFor(() => true, 0);
  }
  takeFailures();
  const isOpen = loaded && state !== 'waiting' && opens(watched.events()) > 0 && !failures.some(isOfOpening);
  if (plan.screenshot !== undefined)
    await page.screenshot({ path: plan.screenshot, timeout: 10_000 }).catch(() => undefined);

  const shownAt = watched.path();
  const shift = (await look<ReturnType<PageWatch['shift']>>('shift')) ?? { score: 0, moved: [] };
  const patched = (await look<string[]>('patched')) ?? [];
  const refused = (await look<Refused[]>('refused')) ?? [];
  const busy = isOpen && (await run<boolean>('document.querySelector(\'#main [aria-busy="true"]\') !== null')) === true;
  const outsideStyles = isOpen ? ((await run<string[]>(inPage(findOutsideStyles, stage.remoteUrl))) ?? []) : [];

  const examined = isOpen && (await isNew(watched, parts.examined, size));
  let violations: AxeViolation[] | null = null;
  let smallTargets: string[] = [];
  if (examined) {
    await run(inPage(finishAnimations, null));
    violations = await runAxe(run);
    smallTargets = (await run<string[]>(inPage(findSmallTargets, LEAST_TARGET_PX))) ?? [];
  }
  const tooWide = isOpen ? ((await run<string[] | null>(inPage(findTooWide, null))) ?? null) : null;

  const observation: Observation = {
    route,
    household,
    size,
    byHashLink,
    shownAt,
    opened: isOpen ? 'open' : failures.some(isOfOpening) ? 'failed' : 'waiting',
    failures,
    crash: null,
    errors: watched.errors,
    calls: [],
    appCalls: [],
    refused,
    foreign: [],
    patched,
    leftovers: [],
    shift,
    outsideStyles,
    violations,
    smallTargets,
    busy,
    tooWide,
    tooWideDoubled: null,
    left: null,
    cameAgain: null,
    wentBack: null,
  };

  if (isOpen) {
    observation.left = await leave();
    await new Promise((resolve) => setTimeout(resolve, visitLimits.rest));
    observation.leftovers = (await look<Leftover[]>('leftovers')) ?? [];
    await waitFor(() => true, 0);
    takeFailures();
  }
  if (isOpen && wholeWay && observation.left === true && shownAt === route) await comeAgain();
  if (isOpen && plan.measuresWidth === true) {
    if (observation.left === true) await run('history.back()');
    await waitFor((events, path) => path === shownAt && opens(events) >= 2, visitLimits.leave);
    await run(inPage(waitUntilStill, visitLimits.still));
    await run(inPage(finishAnimations, null));
    await run(inPage(doubleTexts, null));
    observation.tooWideDoubled = (await run<string[] | null>(inPage(findTooWide, null))) ?? null;
  }
  observation.appCalls = (await look<string[]>('appCalls')) ?? [];
  observation.foreign = watched.foreign();
  takeFailures();
  return observation;

  async function leave(): Promise<boolean> {
    watched.enter('leaving');
    await look('leave');
    await run(inPage(followLink, hostPaths.hall));
    return waitFor((_, path) => path === hostPaths.hall, visitLimits.leave);
  }

  async function comeAgain(): Promise<void> {
    watched.enter('again');
    await run('history.back()');
    const came = await waitFor(
      (events, path) =>
        path === route && (opens(events) >= 2 || events.some((each) => each.event === 'failure' && !told.has(each.id))),
      visitLimits.open,
    );
    state = (await run<typeof state>(inPage(waitUntilStill, visitLimits.still))) ?? 'waiting';
    takeFailures();
    observation.cameAgain =
      came && state !== 'waiting' && !failures.some((each) => each.part === 'again' && isOfOpening(each));
    if (!observation.cameAgain) return;
    // The header's first button is the host's own back.
    await run("document.querySelector('header button')?.click()");
    const isInApp = households[household].inApp;
    const end = Date.now() + visitLimits.leave;
    do {
      observation.wentBack = isInApp
        ? ((await look<string[]>('appCalls')) ?? []).includes('closePage')
        : await waitFor((_, path) => path === hostPaths.hall, 200);
    } while (
      !observation.wentBack &&
      Date.now() < end &&
      (await new Promise((resolve) => setTimeout(() => resolve(true), 60)))
    );
    await waitFor(() => true, 0);
    takeFailures();
  }
}

/** @returns how often a screen was opened until now */
const opens = (events: readonly TrackedEvent[]): number => events.filter(({ event }) => event === 'open').length;

/** Other failures are of a screen that stands. */
const isOfOpening = ({ phase }: { phase: string }): boolean => !['callback', 'call', 'share', 'shell'].includes(phase);

async function isNew({ run }: WatchedPage, examined: Set<string>, { width }: ViewSize): Promise<boolean> {
  const signature = `${width} ${(await run<string>(inPage(signatureOf, null))) ?? ''}`;
  if (examined.has(signature)) return false;
  examined.add(signature);
  return true;
}
