import type { Page } from '@playwright/test';
import { hasMark, leaveMark } from '../fixtures/marker.ts';
import { expectShownAfterPoll, installClock } from '../fixtures/page-clock.ts';
import { changeServedRegistry } from '../fixtures/served-registry.ts';
import { expect, test } from '../fixtures/story.ts';
import { changeSettings, type Guest, operate, publishGuest, startGuestServer } from '../product/guest.ts';
import { setEnabled } from '../product/edit-registry.ts';
import { campaignWords, hostWords } from '../words.ts';

test.use({ productName: 'a guest among the remotes' });
test.describe.configure({ mode: 'default' });

let guest: Guest;
test.beforeAll(async ({ product }) => {
  guest = await publishGuest(product);
});
test.afterAll(() => guest.close());

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const result = (page: Page) => page.getByTestId('result');

/** Back leads to the hall, and from there everything else still opens. */
async function expectShellAlive(page: Page): Promise<void> {
  await page.getByRole('button', { name: hostWords['host.header.back.aria'] }).click();
  await expect(page).toHaveTitle(hostWords['host.default.docTitle']);
  await page.getByRole('link', { name: new RegExp(campaignWords['host.default.campaign.title']) }).click();
  await expect(page).toHaveTitle(campaignWords['campaign.home.docTitle']);
  expect(await hasMark(page)).toBe(true);
}

test('a call that the host was built without works once its remote and its server know it', async ({
  nativeApp,
  listedHouseholds,
  product,
}) => {
  const backend = await startGuestServer(product);
  try {
    await changeSettings(product, { apiBase: backend.origin });
    const app = await nativeApp('ios', listedHouseholds.eligible);
    await app.open('/works');
    const sent = app.page.waitForRequest(/greetGuest/);
    await app.page.getByRole('button', { name: 'greet' }).click();
    await expect(result(app.page)).toContainText(
      `"ok":true,"data":{"greeting":"hello ${listedHouseholds.eligible.userId}"}`,
    );
    expect((await sent).headers()['authorization']).toMatch(/^Basic /);
    const fields = new URLSearchParams((await sent).postData() ?? '');
    expect([...fields.keys()].sort()).toEqual(['nonce', 'time_stamp', 'token', 'userId']);
  } finally {
    await changeSettings(product, { apiBase: product.apiUrl });
    await backend.close();
  }
});

test('a call that the release does not list is refused as such, and none is sent', async ({
  nativeApp,
  households,
  product,
}) => {
  const app = await nativeApp('ios', households.eligible);
  const sent: string[] = [];
  app.page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
  await app.open('/works');
  await app.page.getByRole('button', { name: 'undeclared' }).click();
  await expect(result(app.page)).toContainText('"reason":"undeclared"');
  await app.page.getByRole('button', { name: 'no call' }).click();
  await expect(result(app.page)).toContainText('"reason":"invalid"');
  expect(sent.filter((url) => url.startsWith(product.apiUrl) && !url.endsWith('/track'))).toEqual([]);
});

test('a registry entry with the fixed fields only opens, and any call of the product may be made', async ({
  page,
  product,
}) => {
  await changeServedRegistry(page, {
    registry: ({ remotes, ...registry }) => {
      const { enabled, title, description, entry } = remotes['contest'] ?? {};
      return {
        ...registry,
        remotes: { ...remotes, contest: { enabled, title, description, routes: ['/works'], entry } },
      };
    },
  });
  await page.goto(`${product.hostUrl}/works`);
  await expect(heading(page, 'greeting')).toBeVisible();
  await page.getByRole('button', { name: 'undeclared' }).click();
  await expect(result(page)).toContainText('"reason":"refused"');
});

test('nonsense that a remote hands over, and what it writes to the services, leaves the shell and other remotes as they were', async ({
  page,
  product,
}) => {
  await page.goto(`${product.hostUrl}/works/rule`);
  await expect(heading(page, 'nonsense')).toBeVisible();
  await leaveMark(page);
  await expect(page.getByRole('button', { name: hostWords['host.header.back.aria'] })).toBeVisible();
  await expectShellAlive(page);
});

for (const [how, path, name] of [
  ['throws in an effect’s clean-up', '/upload', 'clean-up'],
  ['throws in a reference as it goes', '/detail', 'last reference'],
] as const) {
  test(`a screen that ${how} leaves the shell standing, by back and by the switch`, async ({
    page,
    product,
    guard,
  }) => {
    guard.expect(/thrown on purpose/);
    await installClock(page);
    await page.goto(product.hostUrl + path);
    await expect(heading(page, name)).toBeVisible();
    await leaveMark(page);
    await expectShellAlive(page);

    await page.goto(product.hostUrl + path);
    await expect(heading(page, name)).toBeVisible();
    await leaveMark(page);
    await setEnabled(product, 'contest', false);
    await expectShownAfterPoll(page, page.getByRole('heading', { name: hostWords['host.offline.title'] }));
    await setEnabled(product, 'contest', true);
    await expectShellAlive(page);
  });
}

test('a remote that replaces the body leaves a page that says so and can be opened again', async ({
  page,
  product,
  guard,
}) => {
  guard.expect(/removeChild|NotFoundError|on the node|not a child/i);
  await page.goto(`${product.hostUrl}/edit`);
  await page.getByRole('button', { name: 'wreck' }).click();
  await expect(page.getByText(hostWords['host.remote.failed.title'])).toBeVisible({ timeout: 20_000 });
  await expect
    .poll(() => operate(product, 'events', '--event', 'failure'))
    .toMatch(/contest +9\.9\.9\S* +render +threw/);
  await page.getByRole('button', { name: hostWords['host.remote.retry'] }).click();
  await expect(heading(page, 'wrecker')).toBeVisible();
});
