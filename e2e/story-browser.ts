import { existsSync } from 'node:fs';
import { findBrowser } from './find-browser.ts';

/** Chromium's engine without the windows around it: it opens and paints pages in half the time. */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';

/** @returns the path of the browser that stories run in @throws where there is none */
export function storyBrowser(playwrightArguments: readonly string[]): string {
  const needsWindow = playwrightArguments.some((argument) => /^--(headed|debug|ui)/.test(argument));
  return process.env['CHROMIUM_PATH'] || (existsSync(HEADLESS_SHELL) && !needsWindow ? HEADLESS_SHELL : findBrowser());
}
