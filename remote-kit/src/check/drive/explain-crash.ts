import type { Browser } from 'playwright-core';
import { hostPaths } from '@fridge/shared-contracts/page';
import * as v from 'valibot';
import type { Stage } from '../../stage/stage.ts';
import { visitLimits } from '../limits.ts';
import { followLink } from '../watch/look-at-page.ts';
import type { VisitPlan } from './current-visit.ts';
import { openPage } from './open-page.ts';
import type { VisitPart } from './screen-failure.ts';

const pausedSchema = v.object({
  callFrames: v.array(v.object({ url: v.string() })),
  data: v.object({ description: v.string() }),
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
  const page = await openPage(browser, stage, plan);
  const thrown: string[] = [];
  /** In the host's or React's code that the remote's called; React also tries components to name them. */
  const elsewhere: string[] = [];
  try {
    stage.begin(plan.household);
    const debug = await page.page.context().newCDPSession(page.page);
    let count = 0;
    debug.on('Debugger.paused', (event: unknown) => {
      const { success, output: paused } = v.safeParse(pausedSchema, event);
      if (success && paused.data.description.includes(stage.remoteUrl))
        (paused.callFrames[0]?.url.startsWith(stage.remoteUrl) ? thrown : elsewhere).push(paused.data.description);
      count += 1;
      void debug.send(count === MOST_EXCEPTIONS ? 'Debugger.disable' : 'Debugger.resume').catch(() => undefined);
    });
    await debug.send('Debugger.enable');
    await debug.send('Debugger.setPauseOnExceptions', { state: 'all' });
    await page.goto(stage.addressOf(plan.route, plan.household));
    if (part !== 'opening') {
      await page.waitFor(() => page.seen.opens > 0, visitLimits.open);
      await page.look(followLink, hostPaths.hall);
    }
    await page.waitFor(() => page.seen.failures.length > 0, visitLimits.open);
  } finally {
    await page.close();
  }
  const [message, place = ''] =
    (thrown.at(-1) ?? elsewhere[0])?.replaceAll(`${stage.remoteUrl}/`, '').split('\n') ?? [];
  return message === undefined ? null : `${message} ${place.trim()}`.trim();
}
