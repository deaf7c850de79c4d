import type { Browser, CDPSession, Page } from '@playwright/test';

const NETWORK = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };
const CPU_SLOWDOWN = 4;
const OPEN_LIMIT_MS = 60_000;

export async function withColdPage<Result>(browser: Browser, measure: (page: Page, session: CDPSession) => Promise<Result>): Promise<Result> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  try {
    const page = await context.newPage();
    return await measure(page, await context.newCDPSession(page));
  } finally {
    await context.close();
  }
}

export async function slowLineAndProcessor(session: CDPSession): Promise<void> {
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', NETWORK);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
}

/** @returns the button's first frame, ms from navigation start */
export async function openUntil(page: Page, url: string, button: string): Promise<number> {
  await page.addInitScript({ content: watchForButton(button) });
  await page.goto(url, { waitUntil: 'commit' });
  const handle = await page.waitForFunction(() => Reflect.get(window, 'benchSeen'), undefined, { timeout: OPEN_LIMIT_MS });
  return Number(await handle.jsonValue());
}

/** Text, since a compiled function may use helpers the page lacks. */
function watchForButton(text: string): string {
  return `requestAnimationFrame(function look(now) {
    const seen = [...document.querySelectorAll('button, a')].some((element) => (element.textContent + (element.ariaLabel ?? '')).includes(${JSON.stringify(text)}));
    if (seen) window.benchSeen = now;
    else requestAnimationFrame(look);
  });`;
}
