import { watchedTest } from '../fixtures/watched.ts';
import { createNativeApp, type NativeApp, phone, userAgents } from '../fixtures/native-app.ts';
import { keys } from './environment.ts';
import { cloudOf, customer } from './household.ts';
import { prepareSite, type Site } from './site.ts';

type SiteFixtures = {
  /** The web view of the customer's app. */
  app: NativeApp;
};
type SiteWorkerFixtures = {
  /** Of this worker; `null` where no PostgreSQL is installed, which skips the story. */
  prepared: Site | null;
  site: Site;
};

/** Stories of a release on a PostgreSQL, without the demonstration. */
export const test = watchedTest.extend<SiteFixtures, SiteWorkerFixtures>({
  prepared: [
    async ({ playwright: _playwright }, provide) => {
      const prepared = await prepareSite();
      await provide(prepared);
      await prepared?.stop();
    },
    { scope: 'worker', timeout: 150_000 },
  ],
  site: [
    async ({ prepared }, provide) => {
      if (prepared === null) throw new Error('No PostgreSQL is installed.');
      await provide(prepared);
    },
    { scope: 'worker' },
  ],
  app: async ({ site, newContext }, provide) => {
    const context = await newContext({ ...phone, userAgent: userAgents.android });
    const cloud = cloudOf(keys.CLOUD_KEY);
    const app = await createNativeApp(context, 'android', { hostUrl: site.hostUrl, cloud }, customer);
    await provide(app);
    await app.page.goto('about:blank'); // a page that is left sends its events, one that is closed here doesn't
  },
});
