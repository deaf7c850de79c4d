import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Engine, EnginePage, PageOptions } from '../engine-page.ts';
import { connectBidi } from './bidi-connection.ts';
import { createFirefoxPage } from './firefox-page.ts';

const START_LIMIT_MS = 60_000;
const ANDROID = 'Mozilla/5.0 (Android 13; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0 CompanionApp/9.1.0';

const preferences = {
  'intl.accept_languages': 'zh-CN',
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.page': 0,
  'datareporting.policy.dataSubmissionEnabled': false,
  'app.update.disabledForTesting': true,
  'remote.active-protocols': 1,
  // As on phones: beside the page it would count in `vw`.
  'ui.useOverlayScrollbars': 1,
} as const;

/** Firefox without a window: each page is a browser of its own, since the user agent is the browser's. */
export async function startFirefox(path: string): Promise<Engine> {
  const pages: EnginePage[] = [];
  return {
    async open(options) {
      const page = await openPage(path, options);
      pages.push(page);
      return page;
    },
    async close() {
      for (const page of pages) await page.close();
    },
  };
}

async function openPage(path: string, { width, height, native }: PageOptions): Promise<EnginePage> {
  const profile = await mkdtemp(join(tmpdir(), 'firefox-'));
  const set = { ...preferences, ...(native !== null && { 'general.useragent.override': ANDROID }) };
  await writeFile(
    join(profile, 'user.js'),
    Object.entries(set)
      .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`)
      .join(''),
  );
  const browser = spawn(
    path,
    ['--headless', '--no-remote', '--remote-debugging-port=0', '--profile', profile, 'about:blank'],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, TZ: 'Asia/Shanghai', MOZ_DISABLE_CONTENT_SANDBOX: '1', HOME: profile },
    },
  );
  const exited = once(browser, 'exit');
  const bidi = await connectBidi(`${await socketOf(browser)}/session`);
  const page = await createFirefoxPage({
    bidi,
    native,
    async end() {
      bidi.close();
      browser.kill('SIGTERM');
      await exited;
      await rm(profile, { recursive: true, force: true, maxRetries: 3 });
    },
  });
  await page.resize(width, height);
  return page;
}

/** Where the browser listens, which it says once it does. */
function socketOf(browser: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    const timer = setTimeout(() => reject(new Error(`Firefox didn't start:\n${said}`)), START_LIMIT_MS);
    browser.once('exit', (code) => reject(new Error(`Firefox ended with ${code}:\n${said}`)));
    browser.stderr?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const [, url] = /WebDriver BiDi listening on (ws:\/\/\S+)/.exec(said) ?? [];
      if (url === undefined) return;
      clearTimeout(timer);
      resolve(url);
    });
  });
}
