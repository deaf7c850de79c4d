import { setTimeout as pause } from 'node:timers/promises';
import { hostPaths } from '@fridge/shared-contracts/page';
import { households } from '../stage/households.ts';
import { visitLimits } from './limits.ts';
import { inPage } from '../stage/in-page.ts';
import { doubleTexts, findTooWide, finishAnimations, followLink } from './page/look-at-page.ts';
import type { Leftover } from './page/watch-page.ts';
import { isOfOpening } from './is-of-opening.ts';
import { opensIn } from './screen-failures.ts';
import type { CurrentVisit } from './visit-plan.ts';

const POLL_MS = 60;

/** Leaves the screen by a link to the hall and, as the plan says, comes again by the browser's back. */
export async function leaveAndReturn(visit: CurrentVisit): Promise<void> {
  const { plan, seen } = visit;
  await leave(visit);
  if (seen.left !== true) return;
  if (plan.wholeWay === true && seen.shownAt === plan.route) {
    seen.cameAgain = await comeAgain(visit);
    if (seen.cameAgain) seen.wentBack = await pressBack(visit);
  }
  if (plan.doublesTexts === true && (await comeAgain(visit))) {
    const { run } = visit.watched;
    await run(inPage(finishAnimations, null));
    await run(inPage(doubleTexts, null));
    seen.tooWideDoubled = (await run<string[] | null>(inPage(findTooWide, null))) ?? null;
  }
}

async function leave({ watched, failures, seen, look }: CurrentVisit): Promise<void> {
  watched.enter('leaving');
  await look('leave');
  await watched.run(inPage(followLink, hostPaths.hall));
  seen.left = await watched.waitFor((_, path) => path === hostPaths.hall, visitLimits.leave);
  // Clean-up and timers that follow it at once.
  await pause(visitLimits.rest);
  seen.leftovers = (await look<Leftover[]>('leftovers')) ?? [];
  await watched.waitFor(() => true, 0);
  failures.take();
}

async function comeAgain({ watched, failures, seen, settle }: CurrentVisit): Promise<boolean> {
  const before = opensIn(watched.events());
  watched.enter('again');
  await watched.run('history.back()');
  const came = await watched.waitFor(
    (events, path) => path === seen.shownAt && (opensIn(events) > before || events.some(failures.isNew)),
    visitLimits.open,
  );
  const state = await settle();
  failures.take();
  return came && state !== 'waiting' && !failures.all.some((each) => each.part === 'again' && isOfOpening(each));
}

/** At the first entry back closes the web view in the app, and leads to the hall elsewhere. */
async function pressBack({ plan, watched, failures, look }: CurrentVisit): Promise<boolean> {
  await watched.run("document.querySelector('header button')?.click()");
  const { inApp } = households[plan.household];
  const hasLeft = async () =>
    inApp
      ? ((await look<string[]>('appCalls')) ?? []).includes('closePage')
      : watched.waitFor((_, path) => path === hostPaths.hall, 0);
  const end = Date.now() + visitLimits.leave;
  let left = await hasLeft();
  while (!left && Date.now() < end) {
    await pause(POLL_MS);
    left = await hasLeft();
  }
  failures.take();
  return left;
}
