import { join } from 'node:path';
import { routeName } from '@fridge/shared-contracts/team';
import type { Stage } from '../../stage/stage.ts';
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
import { isOfOpening, openPage, type WatchedPage } from './open-page.ts';
import { fault, type Fault, type Visit, type VisitPlan, type VisitRule } from '../rule.ts';

export type VisitParts = {
  stage: Stage;
  /** Screens that were examined for accessibility, by what they are made of. */
  examined: Set<string>;
  /** A folder for a picture of each visit. */
  screenshots: string | undefined;
};

/** Of each screen; what changes the page comes last. */
const ofScreens: readonly VisitRule[] = [shift, busy, width, outsideStyles];
/** Once for each state of a screen. */
const ofStates: readonly VisitRule[] = [accessibility, targets];
/** Of what was seen in the end. */
const ofVisits: readonly VisitRule[] = [opening, services, undeclared, errors, calls];

/** Opens a route as one household, and looks at it by all rules. */
export async function visit(plan: VisitPlan, { stage, examined, screenshots }: VisitParts) {
  const { household, route, size } = plan;
  stage.begin(household);
  const options = { viewport: size, isMobile: true, hasTouch: true };
  const page = await openPage(stage.browser, stage, options, stage.nativeAnswers(household));
  const { seen } = page;
  const current: Visit = {
    plan,
    stage,
    page,
    opened: 'waiting',
    shownAt: route,
    calls: [],
  };
  const faults: Fault[] = [];
  const lookBy = async (...rules: readonly VisitRule[]) => {
    const before = faults.length;
    for (const rule of rules) faults.push(...(await rule(current)));
    return faults.length === before;
  };
  try {
    await openScreen(current, page, stage);
    if (screenshots !== undefined) {
      const picture = join(screenshots, `${routeName(route)}-${household}-${size.width}.png`);
      await page.page.screenshot({ path: picture, timeout: visitLimits.page }).catch(() => undefined); // it may have crashed
    }
    await lookBy(globals);
    if (current.opened === 'open') {
      await lookBy(...ofScreens);
      const signature = `${size.width} ${await page.look(signatureOf, null)}`;
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
    current.calls = stage.callsOf(household);
    await lookBy(...ofVisits);
    return { faults: seen.hung ? [hangs] : faults, opened: current.opened, hung: seen.hung };
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
  const { route, household, byHashLink } = current.plan;
  const { seen } = page;
  const hasLoaded = await page.goto(stage.addressOf(route, household, byHashLink));
  const hasFailed = () => seen.failures.some(isOfOpening);
  await page.waitFor(() => seen.opens > 0 || hasFailed(), visitLimits.open);
  const state = await page.settle();
  // The host takes down a screen that draws nothing, and says so.
  await page.waitFor(() => state !== 'waiting' || seen.failures.length > 0, visitLimits.render);
  const isOpen = hasLoaded && state !== 'waiting' && seen.opens > 0;
  current.shownAt = seen.path;
  current.opened = hasFailed() ? 'failed' : isOpen ? 'open' : 'waiting';
}
