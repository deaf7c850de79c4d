import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ActivityModule } from '@fridge/shared-contracts';
import { isActivityModule, RELEASE_ADDRESS } from '@fridge/shared-contracts/page';
import { codeOf } from '../late/chunks.ts';
import { build, type InlineConfig, mergeConfig, type Plugin } from 'vite';

/** For `RELEASE_ADDRESS`, which Vite would encode. */
const STAND_IN = 'https://release.invalid';

/** Vite runs configurations in a runner of its own, which takes over `import()`. */
const require = createRequire(import.meta.url);

/**
 * A remote's screens, built for Node as the same configuration builds them for pages: equal class names and addresses
 * of files, these below `RELEASE_ADDRESS`.
 * @param config of the build for pages, as it was called
 * @returns none when no screen has a shell: nothing of it is run then
 */
export async function loadScreens(config: InlineConfig): Promise<ActivityModule['screens']> {
  const code = await buildForNode(config);
  if (!/\bShell\b/.test(code)) return {};
  const folder = await mkdtemp(join(tmpdir(), 'remote-kit-shells-'));
  try {
    const file = join(folder, 'screens.cjs');
    await writeFile(file, code);
    const { default: activity }: { default: unknown } = require(file);
    if (!isActivityModule(activity)) throw new Error('src/activity.ts exposes no activity module.');
    return activity.screens;
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function buildForNode(config: InlineConfig): Promise<string> {
  const built = await build(
    mergeConfig(config, {
      logLevel: 'error',
      plugins: [reactOfKit()],
      ssr: { noExternal: true },
      experimental: { renderBuiltUrl: (file: string) => `${STAND_IN}/${file}` },
      build: {
        ssr: true,
        write: false,
        watch: null,
        emptyOutDir: false,
        copyPublicDir: false,
        rolldownOptions: { output: { codeSplitting: false, format: 'cjs', exports: 'named' } },
      },
    }),
  );
  return codeOf(built).replaceAll(STAND_IN, RELEASE_ADDRESS);
}

/** The one that draws: another copy would have contexts and hooks of its own. */
function reactOfKit(): Plugin {
  return {
    name: 'react-of-kit',
    enforce: 'pre',
    resolveId: (id) => (/^react(?:-dom)?(?:\/|$)/.test(id) ? { id: require.resolve(id), external: true } : null),
  };
}
