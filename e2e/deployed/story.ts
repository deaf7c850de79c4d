import { createNativeApp, type NativeApp, phone, userAgents } from '../fixtures/native-app.ts';
import { watchedTest } from '../fixtures/watched.ts';
import { cloudOf } from '../production/household.ts';
import { customer } from './customers.ts';
import { joinSite, type Site } from './site.ts';

type StoryFixtures = {
  /** The web view of the customer's app. */
  app: NativeApp;
};
type SiteFixtures = {
  /** One for all stories: leave it as it was. */
  site: Site;
};

/** Stories of the deployed site, by its names and through its proxy. */
export const test = watchedTest.extend<StoryFixtures, SiteFixtures>({
  site: [async ({ playwright: _playwright }, provide) => provide(await joinSite()), { scope: 'worker' }],
  launchOptions: [
    async ({ launchOptions, site: { publicKeyHash } }, provide) => {
      const trusted = `--ignore-certificate-errors-spki-list=${publicKeyHash}`;
      await provide({ ...launchOptions, args: [...(launchOptions.args ?? []), trusted] });
    },
    { scope: 'worker' },
  ],
  app: async ({ site, newContext }, provide) => {
    const context = await newContext({ ...phone, userAgent: userAgents.android });
    const { hostUrl, secrets } = site;
    const cloud = cloudOf(secrets['cloud-key'] ?? '');
    await provide(await createNativeApp(context, 'android', { hostUrl, cloud }, customer));
  },
});
