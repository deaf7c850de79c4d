import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { watchedTest } from '../fixtures/watched.ts';
import { createNativeApp, type NativeApp, phone, userAgents } from '../fixtures/native-app.ts';
import type { Household } from '../households.ts';
import { demoCall } from '../product/demo-cloud.ts';
import { type Product, runProduct } from '../product/run-product.ts';
import { inRepository } from '../../ops/src/workspace.ts';
import { type PackageRegistry, servePackages } from './package-registry.ts';
import { createTeamFolder, type TeamFolder } from './team-folder.ts';

type StepFixtures = {
  /** The web view of a user who is logged in. */
  app: (user: Household | null) => Promise<NativeApp>;
};
type TeamFixtures = {
  /** A folder with the packed packages. */
  packed: string;
  /** What a company's registry would have. */
  registry: PackageRegistry;
  /** Empty at first, outside of the repository. */
  team: TeamFolder;
  /** A host that is running for other activities. */
  product: Product;
  /** The operators' command line. */
  ops: (...words: readonly string[]) => Promise<string>;
};

const run = promisify(execFile);

/** The way of one team, whose steps share what they make. */
export const test = watchedTest.extend<StepFixtures, TeamFixtures>({
  packed: [
    async ({ playwright: _playwright }, provide) => {
      const folder = await mkdtemp(join(tmpdir(), 'packages-'));
      await run(process.execPath, ['--import', 'tsx', inRepository('ops/src/main.ts'), 'pack', folder], {
        cwd: inRepository(),
      });
      await provide(folder);
      await rm(folder, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  registry: [
    async ({ packed }, provide) => {
      const registry = await servePackages(packed);
      await provide(registry);
      registry.close();
    },
    { scope: 'worker' },
  ],
  product: [
    async ({ playwright: _playwright }, provide) => {
      const product = await runProduct();
      await provide(product);
      await product.stop();
    },
    { scope: 'worker', timeout: 150_000 },
  ],
  team: [
    async ({ registry }, provide) => {
      const browser = process.env['CHROMIUM_PATH'];
      const team = await createTeamFolder({
        'npm_config_@fridge:registry': registry.url,
        ...(browser ? { CHROMIUM_PATH: browser } : {}),
      });
      await provide(team);
      await team.remove();
    },
    { scope: 'worker' },
  ],
  ops: [
    async ({ product: { stateDir, hostUrl } }, provide) =>
      provide(async (...words) => {
        const { stdout } = await run(process.execPath, ['--import', 'tsx', inRepository('ops/src/ops.ts'), ...words], {
          cwd: inRepository(),
          env: { ...process.env, STATE_DIR: stateDir, PUBLIC_HOST_ORIGIN: hostUrl },
        });
        return stdout;
      }),
    { scope: 'worker' },
  ],
  app: async ({ newContext, product }, provide) => {
    const cloud = (asked: string, { userId }: Household) => demoCall<object>(product, asked, { userId });
    await provide(async (user) =>
      createNativeApp(
        await newContext({ ...phone, userAgent: userAgents.android }),
        'android',
        { ...product, cloud },
        user,
      ),
    );
  },
});
