import { visitLimits } from '../limits.ts';
import { fault, type Visit, type VisitRule } from '../rule.ts';
import { isOfOpening } from '../drive/open-page.ts';

/** By the browser's back, from the hall. @returns whether the screen stands again */
export async function comeAgain({ page, shownAt }: Pick<Visit, 'page' | 'shownAt'>): Promise<boolean> {
  const { seen } = page;
  const before = seen.opens;
  seen.part = 'again';
  await page.run('history.back()');
  const hasFailed = () => seen.failures.some((each) => each.part === 'again' && isOfOpening(each));
  const came = await page.waitFor(
    () => seen.path === shownAt && (seen.opens > before || hasFailed()),
    visitLimits.open,
  );
  const state = await page.settle();
  return came && state !== 'waiting' && !hasFailed();
}

/** The screen is there again by the browser's back. A failure tells more. */
export const again: VisitRule = async (visit) => {
  return (await comeAgain(visit)) || visit.page.seen.failures.some(({ part }) => part === 'again')
    ? []
    : [
        fault(
          'again',
          "after leaving, the browser's back doesn't show the screen again",
          'A screen is mounted anew for each visit: keep nothing in the module that a second mount stumbles over.',
        ),
      ];
};
