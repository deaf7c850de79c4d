import { changeServedRegistry } from '../fixtures/served-registry.ts';
import { expect, test } from '../fixtures/story.ts';
import { campaignWords, hostWords } from '../words.ts';

test('without a registry a clear page offers a retry, which loads the page until there is one', async ({
  page,
  product,
}) => {
  const mend = await changeServedRegistry(page, { registry: () => null });
  await page.goto(`${product.hostUrl}/open`);
  const title = page.getByRole('heading', { name: hostWords['host.registry.title'] });
  await expect(title).toBeVisible();
  await expect(page.getByRole('button', { name: hostWords['host.header.back.aria'] })).toBeVisible();

  const retry = page.getByRole('button', { name: hostWords['host.remote.retry'] });
  const loaded = page.waitForEvent('load');
  await retry.click();
  await loaded;
  await expect(title).toBeVisible();

  await mend();
  await retry.click();
  await expect(page.getByRole('heading', { level: 1, name: campaignWords['campaign.guide.heading'] })).toBeVisible();
});

test('the share page works without any registry', async ({ page, product }) => {
  await changeServedRegistry(page, { registry: () => null });
  await page.goto(`${product.hostUrl}/share`);
  await expect(page.getByRole('button', { name: hostWords['host.share.copyLink'] })).toBeVisible();
});
