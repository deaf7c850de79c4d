import type { TrackedEvent } from '@fridge/shared-contracts/page';
import { effectOfChanged, noEffect } from '../../fixtures/changed-bytes.ts';
import { setEnabled } from '../../product/edit-registry.ts';
import { operate } from '../../product/guest.ts';
import type { Product } from '../../product/run-product.ts';
import { putFlakyOrigin } from '../../product/flaky-origin.ts';
import { browserReportPath } from '../../product/report-links.ts';
import { campaignWords, commonWords, drawWords, hostWords, reportWords } from '../../words.ts';
import type { EnginePage } from '../engine-page.ts';
import { button, hasMark, heading, leaveMark, link, press, sees } from '../screen.ts';
import { expect, test } from '../story.ts';

const opened = {
  campaign2023: { path: '/open', seen: heading(campaignWords['campaign.guide.heading']) },
  draw: { path: '/draw', seen: heading(drawWords['draw.wheel.heading']) },
} as const;

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

for (const [what, name, file, isLinked] of [
  ['an entry', 'campaign2023', /\/remoteEntry-/, false],
  ['the entry of an activity with one route', 'draw', /\/remoteEntry-/, false],
  ['a nested chunk of the page itself', 'campaign2023', /\/assets\/shared-/, false],
  ["a nested chunk, opened from another activity's page,", 'campaign2023', /\/assets\/shared-/, true],
  ['a stylesheet', 'campaign2023', /\/assets\/style-/, false],
] as const) {
  test(`${what} that fails for a while, or is changed on its way, is never used, and healed by the retry button, styled and without a reload`, async ({
    openBrowser,
    product,
    complaints,
  }) => {
    complaints.expect(/./);
    const { path, seen } = opened[name];
    const origin = await putFlakyOrigin(product, name);
    try {
      const page = await openBrowser();
      const isRefused = async (pressed: boolean) => {
        if (pressed) await press(page, button(hostWords['host.remote.retry']));
        await sees(page, heading(hostWords['host.remote.failed.title']));
        expect(await page.evaluate(effectOfChanged)).toEqual(noEffect);
      };
      const earlier = (await reasons(product)).length;
      origin.fail('changed', file);
      await page.goto(product.hostUrl + (isLinked ? opened.draw.path : path));
      if (isLinked) {
        await sees(page, opened.draw.seen);
        await page.evaluate(addLink, path);
        await press(page, link(`to ${path}`)); // an engine that takes no later map loads the page for it
      }
      await isRefused(false);
      await leaveMark(page);
      origin.fail('down', file);
      await isRefused(true);
      // The second may be told first: the user pressed while the first was looked into.
      await expect
        .poll(async () => (await reasons(product)).reverse().slice(earlier).toSorted(), { timeout: 20_000 })
        .toEqual(['integrity', 'network']);
      origin.fail('none');
      await press(page, button(hostWords['host.remote.retry']));
      await sees(page, seen);
      expect(await hasMark(page)).toBe(true);
      // Another browser: WebKit keeps a failed file failed when the same address is opened again.
      const healthy = await openBrowser();
      await healthy.goto(product.hostUrl + path);
      await sees(healthy, seen);
      expect(await looks(page)).toBe(await looks(healthy));
    } finally {
      await origin.close();
    }
  });
}

test("the late code of an open screen that fails for a while is asked for at another address by the screen's own retry", async ({
  openBrowser,
  households,
  product,
  complaints,
}) => {
  complaints.expect(/./);
  const origin = await putFlakyOrigin(product, 'yearreport');
  try {
    const page = await openBrowser();
    await page.goto(product.hostUrl + (await browserReportPath(product, households.eligible)));
    const enter = button(reportWords['report.landing.enter']);
    await sees(page, enter);
    await leaveMark(page);
    origin.fail('down', /\/assets\/story-/);
    await press(page, enter);
    await sees(page, heading(reportWords['report.loading.fail']), 30_000);
    origin.fail('none');
    await press(page, button(commonWords['common.retry']));
    await sees(page, { css: '[data-active=true]' }, 30_000);
    const asked = await page.evaluate(() =>
      performance.getEntriesByType('resource').flatMap(({ name }) => /\/story-[^/]*\.js(.*)$/.exec(name)?.[1] ?? []),
    );
    expect(asked).toContain('?again=1');
    expect(await hasMark(page)).toBe(true);
  } finally {
    await origin.close();
  }
});

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
    await sees(page, opened.draw.seen);
  } finally {
    await setEnabled(product, 'campaign2023', true);
    await origin.close();
  }
});
