import { readFile, writeFile } from 'node:fs/promises';
import { hasMark, leaveMark } from '../fixtures/marker.ts';
import { expectShownAfterPoll, installClock } from '../fixtures/page-clock.ts';
import { expect, test } from '../fixtures/story.ts';
import { editRegistry, setEnabled } from '../product/edit-registry.ts';
import { operate } from '../product/guest.ts';
import { campaignWords, drawWords, hostWords } from '../words.ts';

test('switched off by hand, the campaign leaves an open page within 20 s and comes back', async ({
  page,
  product,
  context,
}) => {
  await installClock(page);
  await page.goto(`${product.hostUrl}/open`);
  const guide = page.getByRole('heading', { level: 1, name: campaignWords['campaign.guide.heading'] });
  const off = page.getByRole('heading', { name: hostWords['host.offline.title'] });
  await expect(guide).toBeVisible();
  await leaveMark(page);

  await setEnabled(product, 'campaign2023', false);
  const fresh = await context.newPage();
  await fresh.goto(`${product.hostUrl}/`);
  await expect(fresh.getByRole('heading', { name: hostWords['host.offline.title'] })).toBeVisible();
  await expect(fresh).toHaveTitle(hostWords['host.offline.docTitle']);
  await fresh.getByRole('button', { name: hostWords['host.offline.button'] }).click();
  await expect(fresh.getByRole('heading', { name: drawWords['host.default.draw.title'] })).toBeVisible();
  await expect(fresh.getByRole('heading', { name: campaignWords['host.default.campaign.title'] })).toHaveCount(0);
  await fresh.close();
  await page.bringToFront();

  await expectShownAfterPoll(page, off);
  await setEnabled(product, 'campaign2023', true);
  await expectShownAfterPoll(page, guide);
  expect(await hasMark(page)).toBe(true);
});

for (const [how, broken] of [
  ['half written', '{"version":1,"remotes":{"campaign2023":'],
  ['empty', ''],
  ['of another shape', '{"version":2,"remotes":[]}'],
  ['of the version before', '{"version":1,"remotes":{}}'],
] as const) {
  test(`while the registry is ${how} the last good one serves`, async ({ page, product }) => {
    const good = await readFile(product.registryFile, 'utf8');
    await page.goto(`${product.hostUrl}/rule`);
    try {
      await writeFile(product.registryFile, broken);
      await page.goto(`${product.hostUrl}/open`);
      await expect(
        page.getByRole('heading', { level: 1, name: campaignWords['campaign.guide.heading'] }),
      ).toBeVisible();
    } finally {
      await writeFile(product.registryFile, good);
    }
  });
}

test('one wrong field leaves the last good version in force, and the operator is told which', async ({
  page,
  product,
}) => {
  const good = await readFile(product.registryFile, 'utf8');
  try {
    await editRegistry(product, ({ remotes }) => Object.assign(remotes['campaign2023'] ?? {}, { enabled: 'yes' }));
    await page.goto(`${product.hostUrl}/draw`);
    await expect(page).toHaveTitle(drawWords['draw.wheel.docTitle']);
    await page.goto(`${product.hostUrl}/default`);
    await expect(page.getByRole('heading', { name: drawWords['host.default.draw.title'] })).toBeVisible();
    await expect(page.getByRole('heading', { name: campaignWords['host.default.campaign.title'] })).toBeVisible();
    const told = await operate(product, 'status');
    expect(told).toMatch(/campaign2023[\s\S]*enabled/);
  } finally {
    await writeFile(product.registryFile, good);
  }
});
