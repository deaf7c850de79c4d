import { setEnabled } from '../../product/edit-registry.ts';
import { putFlakyOrigin } from '../../product/flaky-origin.ts';
import { campaignWords, drawWords, hostWords } from '../../words.ts';
import type { EnginePage } from '../engine-page.ts';
import { button, hasMark, heading, leaveMark, press, sees } from '../screen.ts';
import { expect, test } from '../story.ts';

const guide = heading(campaignWords['campaign.guide.heading']);

/** What only the remote's stylesheet gives. */
const looks = (page: EnginePage) =>
  page.evaluate(() => {
    const { fontWeight, letterSpacing } = getComputedStyle(document.querySelector('h1') ?? document.body);
    const above = document.querySelector('h1')?.parentElement;
    return [fontWeight, letterSpacing, above && getComputedStyle(above).backgroundColor].join();
  });

for (const [what, path] of [
  ['an entry', /\/remoteEntry-/],
  ['a nested chunk', /\/assets\/shared-/],
  ['a stylesheet', /\/assets\/style-/],
] as const) {
  test(`${what} that fails for a while is healed by the retry button, styled and without a reload`, async ({
    openBrowser,
    product,
    complaints,
  }) => {
    complaints.expect(/./);
    const origin = await putFlakyOrigin(product, 'campaign2023');
    try {
      const page = await openBrowser();
      origin.fail('down', path);
      await page.goto(`${product.hostUrl}/open`);
      await sees(page, heading(hostWords['host.remote.failed.title']));
      await leaveMark(page);
      origin.fail('none');
      await press(page, button(hostWords['host.remote.retry']));
      await sees(page, guide);
      expect(await hasMark(page)).toBe(true);
      // Another browser: WebKit keeps a failed file failed when the same address is opened again.
      const healthy = await openBrowser();
      await healthy.goto(`${product.hostUrl}/open`);
      await sees(healthy, guide);
      expect(await looks(page)).toBe(await looks(healthy));
    } finally {
      await origin.close();
    }
  });
}

test('a stylesheet that hangs holds up nothing else: the page says so, follows the registry and opens another activity', async ({
  openBrowser,
  product,
  complaints,
}) => {
  complaints.expect(/./);
  const origin = await putFlakyOrigin(product, 'campaign2023');
  try {
    const page = await openBrowser({ unloaded: true });
    await page.goto(`${product.hostUrl}/default`);
    await sees(page, heading(campaignWords['host.default.campaign.title']));
    origin.fail('hangs', /\.css$/);
    // Not `goto`, which waits for the page in Firefox.
    await page.evaluate((url) => void setTimeout(() => location.assign(url)), `${product.hostUrl}/open`);
    await sees(page, heading(hostWords['host.remote.timeout.title']));
    await leaveMark(page);
    await setEnabled(product, 'campaign2023', false);
    await sees(page, heading(hostWords['host.offline.title']), 30_000);
    await press(page, button(hostWords['host.offline.button']));
    await press(page, { css: 'a[href]', text: drawWords['host.default.draw.title'] });
    await sees(page, heading(drawWords['draw.wheel.heading']));
    expect(await hasMark(page)).toBe(true);
  } finally {
    await setEnabled(product, 'campaign2023', true);
    await origin.close();
  }
});
