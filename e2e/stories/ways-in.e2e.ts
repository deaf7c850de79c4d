import { answer, dialogOn, questionButton, readProblem, toastOn } from '../screen.ts';
import { expect, test } from '../fixtures/story.ts';
import { appWords, campaignWords, commonWords, fill, hostWords, serverWords } from '../words.ts';

test('a user with the coupon goes straight to the coupon page', async ({ standIn, households, product }) => {
  const { page, screen } = await standIn({ user: households.granted, open: '/open' });
  await questionButton(screen).click();
  await expect(page.getByTestId('second-address')).toHaveText(`${product.appUrl}/coupon.html`);
  await expect(dialogOn(screen)).toHaveCount(0);
});

for (const [who, words] of [
  ['outsideJiangsu', serverWords['server.coupon.region']],
  ['withoutRealName', serverWords['server.coupon.realName']],
] as const) {
  test(`a household ${who} hears the server's reason and sees no pop-up`, async ({ standIn, households }) => {
    const { screen } = await standIn({ user: households[who], open: '/' });
    await questionButton(screen).click();
    await expect(toastOn(screen)).toHaveText(words);
    await expect(dialogOn(screen)).toHaveCount(0);
    await expect(questionButton(screen)).toBeEnabled();
  });
}

test('without a fridge the page invites to bind one, and goes on without a reload once it is bound', async ({
  standIn,
  households,
}) => {
  const { page, screen } = await standIn({ user: households.withoutFridge, open: '/open' });
  await expect(screen.getByText(commonWords['host.bind.title'])).toBeVisible();
  await expect(questionButton(screen)).toHaveCount(0);
  await screen.locator('html').evaluate((root) => root.setAttribute('data-marker', 'kept'));
  await screen.getByRole('button', { name: commonWords['host.bind.button'] }).click();
  await page.getByTestId('add-device-page').getByRole('button', { name: appWords['mock.addDevice.submit'] }).click();
  await expect(questionButton(screen)).toBeVisible();
  await expect(screen.locator('html')).toHaveAttribute('data-marker', 'kept');
});

test('a logged-out user logs in with the app, and the same press goes on to the question', async ({
  standIn,
  households,
}) => {
  const { page, screen } = await standIn({ user: null, open: '/open' });
  await questionButton(screen).click();
  await expect(toastOn(screen)).toHaveText(commonWords['host.login.required.toast']);
  const login = page.getByTestId('login-page');
  await login.getByRole('radio', { name: new RegExp(households.eligible.nickName) }).check();
  await login.getByRole('button', { name: appWords['mock.login.submit'], exact: true }).click();
  await expect(login).toHaveCount(0);
  expect(await readProblem(screen)).not.toBe('');
});

test('closing the login page shows why it is needed', async ({ nativeApp }) => {
  const app = await nativeApp('ios', null);
  await app.open('/open');
  await questionButton(app.page).click();
  await expect.poll(() => app.calls.filter(({ method }) => method === 'login').length).toBe(1);
  await expect(toastOn(app.page)).toHaveText(hostWords['host.login.cancelled.toast']);
});

test('on iOS a logged-out user logs in natively and answers', async ({ nativeApp, households }) => {
  const app = await nativeApp('ios', null);
  app.loginAs = households.eligible;
  await app.open('/open');
  await questionButton(app.page).click();
  await answer(app.page, 'wrong');
  await expect(toastOn(app.page)).toHaveText(campaignWords['campaign.question.wrong.toast']);
});

test('a plain browser on a phone leads to the share page: first the way into the app, to this very page of it', async ({
  page,
  product,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${product.hostUrl}/open?brand=1&fridgeId=a-fridge&phone=13900000000`);
  await questionButton(page).click();
  await expect(page).toHaveURL(/\/share\?/);
  await expect(page).toHaveTitle(hostWords['host.share.docTitle']);
  const link = `${product.hostUrl}/open?brand=1`;
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(hostWords['host.share.sub.other']);
  const openApp = page.getByRole('link', { name: fill(hostWords['host.share.open']) });
  await expect(openApp).toHaveAttribute('href', `${product.appUrl}/?open=${encodeURIComponent(link)}`);
  await expect(openApp).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('link', { name: hostWords['host.share.install'] })).toHaveAttribute(
    'href',
    `${product.appUrl}/download.html`,
  );
  const code = page.getByRole('img', { name: fill(hostWords['host.share.qr.alt']) });
  await expect(code).toHaveAttribute('src', '/download-code.png');
  expect(await code.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100);
  await expect(page.getByText(fill(hostWords['host.share.scan']))).toBeVisible();
  await expect(page.getByRole('img', { name: /标志/ })).toBeVisible();

  await page.getByRole('button', { name: hostWords['host.share.copyLink'] }).click();
  await expect(toastOn(page)).toHaveText(commonWords['common.copyLink.toast']);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);

  await openApp.click();
  await expect(page.frameLocator('[data-testid=web-view]').getByRole('heading', { level: 1 })).toHaveText(
    campaignWords['campaign.guide.heading'],
  );
});

test('on a wide screen the code comes first, to be scanned with the phone', async ({ newContext, product }) => {
  const page = await (await newContext({ viewport: { width: 1280, height: 800 } })).newPage();
  await page.goto(`${product.hostUrl}/share`);
  await expect(page.locator('#root').getByText(fill(hostWords['host.share.scan']))).toBeVisible();
  await expect(page.getByRole('img', { name: fill(hostWords['host.share.qr.alt']) })).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(hostWords['host.share.sub.other']);
  await expect(page.getByRole('link', { name: fill(hostWords['host.share.open']) })).toHaveCount(0);
});

test('in WeChat, which opens no app, the phone is led to the download and told of the long press', async ({
  newContext,
  product,
}) => {
  const userAgent =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 16_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 MicroMessenger/8.0.40';
  const page = await (await newContext({ viewport: { width: 390, height: 844 }, userAgent })).newPage();
  await page.goto(`${product.hostUrl}/share`);
  await expect(page.getByRole('link', { name: fill(hostWords['host.share.download']) })).toHaveAttribute(
    'href',
    `${product.appUrl}/download.html`,
  );
  await expect(page.locator('#root').getByText(hostWords['host.share.longPress'])).toBeVisible();
});

test('where copying fails the link can be selected by hand', async ({ page, product }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined });
    document.execCommand = () => false;
  });
  await page.goto(`${product.hostUrl}/share?type=2`);
  await expect(page.locator('#root').getByText(hostWords['host.share.sub.report'])).toBeVisible();
  await expect(page.locator('#first-screen')).toHaveCount(0);
  await page.getByRole('button', { name: hostWords['host.share.copyLink'] }).click();
  await expect(toastOn(page)).toHaveText(commonWords['common.copyLinkFail.toast']);
  const address = page.getByText(`${product.hostUrl}/yearReport`);
  await expect(address).toBeVisible();
  expect(await address.evaluate((element) => getComputedStyle(element).userSelect)).not.toBe('none');
});
