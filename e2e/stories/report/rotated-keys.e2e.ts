import { demoKeys } from '@fridge/server/operations/keys/key-variables';
import { expect, test } from '../../fixtures/story.ts';
import { encryptForLink, reportCardPath } from '../../product/report-links.ts';
import { enter, slideOn } from '../../report/story.ts';

const next = { SIGNING_KEY: 'the next signing key of the product', REPORT_LINK_KEY: 'the-next-link-16' };

// In the middle of a rotation: the demonstration's keys are the former ones.
test.use({
  productName: 'rotated keys',
  productEnv: {
    ...next,
    SIGNING_KEYS_ACCEPTED: demoKeys.SIGNING_KEY,
    REPORT_LINK_KEYS_ACCEPTED: demoKeys.REPORT_LINK_KEY,
  },
});

const keys = [
  ['the former key', demoKeys.REPORT_LINK_KEY],
  ['the new key', next.REPORT_LINK_KEY],
] as const;

for (const [whose, key] of keys) {
  test(`a report link made with ${whose} opens`, async ({ page, households, product }) => {
    const { eligible } = households;
    const path = await reportCardPath(product, eligible, {
      userId: encryptForLink(eligible.userId, key),
      sn8: encryptForLink(eligible.fridges[0]?.sn8 ?? '', key),
    });
    await page.goto(product.hostUrl + path);
    await enter(page);
    await expect(slideOn(page)).toContainText('2020年6月18日');
  });
}
