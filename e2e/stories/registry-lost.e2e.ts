import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hasMark, leaveMark } from '../fixtures/marker.ts';
import { changeServedRegistry } from '../fixtures/served-registry.ts';
import { expect, test } from '../fixtures/story.ts';
import { campaignWords, hostWords } from '../words.ts';

test.use({ productName: 'a registry that never was good' });

test('without any good registry a clear page offers a retry, which works without a reload once it is mended', async ({ page, product, guard }) => {
  guard.expect(/Failed to load resource.*503/);
  const good = await readFile(product.registryFile, 'utf8');
  await writeFile(product.registryFile, 'garbage');
  await rm(join(product.stateDir, 'run', 'remotes.last-good.json'), { force: true });

  await page.goto(`${product.hostUrl}/open`);
  await expect(page.getByRole('heading', { name: hostWords['host.registry.title'] })).toBeVisible();
  await expect(page.getByRole('button', { name: hostWords['host.header.back.aria'] })).toBeVisible();
  await leaveMark(page);

  const retry = page.getByRole('button', { name: hostWords['host.remote.retry'] });
  await retry.click();
  await expect(retry).toBeEnabled();
  await expect(page.getByRole('heading', { name: hostWords['host.registry.title'] })).toBeVisible();

  await writeFile(product.registryFile, good);
  await retry.click();
  await expect(page.getByRole('heading', { level: 1, name: campaignWords['campaign.guide.heading'] })).toBeVisible();
  expect(await hasMark(page)).toBe(true);
});

test('the share page works without any registry', async ({ page, product, guard }) => {
  guard.expect(/Failed to load resource/);
  await changeServedRegistry(page, { registry: () => null });
  await page.goto(`${product.hostUrl}/share`);
  await expect(page.getByRole('button', { name: hostWords['host.share.copyLink'] })).toBeVisible();
});
