import { runAxe } from './axe.ts';
import { LEAST_TARGET_PX } from './limits.ts';
import { inPage } from '../stage/in-page.ts';
import {
  findOutsideStyles,
  findSmallTargets,
  findTooWide,
  finishAnimations,
  signatureOf,
} from './page/look-at-page.ts';
import type { PageWatch, Refused } from './page/watch-page.ts';
import type { CurrentVisit } from './visit-plan.ts';

/**
 * Looks at a screen as it stands. What changes the page comes last.
 * @param isOpen otherwise the host shows a page of its own
 * @param examined screens that were examined for accessibility, by what they are made of
 */
export async function examineScreen(
  { plan, stage, watched: { run }, seen, look }: CurrentVisit,
  isOpen: boolean,
  examined: Set<string>,
): Promise<void> {
  seen.patched = (await look<string[]>('patched')) ?? [];
  seen.refused = (await look<Refused[]>('refused')) ?? [];
  if (!isOpen) return;
  seen.shift = (await look<ReturnType<PageWatch['shift']>>('shift')) ?? seen.shift;
  seen.busy = (await run<boolean>('document.querySelector(\'#main [aria-busy="true"]\') !== null')) === true;
  seen.tooWide = (await run<string[] | null>(inPage(findTooWide, null))) ?? null;
  seen.outsideStyles = (await run<string[]>(inPage(findOutsideStyles, stage.remoteUrl))) ?? [];

  const signature = `${plan.size.width} ${(await run<string>(inPage(signatureOf, null))) ?? ''}`;
  if (examined.has(signature)) return;
  examined.add(signature);
  await run(inPage(finishAnimations, null));
  seen.violations = await runAxe(run);
  seen.smallTargets = (await run<string[]>(inPage(findSmallTargets, LEAST_TARGET_PX))) ?? [];
}
