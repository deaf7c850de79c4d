import { defineConfig } from '@playwright/test';
import { engineNames } from './find-engine.ts';

/**
 * The stories of `npm run test:engines`, each in every engine. One worker: a browser and the whole product are enough
 * for two cores.
 */
export default defineConfig<{ engineName: (typeof engineNames)[number] }>({
  testDir: 'stories',
  testMatch: '**/*.engine.ts',
  outputDir: '../results',
  globalSetup: '../product/prepared-state.ts',
  workers: 1,
  fullyParallel: false,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  forbidOnly: Boolean(process.env['CI']),
  retries: 0,
  reporter: [['list'], ['../reporter/count-reporter.ts']],
  projects: engineNames.map((name) => ({ name, use: { engineName: name } })),
});
