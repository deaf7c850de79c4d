import { defineConfig } from '@playwright/test';
import common from './common-config.ts';

const PRODUCTION = '**/production.e2e.ts';

/** One worker runs all stories of production, one after another: begun last, they would leave the others idle. */
export default defineConfig(common, {
  testDir: '.',
  outputDir: 'results',
  projects: [
    { name: 'production', testMatch: PRODUCTION },
    { name: 'stories', testMatch: '**/*.e2e.ts', testIgnore: PRODUCTION },
  ],
});
