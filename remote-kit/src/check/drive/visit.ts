import type { Browser } from 'playwright-core';
import type { HouseholdName } from '../../stage/households.ts';
import type { Stage } from '../../stage/stage.ts';
import type { ReceivedCall } from '../../stage/stand-in-api.ts';
import { type Fault, fault } from '../finding.ts';
import { visitLimits } from '../limits.ts';
import { accessibility } from '../rules/accessibility.ts';
import { again } from '../rules/again.ts';
import { back } from '../rules/back.ts';
import { busy } from '../rules/busy.ts';
import { calls } from '../rules/calls.ts';
import { errors } from '../rules/errors.ts';
import { globals } from '../rules/globals.ts';
import { leaving } from '../rules/leaving.ts';
import { leftovers } from '../rules/leftovers.ts';
import { network } from '../rules/network.ts';
import { opening } from '../rules/opening.ts';
import { outsideStyles } from '../rules/outside-styles.ts';
import { services } from '../rules/services.ts';
import { shift } from '../rules/shift.ts';
import { targets } from '../rules/targets.ts';
import { undeclared } from '../rules/undeclared.ts';
import { width, widthOfDoubledTexts } from '../rules/width.ts';
import { finishAnimations, signatureOf } from '../watch/look-at-page.ts';
import type { ReleaseFacts, Visit, VisitPlan, VisitRule } from './current-visit.ts';
import { explainCrash } from './explain-crash.ts';
import { openPage, type WatchedPage } from './open-page.ts';
import { isOfOpening } from './screen-failure.ts';

export type VisitParts = {
  browser: Browser;
  stage: Stage;
  release: ReleaseFacts;
  /** Calls that the API met since this was asked last, of this household. */
  takeCalls: (household: HouseholdName) => ReceivedCall[];
  /** Screens that were examined for accessibility, by what they are made of. */
  examined: Set<string>;
  /** Why screens threw, by route. */
  crashes: Map<string, Promise<string | null>>;
};

/** Of each screen; what changes the page comes last. */
const ofScreens: readonly VisitRule[] = [shift, busy, width, outsideStyles];
/** Once for each state of a screen. */
const ofStates: readonly VisitRule[] = [accessibility, targets];
/** Of what was seen in the end. */
const ofVisits: readonly VisitRule[] = [opening, services, undeclared, errors, calls];

/** Opens a route as one household, and looks at it by all rules. */
export async function visit(plan: VisitPlan, parts: VisitParts) {
  const { browser, stage, takeCalls, examined, crashes, release } = parts;
  const { household, route } = plan;
  stage.begin(household);
  takeCalls(household);
  const page = await openPage(browser, stage, plan);
  const { seen } = page;
  const current: Visit = {
    plan,
    release,
    remoteUrl: stage.remoteUrl,
    page,
    opened: 'waiting',
    shownAt: route,
    calls: [],
    crash: null,
  };
  const faults: Fault[] = [];
  const lookBy = async (...rules: readonly VisitRule[]) => {
    const before = faults.length;
    for (const rule of rules) faults.push(...(await rule(current)));
    return faults.length === before;
  };
  try {
    await openScreen(current, page, stage);
    await lookBy(globals);
    if (current.opened === 'open') {
      await lookBy(...ofScreens);
      const signature = `${plan.size.width} ${await page.look(signatureOf, null)}`;
      if (!examined.has(signature)) {
        examined.add(signature);
        await page.look(finishAnimations, null);
        await lookBy(...ofStates);
      }
      const hasLeft = await lookBy(leaving);
      await lookBy(leftovers);
      if (hasLeft && plan.wholeWay && current.shownAt === route && (await lookBy(again))) await lookBy(back);
      if (hasLeft && plan.doublesTexts) await lookBy(widthOfDoubledTexts);
    }
    await lookBy(network);
    current.calls = takeCalls(household);
    const thrown = seen.failures.find(({ phase, reason }) => phase === 'render' && reason === 'threw');
    if (thrown !== undefined) {
      const crash = crashes.get(route) ?? explainCrash(browser, stage, plan, thrown.part);
      crashes.set(route, crash);
      current.crash = await crash;
    }
    await lookBy(...ofVisits);
    return { faults: seen.hung ? [hangs] : faults, opened: current.opened, hung: seen.hung, calls: current.calls };
  } finally {
    await page.close();
  }
}

const hangs = fault(
  'opening',
  "the page stops answering: its code doesn't come to an end",
  'Look for a loop, or a state that each drawing changes, by remote-kit dev.',
);

async function openScreen(current: Visit, page: WatchedPage, stage: Stage): Promise<void> {
  const { plan } = current;
  const { seen } = page;
  const hasLoaded = await page.goto(stage.addressOf(plan.route, plan.household, plan.byHashLink));
  await page.waitFor(() => seen.opens > 0 || seen.failures.some(isOfOpening), visitLimits.open);
  const state = await page.settle();
  // The host takes down a screen that draws nothing, and says so.
  await page.waitFor(() => state !== 'waiting' || seen.failures.length > 0, visitLimits.render);
  const hasFailed = seen.failures.some(isOfOpening);
  const isOpen = hasLoaded && state !== 'waiting' && seen.opens > 0 && !hasFailed;
  current.shownAt = seen.path;
  current.opened = isOpen ? 'open' : hasFailed ? 'failed' : 'waiting';
  if (plan.screenshot === undefined) return;
  const picture = { path: plan.screenshot, timeout: visitLimits.page };
  await page.page.screenshot(picture).catch(() => undefined); // the page may have crashed
}
