import { randomUUID } from 'node:crypto';
import type { Frame, Page } from '@playwright/test';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { questionButton, toastOn } from '../screen.ts';
import { expect, test } from '../fixtures/story.ts';
import { demoCall } from '../product/demo-cloud.ts';
import { hostWords } from '../words.ts';

/** What a forger would send: a login that even carries a token the server accepts, and a login given up. */
async function forgeries(product: { apiUrl: string }, userId: string) {
  const { accessToken } = await demoCall<{ accessToken: string }>(product, 'login', { userId });
  const data = { success: true, userId, accessToken };
  return [
    { type: 'loginResult', ...data },
    { type: 'loginResult', success: false },
    { event: 'loginResult', data },
    { event: 'loginResult', data: { success: false } },
  ];
}

/** Sends messages, and waits until the page has been handed every one: the last that is sent tells. */
async function deliver(
  page: Page | Frame,
  messages: readonly unknown[],
  send: (all: readonly unknown[]) => Promise<void>,
): Promise<void> {
  const last = randomUUID();
  await page.evaluate((text) => {
    const delivered = new Promise<void>((resolve) =>
      window.addEventListener('message', ({ data }) => data === text && resolve()),
    );
    Object.assign(window, { delivered });
  }, last);
  await send([...messages, last]);
  await page.evaluate('window.delivered');
}

/** Sends the messages out of a frame within the page, so that it is their source. */
async function postFromChildOf(page: Frame, messages: readonly unknown[]): Promise<void> {
  await page.evaluate(() => document.body.append(document.createElement('iframe')));
  const [child] = page.childFrames();
  if (!child) throw new Error('The page took no frame.');
  await child.evaluate((all) => {
    for (const message of all) window.parent.postMessage(message, '*');
  }, messages);
}

test('in the stand-in app a login message of the page itself, or of a frame in it, changes nothing', async ({
  standIn,
  households,
  product,
}) => {
  const { page, screen } = await standIn({ user: null, open: '/open' });
  await expect(questionButton(screen)).toBeVisible();
  const asked = page.locator('[data-testid=log-entry][data-method=getUserInfo][data-outcome=call]');
  await expect(asked).toHaveCount(1);
  const forged = await forgeries(product, households.eligible.userId);
  const host = page.frames().find((frame) => frame.url().startsWith(product.hostUrl));
  if (!host) throw new Error('The stand-in app shows no page of the host.');
  await deliver(host, forged, (all) =>
    host.evaluate((messages) => {
      for (const message of messages) {
        window.postMessage(message, '*');
        window.companion?.receive(message);
      }
    }, all),
  );
  await deliver(host, forged, (all) => postFromChildOf(host, all));
  await expect(asked).toHaveCount(1);
  await expect(toastOn(screen)).toHaveText('');
  await questionButton(screen).click();
  await expect(page.getByTestId('login-page')).toBeVisible();
});

test('on iOS a login message from a frame in the page changes nothing', async ({ nativeApp, households, product }) => {
  const app = await nativeApp('ios', null);
  await app.open('/open');
  await expect(questionButton(app.page)).toBeVisible();
  await expect.poll(() => app.calls.filter(({ method }) => method === 'getUserInfo').length).toBe(1);
  const forged = await forgeries(product, households.eligible.userId);
  await deliver(app.page, forged, (all) => postFromChildOf(app.page.mainFrame(), all));
  expect(app.calls.filter(({ method }) => method === 'getUserInfo')).toHaveLength(1);
  await expect(toastOn(app.page)).toHaveText('');
  await questionButton(app.page).click();
  await expect.poll(() => app.calls.some(({ method }) => method === 'login')).toBe(true);
});

test('a window of another origin that opened the page is not believed', async ({
  page,
  product,
  households,
  context,
}) => {
  const forged = await forgeries(product, households.eligible.userId);
  await page.goto(`${product.appUrl}/coupon.html`);
  const opening = context.waitForEvent('page');
  await page.evaluate((url) => Object.assign(window, { opened: window.open(url) }), `${product.hostUrl}/open`);
  const host = await opening;
  await expect(questionButton(host)).toBeVisible();
  await deliver(host, [{ hello: 'CompanionApp/8.1.0' }, ...forged], (all) =>
    page.evaluate((messages) => {
      const opened: Window = Reflect.get(window, 'opened');
      for (const message of messages) opened.postMessage(message, '*');
    }, all),
  );
  await expect(toastOn(host)).toHaveText('');
  await questionButton(host).click();
  await expect(host).toHaveURL(/\/share\?from=%2Fopen$/);
});

/** The browser's words for a page that may not stand in another's frame. */
const REFUSED = /frame-ancestors|Refused to (frame|display)|Framing/;

test('framed by a foreign origin the host shows nothing', async ({ page, product, guard, households }) => {
  guard.expect(REFUSED);
  const forged = await forgeries(product, households.eligible.userId);
  const origin = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(
      `<!doctype html><link rel="icon" href="data:,"><title>foreign</title><iframe src="${product.hostUrl}/open" width="390" height="700"></iframe>`,
    );
  });
  origin.listen(0);
  await once(origin, 'listening');
  const { port } = origin.address() as AddressInfo; // a server that listens on a port has one
  try {
    const calls: string[] = [];
    page.on('request', (request) => calls.push(request.url()));
    const refused = page.waitForEvent('console', (message) => REFUSED.test(message.text()));
    await page.goto(`http://localhost:${port}/`);
    await refused;
    await page.locator('iframe').evaluate((frame: HTMLIFrameElement, messages) => {
      for (const message of [{ hello: 'CompanionApp/8.1.0' }, ...messages])
        frame.contentWindow?.postMessage(message, '*');
    }, forged);
    await expect(page.frameLocator('iframe').locator('#root')).toHaveCount(0);
    expect(calls.filter((url) => url.includes('/switches.json') || url.startsWith(product.apiUrl))).toEqual([]);
  } finally {
    origin.closeAllConnections();
    origin.close();
  }
});

test('in a plain browser the native way in takes nothing', async ({ page, product, households }) => {
  await page.goto(`${product.hostUrl}/open`);
  await expect(questionButton(page)).toBeVisible();
  await page.evaluate(
    (messages) => messages.forEach((message) => window.companion?.receive(message)),
    await forgeries(product, households.eligible.userId),
  );
  await expect(toastOn(page)).toHaveText('');
  await questionButton(page).click();
  await expect(page).toHaveTitle(hostWords['host.share.docTitle']);
});
