import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { temporaryFolder } from '@fridge/server/testing/temporary-folder';
import { buildAll } from '../ops/src/build-all.ts';
import { inRepository } from '../ops/src/workspace.ts';
import { storyBrowser } from './story-browser.ts';

// Playwright would take what follows a `--` for nothing and run every story.
const playwrightArguments = process.argv.slice(2).filter((argument) => argument !== '--');

/**
 * `npm run test:e2e [-- playwright arguments]`, and `test:team` with a configuration of its own: builds what changed,
 * finds a browser, runs the stories.
 */
try {
  const isStories = !playwrightArguments.includes('-c');
  const browser = storyBrowser(playwrightArguments);
  await buildAll(console.log);
  const { status } = spawnSync(
    process.execPath,
    [
      inRepository('node_modules/@playwright/test/cli.js'),
      'test',
      ...(isStories ? ['-c', inRepository('e2e/playwright.config.ts')] : []),
      ...playwrightArguments,
    ],
    {
      stdio: 'inherit',
      // What teams install takes too much memory.
      env: { ...process.env, CHROMIUM_PATH: browser, TMPDIR: isStories ? temporaryFolder() : tmpdir() },
    },
  );
  process.exitCode = status ?? 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
