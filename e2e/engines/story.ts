import { expect } from '@playwright/test';
import { productTest } from '../fixtures/product.ts';
import type { Household } from '../households.ts';
import type { Engine, EnginePage, PageOptions } from './engine-page.ts';
import { type EngineName, findEngine } from './find-engine.ts';
import { type EngineApp, startNativeApp } from './native-app.ts';

/** Complaints that a story provokes; every other one fails it. */
export type Complaints = { expect(...patterns: RegExp[]): void };

type EngineFixtures = {
  complaints: Complaints;
  /** Opens a page in a plain browser. */
  openBrowser: (options?: Partial<Omit<PageOptions, 'native'>>) => Promise<EnginePage>;
  /** Opens a page in the web view of a native app, whose user is logged in. */
  openApp: (user: Household, size?: { width: number; height: number }) => Promise<{ page: EnginePage; app: EngineApp }>;
  /** Skips what this machine has no engine for. */
  installed: undefined;
};

type EngineWorkerFixtures = { engineName: EngineName; engine: Engine };

const PHONE = { width: 390, height: 844 } as const;

/** A story in a real WebKit or Firefox, with the whole product behind it. */
export const test = productTest.extend<EngineFixtures & { pages: EnginePage[] }, EngineWorkerFixtures>({
  engineName: ['webkit', { option: true, scope: 'worker' }],
  engine: [
    async ({ engineName }, provide) => {
      const found = findEngine(engineName);
      if ('missing' in found) throw new Error(found.missing);
      const engine = await found.start();
      await provide(engine);
      await engine.close();
    },
    { scope: 'worker' },
  ],
  installed: [
    async ({ engineName }, provide, testInfo) => {
      const found = findEngine(engineName);
      if ('missing' in found) testInfo.skip(true, found.missing);
      await provide(undefined);
    },
    { auto: true },
  ],

  pages: async ({ engine: _engine }, provide) => {
    const pages: EnginePage[] = [];
    await provide(pages);
    for (const page of pages) await page.close();
  },
  complaints: async ({ pages }, provide) => {
    const expected: RegExp[] = [];
    await provide({ expect: (...patterns) => void expected.push(...patterns) });
    const unexpected = pages
      .flatMap((page) => page.complaints())
      .filter((complaint) => !expected.some((pattern) => pattern.test(complaint)));
    expect(unexpected, 'complaints in the console').toEqual([]);
  },
  openBrowser: async ({ engine, pages, complaints: _watched }, provide) => {
    await provide(async (options = {}) => {
      const page = await engine.open({ ...PHONE, ...options, native: null });
      pages.push(page);
      return page;
    });
  },
  openApp: async ({ engine, pages, product, complaints: _watched }, provide) => {
    const apps: EngineApp[] = [];
    await provide(async (user, size = PHONE) => {
      const app = await startNativeApp(product, user);
      apps.push(app);
      const page = await engine.open({ ...size, native: app.address });
      pages.push(page);
      return { page, app };
    });
    for (const app of apps) await app.close();
  },
});

export { expect };
