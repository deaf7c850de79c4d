import { hasMark, leaveMark } from '../fixtures/marker.ts';
import { changeServedRegistry } from '../fixtures/served-registry.ts';
import { expect, test } from '../fixtures/story.ts';
import { campaignWords, hostWords } from '../words.ts';

test('without any good registry a clear page offers a retry, which works without a reload once it is mended', async ({
  page,
  product,
  guard,
}) => {
  guard.expectFailedLoads(/\/remotes\.json\?/);
  const mend = await changeServedRegistry(page, { registry: () => null });
  await page.goto(`${product.hostUrl}/open`);
  await expect(page.getByRole('heading', { name: hostWords['host.registry.title'] })).toBeVisible();
  await expect(page.getByRole('button', { name: hostWords['host.header.back.aria'] })).toBeVisible();
  await leaveMark(page);

  const retry = page.getByRole('button', { name: hostWords['host.remote.retry'] });
  await retry.click();
  await expect(retry).toBeEnabled();
  await expect(page.getByRole('heading', { name: hostWords['host.registry.title'] })).toBeVisible();

  await mend();
  await retry.click();
  await expect(page.getByRole('heading', { level: 1, name: campaignWords['campaign.guide.heading'] })).toBeVisible();
  expect(await hasMark(page)).toBe(true);
});

test('the share page works without any registry', async ({ page, product, guard }) => {
  guard.expectFailedLoads(/\/remotes\.json\?/);
  await changeServedRegistry(page, { registry: () => null });
  await page.goto(`${product.hostUrl}/share`);
  await expect(page.getByRole('button', { name: hostWords['host.share.copyLink'] })).toBeVisible();
});
