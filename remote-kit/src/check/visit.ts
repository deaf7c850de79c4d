import { examineScreen } from './examine-screen.ts';
import { leaveAndReturn } from './leave-and-return.ts';
import { visitLimits } from './limits.ts';
import type { Observation } from './observation.ts';
import { openPage } from './open-page.ts';
import { inPage } from '../stage/in-page.ts';
import { readWatch, waitUntilStill } from './page/look-at-page.ts';
import { isOfOpening } from './is-of-opening.ts';
import { createFailures, opensIn } from './screen-failures.ts';
import { type CurrentVisit, phone, type VisitParts, type VisitPlan } from './visit-plan.ts';

/** Opens a route as one household and tells what was seen. A page that hangs is closed at the limit. */
export async function visit(
  plan: VisitPlan,
  { browser, stage, takeCalls, examined }: VisitParts,
): Promise<Observation> {
  const { household, size } = plan;
  stage.begin(household);
  takeCalls(household);
  const watched = await openPage(await browser.newContext({ viewport: size, ...phone }), stage, plan);
  const limit = setTimeout(() => void watched.close(), visitLimits.whole);
  const failures = createFailures(watched);
  const current: CurrentVisit = {
    plan,
    stage,
    watched,
    failures,
    seen: nothingSeen(plan),
    look: (part) => watched.run(inPage(readWatch, part)),
    settle: async () =>
      (await watched.run<'still' | 'waiting' | 'moving'>(inPage(waitUntilStill, visitLimits.still))) ?? 'waiting',
  };
  try {
    const isOpen = await openScreen(current);
    await examineScreen(current, isOpen, examined);
    if (isOpen) await leaveAndReturn(current);
    return {
      ...current.seen,
      appCalls: (await current.look<string[]>('appCalls')) ?? [],
      failures: failures.all,
      hung: watched.isHung(),
      errors: watched.errors(),
      foreign: watched.foreign(),
      calls: takeCalls(household),
    };
  } finally {
    clearTimeout(limit);
    await watched.close();
  }
}

/** @returns whether the screen stands */
async function openScreen({ plan, stage, watched, failures, seen, settle }: CurrentVisit): Promise<boolean> {
  const address = stage.addressOf(plan.route, plan.household, plan.byHashLink);
  const hasLoaded = await watched.page.goto(address, { waitUntil: 'commit', timeout: visitLimits.page }).then(
    () => true,
    () => false,
  );
  await watched.waitFor(
    (events) => opensIn(events) > 0 || events.some((event) => event.event === 'failure' && isOfOpening(event)),
    visitLimits.open,
  );
  const state = await settle();
  // The host takes down a screen that draws nothing, and says so.
  const mostMs = state === 'waiting' ? visitLimits.render : 0;
  await watched.waitFor((events) => mostMs === 0 || events.some(({ event }) => event === 'failure'), mostMs);
  failures.take();
  const hasFailed = failures.all.some(isOfOpening);
  const isOpen = hasLoaded && state !== 'waiting' && opensIn(watched.events()) > 0 && !hasFailed;
  seen.shownAt = watched.path();
  seen.opened = isOpen ? 'open' : hasFailed ? 'failed' : 'waiting';
  if (plan.screenshot !== undefined) {
    const picture = { path: plan.screenshot, timeout: visitLimits.page };
    await watched.page.screenshot(picture).catch(() => undefined); // the page may have crashed
  }
  return isOpen;
}

const nothingSeen = ({ route, household, size, byHashLink = false }: VisitPlan): Observation => ({
  route,
  household,
  size,
  byHashLink,
  shownAt: route,
  opened: 'waiting',
  hung: false,
  failures: [],
  crash: null,
  errors: [],
  calls: [],
  appCalls: [],
  refused: [],
  foreign: [],
  patched: [],
  leftovers: [],
  shift: { score: 0, moved: [] },
  outsideStyles: [],
  violations: [],
  smallTargets: [],
  busy: false,
  tooWide: null,
  tooWideDoubled: null,
  left: null,
  cameAgain: null,
  wentBack: null,
});
