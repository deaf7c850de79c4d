import sharp from 'sharp';
import { campaignWords, contestWords, drawWords, reportWords } from '../../words.ts';
import type { EnginePage } from '../engine-page.ts';
import { button, heading, press, sees, sidewaysRoom } from '../screen.ts';
import { expect, test } from '../story.ts';

/** The colour that is painted at a place of the viewport. */
async function paintedAt(page: EnginePage, x: number, y: number): Promise<[red: number, green: number, blue: number]> {
  const { width: wide } = await sharp(await page.screenshot()).metadata();
  const scale = wide / (await page.evaluate(() => innerWidth));
  const { data } = await sharp(await page.screenshot())
    .extract({ left: Math.round(x * scale), top: Math.round(y * scale), width: 1, height: 1 })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const [red = 0, green = 0, blue = 0] = data;
  return [red, green, blue];
}

for (const [name, path, sees_, isIts] of [
  [
    "the draw's red",
    '/draw',
    heading(drawWords['draw.wheel.heading']),
    ([red, green, blue]) => red > 60 && green < 40 && blue < 60,
  ],
  [
    "the campaign's noon",
    '/',
    heading(campaignWords['campaign.home.heading']),
    ([red, green, blue]) => red > 240 && green > 190 && blue < 130,
  ],
  [
    "the contest's linen",
    '/works',
    heading(contestWords['host.default.contest.title']),
    ([red, green, blue]) => red > 235 && green > 225 && blue > 180 && blue < 235, // lit or not
  ],
  [
    "the report's night",
    '/yearReport',
    heading(reportWords['report.landing.heading'].replace(/^\d+/, '')),
    ([red, green, blue]) => red < 30 && green < 30 && blue < 70,
  ],
] as const satisfies readonly (readonly [string, string, object, (colour: [number, number, number]) => boolean])[]) {
  test(`${name} goes on beside the column on a wide screen`, async ({ openBrowser, product }) => {
    const page = await openBrowser({ width: 1000, height: 700 });
    await page.goto(product.hostUrl + path);
    await sees(page, sees_);
    for (const x of [10, 180, 820, 990])
      await expect.poll(async () => isIts(await paintedAt(page, x, 150)), { message: `${name} at ${x} px` }).toBe(true);
    expect(await sidewaysRoom(page)).toBe(0);
  });
}

test('after an arrow key among the options the one that has the focus shows it', async ({
  openApp,
  households,
  product,
}) => {
  const { page } = await openApp(households.eligibleSubBrand);
  await page.goto(`${product.hostUrl}/open`);
  await press(page, button(campaignWords['campaign.guide.start']));
  await press(page, { css: '[role=dialog] label' });
  const ring = () =>
    page.evaluate(() =>
      document.activeElement instanceof HTMLInputElement
        ? getComputedStyle(document.activeElement).outlineStyle
        : 'no option has the focus',
    );
  await expect.poll(ring).toBe('none');
  await page.pressKey('ArrowDown');
  await expect.poll(ring).toBe('solid');
});

/** `body`: the colour of the fridge in the hall's pictures. */
for (const [brand, body] of [
  ['0', 'fcfeff'],
  ['1', '4a443a'],
  ['2', 'ffab7d'],
] as const) {
  test(`the hall's pictures wear the skin of brand ${brand}`, async ({ openBrowser, product }) => {
    const page = await openBrowser();
    await page.goto(`${product.hostUrl}/default?brand=${brand}`);
    await sees(page, { css: 'img[src*="hall"]' });
    const coloursShown = async () => {
      const { data } = await sharp(await page.screenshot())
        .removeAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true });
      return new Set(
        Array.from({ length: data.length / 3 }, (_, index) => data.toString('hex', index * 3, index * 3 + 3)),
      );
    };
    await expect.poll(async () => (await coloursShown()).has(body)).toBe(true);
  });
}
