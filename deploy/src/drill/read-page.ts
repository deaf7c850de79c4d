import { type Browser, chromium } from '@playwright/test';
import { findBrowser } from '../../../ops/src/bench/find-browser.ts';

/** A page's text has changed for the last time. */
const STEADY_MS = 2_000;
const READ_WITHIN_MS = 20_000;

let browser: Promise<Browser> | undefined;

/** Opens a page as somebody does who has never been there. @returns its visible text, in one line */
export async function readPage(url: string): Promise<string> {
  browser ??= chromium.launch({ executablePath: findBrowser() });
  // The certificate is of an authority that no browser knows.
  const context = await (await browser).newContext({ ignoreHTTPSErrors: true, viewport: { width: 390, height: 844 } });
  try {
    const page = await context.newPage();
    await page.goto(url, { waitUntil: 'commit', timeout: READ_WITHIN_MS });
    const giveUpAt = Date.now() + READ_WITHIN_MS;
    let read = '';
    let steadySince = Date.now();
    while (Date.now() < giveUpAt && (read === '' || Date.now() - steadySince < STEADY_MS)) {
      await page.waitForTimeout(250);
      const text = (await page.locator('body').innerText()).replaceAll(/\s+/g, ' ').trim();
      if (text !== read) steadySince = Date.now();
      read = text;
    }
    return read;
  } finally {
    await context.close();
  }
}

export async function closeBrowser(): Promise<void> {
  await (await browser)?.close();
}
