import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

const SYSTEM_BROWSERS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/**
 * A Chromium for tests: `CHROMIUM_PATH`, Playwright's, or the system's; else downloads Playwright's or installs one by
 * apt.
 * @throws with what to install
 */
export function findBrowser(): string {
  const found = locate();
  if (found) return found;
  console.log('No Chromium found; installing one …');
  spawnSync('npx', ['playwright', 'install', 'chromium'], { stdio: 'inherit', shell: process.platform === 'win32' });
  if (!locate() && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit' });
    spawnSync('apt-get', ['install', '-y', '-qq', 'chromium', 'fonts-noto-cjk'], {
      stdio: 'inherit',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  }
  const installed = locate();
  if (!installed) throw new Error('No Chromium to test in. Install Chrome or Chromium, or set CHROMIUM_PATH to one.');
  return installed;
}

function locate(): string | null {
  const candidates = [process.env['CHROMIUM_PATH'] ?? '', chromium.executablePath(), ...SYSTEM_BROWSERS];
  return candidates.find((path) => path !== '' && existsSync(path)) ?? null;
}
