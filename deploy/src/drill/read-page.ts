import { type Browser, chromium } from '@playwright/test';
import { findBrowser } from '@fridge/remote-kit/check/find-browser';

const READ_WITHIN_MS = 25_000;
const DRAWN_AFTER_MS = 500;

let browser: Promise<Browser> | undefined;

/** Opens a page as somebody does who has never been there. @returns its visible text, in one line */
export async function readPage(url: string): Promise<string> {
  browser ??= chromium.launch({ executablePath: findBrowser(process.env) });
  // The certificate is of an authority that no browser knows.
  const context = await (await browser).newContext({ ignoreHTTPSErrors: true, viewport: { width: 390, height: 844 } });
  try {
    const page = await context.newPage();
    await page.goto(url, { waitUntil: 'commit', timeout: READ_WITHIN_MS });
    // Until its calls are answered, or given up.
    await page.waitForLoadState('networkidle', { timeout: READ_WITHIN_MS });
    await page.waitForTimeout(DRAWN_AFTER_MS);
    return (await page.locator('body').innerText()).replaceAll(/\s+/g, ' ').trim();
  } finally {
    await context.close();
  }
}

export async function closeBrowser(): Promise<void> {
  await (await browser)?.close();
}
