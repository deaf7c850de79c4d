import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { CommandFailed } from '../cli/command-failed.ts';

const SYSTEM_BROWSERS = [
  // Chromium's engine without the windows around it opens and paints pages in half the time.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

/**
 * `CHROMIUM_PATH`, an installed Chromium or Chrome, or Playwright's.
 * @throws CommandFailed (3), with what to install
 */
export function findBrowser(env: Readonly<Record<string, string | undefined>>, exists = existsSync): string {
  const named = env['CHROMIUM_PATH'];
  if (named !== undefined && named !== '') {
    if (exists(named)) return named;
    throw new CommandFailed(3, `CHROMIUM_PATH names ${named}, and there is no such file.`);
  }
  const found = [...SYSTEM_BROWSERS, chromium.executablePath()].find((path) => path !== '' && exists(path));
  if (found !== undefined) return found;
  throw new CommandFailed(
    3,
    'There is no Chromium or Chrome to open the screens in. Install one (apt-get install chromium, or npx playwright-core install chromium), or name one by CHROMIUM_PATH.',
  );
}
