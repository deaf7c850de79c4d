import type { Browser } from 'playwright-core';
import { hostPaths } from '@fridge/shared-contracts/page';
import * as v from 'valibot';
import type { Stage } from '../stage/stage.ts';
import { visitLimits } from './limits.ts';
import type { VisitPart } from './observation.ts';
import { openPage } from './open-page.ts';
import { inPage } from '../stage/in-page.ts';
import { followLink } from './page/look-at-page.ts';
import { opensIn } from './screen-failures.ts';
import { phone, type VisitPlan } from './visit-plan.ts';

const pausedSchema = v.object({
  callFrames: v.array(v.object({ url: v.string() })),
  data: v.optional(v.object({ description: v.optional(v.string()) })),
});

/** Far above what a screen throws before its boundary takes it. */
const MOST_EXCEPTIONS = 200;

/**
 * The host's boundaries take what a screen throws, and say nothing of it: an error may quote a user's input. So the
 * screen is opened once more with the debugger listening.
 * @param part in which it threw
 * @returns the last exception from the remote's code before the failure, with its place; `null`: there was none
 */
export async function explainCrash(
  browser: Browser,
  stage: Stage,
  plan: VisitPlan,
  part: VisitPart,
): Promise<string | null> {
  const context = await browser.newContext({ viewport: plan.size, ...phone });
  const watched = await openPage(context, stage, plan);
  const limit = setTimeout(() => void watched.close(), visitLimits.whole);
  const thrown: string[] = [];
  /** In the host's or React's code that the remote's called; React also tries components to name them. */
  const elsewhere: string[] = [];
  try {
    stage.begin(plan.household);
    const debug = await context.newCDPSession(watched.page);
    let count = 0;
    debug.on('Debugger.paused', (event: unknown) => {
      const paused = v.safeParse(pausedSchema, event);
      const description = paused.success ? paused.output.data?.description : undefined;
      const isOwn = paused.success && paused.output.callFrames[0]?.url.startsWith(stage.remoteUrl) === true;
      if (description?.includes(stage.remoteUrl) === true) (isOwn ? thrown : elsewhere).push(description);
      count += 1;
      if (count === MOST_EXCEPTIONS) void debug.send('Debugger.disable').catch(() => undefined);
      else void debug.send('Debugger.resume').catch(() => undefined);
    });
    await debug.send('Debugger.enable');
    await debug.send('Debugger.setPauseOnExceptions', { state: 'all' });
    await watched.page
      .goto(stage.addressOf(plan.route, plan.household), { waitUntil: 'commit', timeout: visitLimits.page })
      .catch(() => undefined);
    if (part !== 'opening') {
      await watched.waitFor((events) => opensIn(events) > 0, visitLimits.open);
      await watched.run(inPage(followLink, hostPaths.hall));
    }
    await watched.waitFor((events) => events.some(({ event }) => event === 'failure'), visitLimits.open);
  } finally {
    clearTimeout(limit);
    await watched.close();
  }
  const [message = null, place] =
    (thrown.at(-1) ?? elsewhere[0])?.replaceAll(`${stage.remoteUrl}/`, '').split('\n') ?? [];
  return message === null ? null : `${message}${place ? ` ${place.trim()}` : ''}`;
}
