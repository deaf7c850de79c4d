import { setEnabled } from '../../product/edit-registry.ts';
import { campaignWords, hostWords } from '../../words.ts';
import { hasMark, heading, leaveMark, sees } from '../screen.ts';
import { expect, test } from '../story.ts';

/** Within this time an open page has to follow a switch, milliseconds. */
const FOLLOWS_WITHIN_MS = 20_000;

test('switched off by hand, the campaign leaves an open page within 20 s and comes back without a reload', async ({
  openBrowser,
  product,
}) => {
  const page = await openBrowser();
  await page.goto(`${product.hostUrl}/open`);
  await sees(page, heading(campaignWords['campaign.guide.heading']));
  await leaveMark(page);
  try {
    await setEnabled(product, 'campaign2023', false);
    await sees(page, heading(hostWords['host.offline.title']), FOLLOWS_WITHIN_MS);
  } finally {
    await setEnabled(product, 'campaign2023', true);
  }
  await sees(page, heading(campaignWords['campaign.guide.heading']), FOLLOWS_WITHIN_MS);
  expect(await hasMark(page)).toBe(true);
});
