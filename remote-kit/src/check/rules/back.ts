import { hostPaths } from '@fridge/shared-contracts/page';
import { households } from '../../stage/households.ts';
import { visitLimits } from '../limits.ts';
import { fault, type VisitRule } from '../rule.ts';

/** The header's back leaves the screen: at the first entry it closes the web view in the app, and leads to the hall. */
export const back: VisitRule = async ({ plan, page }) => {
  const { seen } = page;
  if (seen.failures.some(({ part }) => part === 'again')) return [];
  await page.run("document.querySelector('header button')?.click()");
  const hasLeft = await page.waitFor(
    async () =>
      households[plan.household].inApp
        ? (await page.watch('appCalls'))?.includes('closePage') === true
        : seen.path === hostPaths.hall,
    visitLimits.leave,
  );
  return hasLeft
    ? []
    : [
        fault(
          'back',
          "the header's back doesn't leave the screen",
          "Push no entries to window.history, and guard nothing that isn't unsaved.",
        ),
      ];
};
