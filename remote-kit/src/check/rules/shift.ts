import { fault, type VisitRule } from '../rule.ts';

/** From here on a page counts as unsteady (Web Vitals, "good" is below). */
const MOST_SHIFT = 0.1;

/** The screen stands still while it opens. */
export const shift: VisitRule = async ({ page }) => {
  const { score = 0, moved = [] } = (await page.watch('shift')) ?? {};
  if (score < MOST_SHIFT) return [];
  const what = moved.join(', ') || 'elements that are gone';
  return [
    fault(
      'shift',
      `the screen moves under the user (layout shift ${score.toFixed(2)}, at most ${MOST_SHIFT}): ${what}`,
      'Keep the place of what comes later: a skeleton of the same height, sizes on pictures.',
    ),
  ];
};
