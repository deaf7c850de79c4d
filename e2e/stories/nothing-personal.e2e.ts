import type { Page } from '@playwright/test';
import { questionButton, toastOn } from '../screen.ts';
import { expectShownWithin, installClock } from '../fixtures/page-clock.ts';
import { expect, test } from '../fixtures/story.ts';
import { demoCall } from '../product/demo-cloud.ts';
import { commonWords, fill, hostWords } from '../words.ts';

/** An address as the app writes it, with every personal field. */
const personal = {
  fridgeId: 'F-of-someone',
  mobile: '13900002001',
  phone: '13900002001',
  homeId: 'H-of-someone',
  userId: 'U-of-someone',
  sn8: '0000A001',
  spec: 'BCD-999',
  wxToken: 'a-secret-token',
  at: 'another-secret-token',
  ac: 'F-of-another',
  name: 'Somebody',
  address: 'Somewhere-7',
};
const values = [...new Set(Object.values(personal))];
const query = new URLSearchParams({ ...personal, brand: '1', activityId: 'A7' }).toString();

const paths = [
  '/',
  '/open',
  '/step',
  '/rule',
  '/draw',
  '/draw/rule',
  '/prize',
  '/address',
  '/works',
  '/works/rule',
  '/upload',
  '/detail',
  '/edit',
  '/default',
  '/share',
  '/yearReportShare',
  '/disconnected',
  '/nowhere',
];

/** Everything in the page that leads somewhere or can be passed on. */
function passedOn(page: Page): Promise<string[]> {
  return page.evaluate(() => [
    location.href,
    document.referrer,
    ...[...document.querySelectorAll('a[href]')].map((link) => (link as HTMLAnchorElement).href),
  ]);
}

for (const [how, addressOf] of [
  ['in front of the #', (path: string) => `${path}?${query}`],
  ['behind the #', (path: string) => `/#${path}?${query}`],
] as const) {
  test(`no page keeps anything personal in its address or its links, and no token where a remote could read it, given ${how}`, async ({
    page,
    product,
  }) => {
    for (const path of paths) {
      await page.goto('about:blank');
      await page.goto(product.hostUrl + addressOf(path));
      await expect(page.getByRole('heading').first()).toBeVisible();
      const told = (await passedOn(page)).filter((address) => values.some((value) => address.includes(value)));
      expect(told, path).toEqual([]);
      const kept = await page.evaluate(() =>
        JSON.stringify([history.state, { ...sessionStorage }, { ...localStorage }]),
      );
      expect(
        [personal.wxToken, personal.at].filter((token) => kept.includes(token)),
        path,
      ).toEqual([]);
      await expect(page, path).toHaveURL(/brand=1/);
    }
  });
}

test('an action in a plain browser leads to a share page that carries nothing personal, and neither does its copied link', async ({
  page,
  product,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${product.hostUrl}/open?${query}`);
  await questionButton(page).click();
  await expect(page).toHaveTitle(hostWords['host.share.docTitle']);
  await expect(page).toHaveURL(/\/share\?/);
  expect(values.filter((value) => page.url().includes(value))).toEqual([]);
  await page.getByRole('button', { name: hostWords['host.share.copyLink'] }).click();
  await expect(toastOn(page)).toHaveText(commonWords['common.copyLink.toast']);
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(values.filter((value) => copied.includes(value))).toEqual([]);
  await expect(page.getByRole('img', { name: fill(hostWords['host.share.qr.alt']) })).toHaveAttribute(
    'src',
    '/download-code.png',
  );
});

test('the context outlives a reload, though the address no longer names it', async ({
  nativeApp,
  households,
  product,
}) => {
  const app = await nativeApp('ios', households.withoutFridge);
  const {
    fridges: [fridge],
  } = await demoCall<{ fridges: { fridgeId: string }[] }>(product, 'home', { userId: households.eligible.userId });
  await app.open(`/open?fridgeId=${fridge?.fridgeId ?? ''}`);
  await expect(questionButton(app.page)).toBeVisible();
  await expect(app.page).not.toHaveURL(/fridgeId/);
  await app.page.reload();
  // The household has no fridge of its own: without the address's the invitation to bind one would stand here.
  await expect(questionButton(app.page)).toBeVisible();
  await expect(app.page.getByText(commonWords['host.bind.title'])).toHaveCount(0);
});

test('a silent card page comes back to the page it interrupted, with its parameters', async ({
  nativeApp,
  households,
}) => {
  const app = await nativeApp('ios', households.eligible);
  app.faults.getHomeInfo = 'silent';
  await installClock(app.page);
  await app.open('/address?id=7&phone=13900002001&source=1&comeFrom=card');
  const disconnected = app.page.getByRole('heading', { name: hostWords['host.disconnected.title'] });
  await expectShownWithin(app.page, disconnected, { limitMs: 15_000, stepMs: 3_000 });
  await expect(app.page).toHaveTitle(hostWords['host.disconnected.docTitle']);
  expect(app.page.url()).not.toContain('13900002001');
  delete app.faults.getHomeInfo;
  // The page itself soon leads on to the list: the household has no such prize.
  const cameBack = app.page.waitForURL(/\/address\?(?:.*&)?id=7/);
  await app.page.getByRole('button', { name: hostWords['host.disconnected.button'] }).click();
  await cameBack;
});
