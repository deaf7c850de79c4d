import type { TrackedEvent } from '@fridge/shared-contracts/page';
import { effectOfChanged, noEffect } from '../../fixtures/changed-bytes.ts';
import { setEnabled } from '../../product/edit-registry.ts';
import { operate } from '../../product/guest.ts';
import type { Product } from '../../product/run-product.ts';
import { putFlakyOrigin } from '../../product/flaky-origin.ts';
import { campaignWords, drawWords, hostWords } from '../../words.ts';
import type { EnginePage } from '../engine-page.ts';
import { button, hasMark, heading, leaveMark, link, press, sees } from '../screen.ts';
import { expect, test } from '../story.ts';

const guide = heading(campaignWords['campaign.guide.heading']);

/** What only the remote's stylesheet gives. */
const looks = (page: EnginePage) =>
  page.evaluate(() => {
    const { fontWeight, letterSpacing } = getComputedStyle(document.querySelector('h1') ?? document.body);
    const above = document.querySelector('h1')?.parentElement;
    return [fontWeight, letterSpacing, above && getComputedStyle(above).backgroundColor].join();
  });

/** Runs in the page: a link for users to press. */
function addLink(path: string): void {
  const added = Object.assign(document.createElement('a'), { href: path, textContent: `to ${path}` });
  added.style.cssText = 'position: fixed; top: 50%; left: 0; z-index: 9; background: white';
  document.body.append(added);
}

/** Reasons of the failures that the server has stored, newest first. */
async function reasons(product: Product): Promise<string[]> {
  const { events }: { events: Extract<TrackedEvent, { event: 'failure' }>[] } = JSON.parse(
    await operate(product, 'events', '--event', 'failure', '--limit', '500', '--json'),
  );
  return events.map(({ reason }) => reason);
}

for (const [what, path, from] of [
  ['an entry', /\/remoteEntry-/, null],
  ['a nested chunk of the page itself', /\/assets\/shared-/, null],
  ["a nested chunk, opened from another activity's page,", /\/assets\/shared-/, '/draw'],
  ['a stylesheet', /\/assets\/style-/, null],
] as const) {
  test(`${what} that fails for a while, or is changed on its way, is never used, and healed by the retry button, styled and without a reload`, async ({
    openBrowser,
    product,
    complaints,
  }) => {
    complaints.expect(/./);
    const origin = await putFlakyOrigin(product, 'campaign2023');
    try {
      const page = await openBrowser();
      const isRefused = async (pressed: boolean) => {
        if (pressed) await press(page, button(hostWords['host.remote.retry']));
        await sees(page, heading(hostWords['host.remote.failed.title']));
        expect(await page.evaluate(effectOfChanged)).toEqual(noEffect);
      };
      const earlier = (await reasons(product)).length;
      origin.fail('changed', path);
      await page.goto(product.hostUrl + (from ?? '/open'));
      if (from) {
        await sees(page, heading(drawWords['draw.wheel.heading']));
        await page.evaluate(addLink, '/open');
        await press(page, link('to /open')); // an engine that takes no later map loads the page for it
      }
      await isRefused(false);
      await leaveMark(page);
      origin.fail('down', path);
      await isRefused(true);
      // The second may be told first: the user pressed while the first was looked into.
      await expect
        .poll(async () => (await reasons(product)).reverse().slice(earlier).toSorted(), { timeout: 20_000 })
        .toEqual(['integrity', 'network']);
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

test('a stylesheet that hangs holds up nothing else: the page says so, follows the switch and opens another activity', async ({
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
    const draw = link(drawWords['host.default.draw.title']);
    await sees(page, draw);
    expect(await hasMark(page)).toBe(true);
    await press(page, draw); // an engine that takes no later map loads the page for it
    await sees(page, heading(drawWords['draw.wheel.heading']));
  } finally {
    await setEnabled(product, 'campaign2023', true);
    await origin.close();
  }
});
