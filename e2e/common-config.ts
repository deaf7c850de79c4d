import { defineConfig } from '@playwright/test';

/**
 * What the configurations of this folder have in common. Three workers: a story waits more than it computes, and each
 * worker runs the whole product, server and database included. Stories of one file run on whichever worker is free,
 * unless the file says `mode: 'default'`.
 */
export default defineConfig({
  globalSetup: `${import.meta.dirname}/product/prepared-state.ts`,
  workers: Number(process.env['E2E_WORKERS'] ?? 3),
  fullyParallel: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: Boolean(process.env['CI']),
  /** None: a story that fails now and then is a fault. CI tells it once more, and names it (`count-reporter.ts`). */
  retries: Number(process.env['E2E_RETRIES'] ?? 0),
  reporter: [['list'], [`${import.meta.dirname}/reporter/count-reporter.ts`]],
  use: {
    viewport: { width: 390, height: 844 },
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(process.env['CHROMIUM_PATH'] ? { executablePath: process.env['CHROMIUM_PATH'] } : {}),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
