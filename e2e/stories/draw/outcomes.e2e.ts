import { formatCopy } from '@fridge/shared-contracts';
import { earnDraws, ledgerOf } from '../../draw/chances.ts';
import { type Level, onlyDraw } from '../../draw/operator.ts';
import { drawWithId, idForThanksOn } from '../../draw/request-id.ts';
import {
  closeDialog,
  recordDraws,
  resultOn,
  seesRemaining,
  skipMoment,
  spin,
  spinButton,
  underThePointer,
} from '../../draw/wheel.ts';
import { expect, test } from '../../fixtures/story.ts';
import type { Households } from '../../households.ts';
import { dialogOn } from '../../screen.ts';
import { drawWords, fill } from '../../words.ts';

const tall = { width: 390, height: 844 } as const;
const small = { width: 320, height: 568 } as const;

type Outcome = {
  level: Level;
  segment: number;
  gift: string;
  who: keyof Households;
  spunAt: typeof tall | typeof small;
};

/** Segments as the copy deck numbers them, clockwise from the top of the wheel at rest. */
const outcomes: readonly Outcome[] = [
  { level: 1, segment: 0, gift: drawWords['draw.gift.1'], who: 'eligible', spunAt: tall },
  { level: 2, segment: 2, gift: drawWords['draw.gift.2'], who: 'eligible', spunAt: small },
  { level: 3, segment: 4, gift: drawWords['draw.gift.3'], who: 'eligible', spunAt: tall },
  { level: 4, segment: 6, gift: drawWords['draw.gift.4'], who: 'eligible', spunAt: small },
  { level: 5, segment: 5, gift: drawWords['draw.gift.5'], who: 'outsideJiangsu', spunAt: tall },
  { level: 6, segment: 1, gift: drawWords['draw.gift.6'], who: 'outsideJiangsu', spunAt: small },
  { level: 0, segment: 3, gift: drawWords['draw.gift.none'], who: 'granted', spunAt: tall },
  { level: 0, segment: 7, gift: drawWords['draw.gift.none'], who: 'granted', spunAt: small },
];

for (const { level, segment, gift, who, spunAt } of outcomes) {
  test(`${gift} on segment ${segment}: pointer, dialog and prize list agree at either screen size`, async ({
    nativeApp,
    households,
    product,
  }) => {
    const household = households[who];
    await onlyDraw(product, level);
    await earnDraws(product, household);
    const { left, prizes } = await ledgerOf(product, household);
    const app = await nativeApp('ios', household);
    const { page } = app;
    const ids = recordDraws(page);

    const seesTheOutcome = async () => {
      if (level === 1) await skipMoment(page);
      const words =
        level === 0
          ? drawWords['draw.result.none.desc']
          : fill(drawWords['draw.result.win.desc'], { level: formatCopy[`fmt.level.${level}`], giftName: gift });
      await expect(dialogOn(page)).toContainText(words);
      await expect(dialogOn(page).getByRole('heading')).toHaveText(
        drawWords[level === 0 ? 'draw.result.none.title' : 'draw.result.win.title'],
      );
      await expect(resultOn(page)).toHaveAttribute('data-level', level === 0 ? '' : String(level));
      await closeDialog(page);
      expect(await underThePointer(page)).toEqual({ segment, label: gift });
    };

    await page.setViewportSize(spunAt);
    await app.open('/draw');
    await seesRemaining(page, left);
    if (level === 0) await drawWithId(page, idForThanksOn(segment));
    await spinButton(page).click();
    await expect.poll(() => ids).toHaveLength(1);
    const inMidSpin = await page.evaluate(() => Object.entries(localStorage));
    await expect(resultOn(page)).toBeVisible();
    await seesTheOutcome();
    await seesRemaining(page, left - 1);

    // The other screen, as if the page had been left in mid-spin: the next tap shows the same draw again.
    await page.setViewportSize(spunAt === tall ? small : tall);
    await page.evaluate((entries) => {
      for (const [key, value] of entries) localStorage.setItem(key, value);
    }, inMidSpin);
    await page.reload();
    await spin(page);
    await seesTheOutcome();
    await seesRemaining(page, left - 1);
    expect(ids).toHaveLength(2);
    expect(ids[1]).toBe(ids[0]);

    await app.open('/prize');
    const drawn = page.getByTestId('prize').and(page.locator('[data-kind=physical], [data-kind=virtual]'));
    await expect(
      page.getByTestId('prize').or(page.getByText(drawWords['draw.prize.empty.title'])).first(),
    ).toBeVisible();
    await expect(drawn).toHaveCount(prizes.length + (level === 0 ? 0 : 1));
    if (level === 0) return;
    await expect(drawn.first().getByRole('heading')).toHaveText(gift);
    await expect(drawn.first()).toContainText(formatCopy[`fmt.level.${level}`]);
    await expect(drawn.first()).toHaveAttribute('data-kind', [1, 2, 4].includes(level) ? 'physical' : 'virtual');
  });
}
