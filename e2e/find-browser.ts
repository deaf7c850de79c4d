import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { findBrowser as findInstalled } from '@fridge/remote-kit/check/find-browser';

/**
 * A Chromium for tests: an installed one; else downloads Playwright's or installs one by apt.
 * @throws with what to install
 */
export function findBrowser(): string {
  const found = installed();
  if (found !== null) return found;
  console.log('No Chromium found; installing one …');
  spawnSync('npx', ['playwright', 'install', 'chromium'], { stdio: 'inherit', shell: process.platform === 'win32' });
  if (installed() === null && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit' });
    spawnSync('apt-get', ['install', '-y', '-qq', 'chromium', 'fonts-noto-cjk'], {
      stdio: 'inherit',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  }
  return findInstalled(process.env);
}

function installed(): string | null {
  try {
    return findInstalled(process.env);
  } catch {
    return null;
  }
}
