import { FIRST_SCREEN_ID, SHELL_ATTRIBUTE } from '@fridge/shared-contracts/page';
import { inPage } from '../stage/in-page.ts';
import type { Fault } from './finding.ts';
import { judgeShell, MOST_CHANGED } from './judge-shell.ts';
import { visitLimits } from './limits.ts';
import { openPage } from './open-page.ts';
import { waitUntilStill } from './page/look-at-page.ts';
import { lookAtShell, placeFirstScreen, type ShellLook } from './page/look-at-shell.ts';
import { opensIn } from './screen-failures.ts';
import type { VisitParts } from './visit-plan.ts';

const SKINS = [0, 1, 2] as const;

/** Of small and of most phones, and of a desktop. */
const SIZES = [
  { width: 320, height: 568 },
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
] as const;

/**
 * Compares a route's shell with the screen of a user with a fridge, in each skin and width.
 * @param isSkeleton whether it may be one for the most part
 * @returns none either where the screen doesn't open or the page hangs, which visits tell
 */
export async function compareShell(
  route: string,
  { browser, stage, takeCalls }: VisitParts,
  isSkeleton: boolean,
): Promise<Fault[]> {
  const [first] = SIZES;
  stage.begin('user');
  const context = await browser.newContext({ locale: 'zh-CN', timezoneId: 'Asia/Shanghai' });
  const watched = await openPage(context, stage, { household: 'user', size: first });
  const limit = setTimeout(() => void watched.close(), visitLimits.whole);
  const looks: (ShellLook & { skin: number })[] = [];
  try {
    for (const skin of SKINS) {
      const url = new URL(stage.addressOf(route, 'user'));
      url.searchParams.set('brand', String(skin));
      const before = opensIn(watched.events());
      await watched.page.goto(url.href, { waitUntil: 'commit', timeout: visitLimits.page }).catch(() => undefined);
      await watched.waitFor((events) => opensIn(events) > before, visitLimits.open);
      await watched.run(inPage(waitUntilStill, visitLimits.still));
      if (opensIn(watched.events()) === before || watched.path() !== route) return [];
      const place = { address: url.href, firstScreenId: FIRST_SCREEN_ID, shellAttribute: SHELL_ATTRIBUTE };
      const isThere = await watched.run<boolean>(inPage(placeFirstScreen, place));
      if (isThere !== true) return isThere === false ? [lacking] : [];
      for (const size of SIZES) {
        await watched.page.setViewportSize(size);
        const look = await watched.run<ShellLook | null>(inPage(lookAtShell, SHELL_ATTRIBUTE));
        if (look != null) looks.push({ ...look, skin });
      }
    }
    return judgeShell(looks, isSkeleton ? 1 : MOST_CHANGED);
  } finally {
    clearTimeout(limit);
    await watched.close();
    takeCalls('user');
  }
}

const lacking: Fault = {
  level: 'fault',
  rule: 'shell',
  what: "the page doesn't bring its shell",
  todo: 'Build again: its files have to be those that release.json names.',
};
