import { readFile } from 'node:fs/promises';
import { expect, test } from '../fixtures/story.ts';
import { type Guest, operate } from '../product/guest.ts';
import { type PageVisitor, reportEvent, visitPage } from '../product/page-visitor.ts';
import type { Product } from '../product/run-product.ts';
import { THROWING_VERSION, publishThrowingRelease } from '../product/throwing-release.ts';
import { campaignWords, hostWords } from '../words.ts';

/** The least that a canary is judged by; one of them has a browser. */
const VISITORS = 20;
const TAKEN_BACK_WITHIN_MS = 120_000;

/**
 * Visits as others do, until so many have the canary and as many don't. @returns one with the canary who reported
 * nothing
 */
async function othersVisit(product: Product, visitors: number): Promise<PageVisitor> {
  const of = { page: '/open', remote: 'campaign2023' };
  const phases = { entry: 120, screen: 30, styles: 80, render: 4 };
  let [failed, opened] = [0, 0];
  for (;;) {
    const visitor = await visitPage(product, '/open', of.remote);
    const { version } = visitor;
    if (version !== THROWING_VERSION) {
      await reportEvent(product, visitor, { event: 'open', ...of, version, phases });
      opened += 1;
    } else if (failed < visitors) {
      await reportEvent(product, visitor, { event: 'failure', ...of, version, phase: 'render', reason: 'threw' });
      failed += 1;
    } else if (opened >= visitors) return visitor;
  }
}

// A release stays registered, with its origin.
test.use({ productName: 'a canary that throws' });

let release: Guest;
test.beforeAll(async ({ product }) => {
  release = await publishThrowingRelease(product);
});
test.afterAll(() => release.close());

test('a canary that throws for its users is taken back within two minutes of its sample, and the history says why', async ({
  page,
  product,
  guard,
}) => {
  test.setTimeout(TAKEN_BACK_WITHIN_MS + 60_000);
  guard.expect(/broken on purpose/);
  await operate(product, 'canary', 'campaign2023', THROWING_VERSION, '50');
  const last = await othersVisit(product, VISITORS - 1);
  const [name = '', value = ''] = last.cookie.split('=');
  await page.context().addCookies([{ name, value, url: product.hostUrl }]);
  await page.goto(`${product.hostUrl}/open`);
  await expect(page.getByRole('heading', { name: hostWords['host.remote.crash.title'] })).toBeVisible();

  await expect
    .poll(() => readFile(product.registryFile, 'utf8'), { timeout: TAKEN_BACK_WITHIN_MS })
    .not.toContain('canary');
  const history = await operate(product, 'history', '--about', 'campaign2023');
  const figures = `failed for ${VISITORS} of ${VISITORS} visitors (100 %), 1.0.0`;
  expect(history).toMatch(/roll-back +program .*registry, campaign2023 .*remotes\.campaign2023\.canary: .*9\.9\.9/);
  expect(history).toContain(`${THROWING_VERSION} ${figures}`);
  expect(history).toContain(`Mostly: render threw (${VISITORS} visitors)`);
  await page.reload();
  const guide = page.getByRole('heading', { level: 1, name: campaignWords['campaign.guide.heading'] });
  await expect(guide).toBeVisible();
});
