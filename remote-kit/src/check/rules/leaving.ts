import { setTimeout as pause } from 'node:timers/promises';
import { hostPaths } from '@fridge/shared-contracts/page';
import { visitLimits } from '../limits.ts';
import { followLink } from '../watch/look-at-page.ts';
import { fault, type VisitRule } from '../rule.ts';

/** Leaves the screen by a link to the hall. */
export const leaving: VisitRule = async ({ page }) => {
  page.seen.part = 'leaving';
  await page.watch('leave');
  await page.look(followLink, hostPaths.hall);
  const hasLeft = await page.waitFor(() => page.seen.path === hostPaths.hall, visitLimits.leave);
  // Clean-up and timers that follow it at once.
  await pause(visitLimits.rest);
  await page.waitFor(() => true, 0);
  return hasLeft
    ? []
    : [
        fault(
          'leaving',
          "a link to the hall doesn't lead there",
          'Ask by host.navigation.guard only while something unsaved would be lost, and stop no click on its way to window.',
        ),
      ];
};
