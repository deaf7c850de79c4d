import { questionBank } from '@fridge/server';
import { earnDraws } from '../../draw/chances.ts';
import { onlyDraw } from '../../draw/operator.ts';
import { campaignWords, drawWords, fill, giftWords } from '../../words.ts';
import type { EnginePage } from '../engine-page.ts';
import { button, heading, link, look, misses, press, sees, type Target, toast, words } from '../screen.ts';
import { expect, test } from '../story.ts';
import { formatCopy } from '@fridge/shared-contracts';

const problem: Target = { css: '[role=dialog] h3' };
const option = (index: number): Target => ({ css: `[role=dialog] label:nth-of-type(${index + 1})` });

async function answer(page: EnginePage, which: 'right' | 'wrong'): Promise<void> {
  const asked = await sees(page, problem);
  const question = questionBank.find((each) => each.problem === asked);
  if (!question) throw new Error(`The server's bank doesn't hold "${asked}".`);
  const right = ['A', 'B', 'C'].indexOf(question.correct);
  await press(page, option(which === 'right' ? right : (right + 1) % 3));
  await press(page, button(campaignWords['campaign.question.submit']));
}

test('a household reads the guide, answers wrong and right, takes its coupon and finds it among its prizes', async ({
  openApp,
  households,
  product,
}) => {
  const { page, app } = await openApp(households.eligible);
  await page.goto(`${product.hostUrl}/`);
  await press(page, link(campaignWords['campaign.home.openGuide']));
  await sees(page, heading(campaignWords['campaign.guide.heading']));
  await press(page, button(campaignWords['campaign.guide.start']));
  await answer(page, 'wrong');
  await sees(page, toast(campaignWords['campaign.question.wrong.toast']));
  await answer(page, 'right');
  await sees(page, { css: '[role=dialog] *', text: campaignWords['campaign.question.correct.desc'] });
  await press(page, button(campaignWords['campaign.question.correct.button']));
  await expect.poll(app.opened).toEqual([`${product.appUrl}/coupon.html`]);

  await page.goto(`${product.hostUrl}/prize`);
  await sees(page, words(giftWords['draw.gift.coupon']));
});

test('a household turns the wheel, wins and finds the prize in its list', async ({ openApp, households, product }) => {
  await onlyDraw(product, 3);
  await earnDraws(product, households.granted);
  const { page } = await openApp(households.granted);
  await page.goto(`${product.hostUrl}/draw`);
  await press(page, button(drawWords['draw.wheel.spin']));
  const giftName = drawWords['draw.gift.3'];
  await sees(
    page,
    {
      css: '[role=dialog]',
      text: fill(drawWords['draw.result.win.desc'], { level: formatCopy['fmt.level.3'], giftName }),
    },
    30_000,
  );
  await press(page, button(drawWords['draw.result.virtual.button']));
  await misses(page, { css: '[role=dialog]' });
  await sees(page, { css: '[data-testid=prize]', text: giftName });
  expect(await look(page, heading(drawWords['draw.prize.heading']))).not.toBeNull();
});
