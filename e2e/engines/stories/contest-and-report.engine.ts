import { browserReportPath } from '../../product/report-links.ts';
import { contestWords, reportWords } from '../../words.ts';
import { button, press, sees, sidewaysRoom, type Target } from '../screen.ts';
import { expect, test } from '../story.ts';

const contestPages: readonly (readonly [path: string, seen: Target])[] = [
  ['/works', { css: 'h1', text: contestWords['host.default.contest.title'] }],
  ['/works/rule', { css: 'h1', text: contestWords['host.default.contest.title'] }],
  ['/upload', { css: 'label, legend', text: contestWords['contest.form.title.label'] }],
  ['/detail', { css: 'h1', text: contestWords['contest.detail.demo'].cookName }],
];

test("the contest's pages open in the app and fit", async ({ openApp, listedHouseholds, product }) => {
  const { page } = await openApp(listedHouseholds.eligible);
  for (const [path, seen] of contestPages) {
    await page.goto(product.hostUrl + path);
    await sees(page, seen);
    expect(await sidewaysRoom(page), path).toBe(0);
  }
});

test('the report opens, and its slides are gone through with the keyboard', async ({
  openBrowser,
  households,
  product,
}) => {
  const page = await openBrowser();
  await page.goto(product.hostUrl + (await browserReportPath(product, households.eligible)));
  await press(page, button(reportWords['report.landing.enter']));
  const active = () =>
    page.evaluate(() => document.querySelector('[data-active=true]')?.getAttribute('data-kind') ?? '');
  await expect.poll(active, { timeout: 30_000 }).not.toBe('');
  expect(await sidewaysRoom(page)).toBe(0);
  const first = await active();
  await page.pressKey('ArrowDown');
  await expect.poll(active).not.toBe(first);
});
