import { defineConfig } from '@playwright/test';
import common from '../common-config.ts';

/** One team's way, one step after another: each step is a test, and the list names its seconds. */
export default defineConfig(common, {
  testDir: import.meta.dirname,
  testMatch: '**/*.team.ts',
  outputDir: '../results/team',
  workers: 1,
  timeout: 240_000,
});
