import type { Page } from '@playwright/test';
import { phone } from '../fixtures/native-app.ts';
import { expect, test } from '../fixtures/story.ts';
import { toastOn } from '../screen.ts';
import { campaignWords, commonWords, hostWords } from '../words.ts';

type Sheet = { shared: (ShareData & { inTap: boolean })[]; fault: string };

/** A share sheet, which Chromium on Linux lacks; `fault` names the error that it ends with. */
const giveSheet = (page: Page) =>
  page.addInitScript(() => {
    const sheet: Sheet = { shared: [], fault: '' };
    Object.assign(window, { sheet });
    Object.assign(navigator, {
      canShare: () => true,
      async share(card: ShareData) {
        sheet.shared.push({ ...card, inTap: navigator.userActivation.isActive });
        if (sheet.fault !== '') throw new DOMException('', sheet.fault);
      },
    });
  });
const sharedOn = (page: Page) => page.evaluate<Sheet['shared']>('window.sheet.shared');
const shareButton = (page: Page) => page.getByRole('button', { name: hostWords['host.header.share.aria'] });

test("on a phone the browser's own sheet shares the card within the tap; a closed one says nothing, a failing one gives way to the copied link", async ({
  newContext,
  product,
}) => {
  const context = await newContext({ ...phone, permissions: ['clipboard-read', 'clipboard-write'] });
  const page = await context.newPage();
  const ways: string[] = [];
  page.on('request', (request) => {
    if (!request.url().endsWith('/track')) return;
    const { events }: { events: { name?: string }[] } = JSON.parse(request.postData() ?? '{"events":[]}');
    ways.push(...events.flatMap(({ name }) => (name?.startsWith('host.share.') ? [name] : [])));
  });
  await giveSheet(page);
  await page.goto(`${product.hostUrl}/?brand=1&phone=13900000000`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await shareButton(page).tap();
  const card = {
    title: campaignWords['host.card.campaign.title'],
    text: campaignWords['host.card.campaign.desc'],
    url: `${product.hostUrl}/?brand=1`,
    inTap: true,
  };
  await expect.poll(() => sharedOn(page)).toEqual([card]);

  await page.evaluate("window.sheet.fault = 'AbortError'");
  await shareButton(page).tap();
  await expect.poll(() => sharedOn(page)).toEqual([card, card]);
  await expect(toastOn(page)).toHaveText('');

  await page.evaluate("window.sheet.fault = 'DataError'");
  await shareButton(page).tap();
  await expect(toastOn(page)).toHaveText(commonWords['common.copyLink.toast']);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(card.url);
  await expect(page).toHaveTitle(campaignWords['campaign.home.docTitle']);

  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await expect
    .poll(() => ways)
    .toEqual(['host.share.native', 'host.share.native', 'host.share.native', 'host.share.copy']);
});

test("a desktop's browser leads to the share page, also where it has a sheet", async ({ newContext, product }) => {
  const page = await (await newContext({ viewport: { width: 1280, height: 800 } })).newPage();
  await giveSheet(page);
  await page.goto(product.hostUrl);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await shareButton(page).click();
  await expect(page).toHaveTitle(hostWords['host.share.docTitle']);
});
