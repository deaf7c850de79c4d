import { isBusy } from '../watch/look-at-page.ts';
import { fault, type VisitRule } from '../rule.ts';

/** Nothing waits after all calls were answered. */
export const busy: VisitRule = async ({ page }) => {
  return (await page.look(isBusy, null)) !== true
    ? []
    : [
        fault(
          'busy',
          'the screen is still busy (aria-busy) after all its calls were answered',
          'Show what came, or a state with a way on: users would wait for ever.',
        ),
      ];
};
