import { defineConfig } from '@playwright/test';
import common from '../common-config.ts';

/** One site, whose stories go on where the one before ended: files in the order of their names. */
export default defineConfig(common, {
  testDir: import.meta.dirname,
  testMatch: '**/*.deployed.ts',
  outputDir: '../results/deployed',
  workers: 1,
  fullyParallel: false,
  timeout: 120_000,
});
