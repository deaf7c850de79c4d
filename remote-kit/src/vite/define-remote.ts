import { resolve } from 'node:path';
import { federation } from '@module-federation/vite';
import react from '@vitejs/plugin-react';
import type { ConfigEnv, Plugin, UserConfig } from 'vite';
import { browserFloor } from './browser-floor.ts';
import { remoteContainer } from './container/remote-container.ts';
import { describeRelease, isEntry, isModule } from './describe-release.ts';
import { ACTIVITY_MODULE, generateActivity } from './generate-activity.ts';
import { outputOf } from './group-chunks.ts';
import { type CopyDeck, inlineCopy } from './inline-copy.ts';
import { healLateChunks } from './late/heal-late-chunks.ts';
import { checkDefinition, type ReleaseDefinition, screenModule } from './release-definition.ts';

/** Provided by the host: only one copy may exist. */
const SHARED = ['react', 'react/jsx-runtime'] as const;

/**
 * The build of a remote: a Module Federation container that exposes `./activity`, one stylesheet and `release.json`.
 * Reasons: docs/decisions/0002-federation.md.
 * @param folder `import.meta.dirname` of the remote's `vite.config.ts`
 * @param copy the remote's texts, inlined where they are used
 * @param shared how to split code of several screens: `oneFile` below about 60 KB built, else `byScreen`
 * @throws when publishing would refuse the declaration
 */
export function defineRemote(
  release: ReleaseDefinition,
  folder: string,
  copy: CopyDeck = {},
  shared: 'byScreen' | 'oneFile' = 'byScreen',
): UserConfig {
  checkDefinition(release);
  const activity = resolve(folder, ACTIVITY_MODULE);
  const screens = release.routes.map(({ screen }) => resolve(folder, screenModule(screen).file));
  return {
    root: folder,
    base: './',
    cacheDir: `${folder}/node_modules/.vite`,
    plugins: [
      react(),
      inlineCopy(copy),
      generateActivity(folder, () => release),
      ...when(
        ({ command }) => command === 'serve',
        federation({
          name: release.name,
          filename: 'remoteEntry-[hash].js',
          exposes: { './activity': ACTIVITY_MODULE },
          shared: Object.fromEntries(SHARED.map((name) => [name, { singleton: true, import: false }])),
          shareStrategy: 'loaded-first',
          manifest: false,
          dts: false,
          dev: { remoteHmr: true },
          experiments: { externalRuntime: true },
        }),
      ),
      // Without the build for Node, which draws shells.
      ...when(
        ({ command, isSsrBuild }) => command === 'build' && isSsrBuild !== true,
        [
          remoteContainer(SHARED, activity, folder),
          healLateChunks((chunk) => isEntry(chunk) || screens.some((screen) => isModule(chunk, screen))),
          describeRelease(release, folder, SHARED),
        ],
      ),
    ],
    optimizeDeps: { entries: screens },
    // Host and remotes bundle the same shared-ui: with equal names the last sheet would win.
    css: { modules: { generateScopedName: `${release.name}_[local]_[hash:base64:6]` } },
    build: {
      target: browserFloor,
      cssTarget: browserFloor,
      cssCodeSplit: false,
      sourcemap: 'hidden',
      modulePreload: false,
      assetsInlineLimit: 2048,
      rolldownOptions: {
        input: ACTIVITY_MODULE,
        output: outputOf(activity, shared === 'oneFile'),
      },
    },
  };
}

const when = (applies: (env: ConfigEnv) => boolean, plugins: readonly Plugin[]): Plugin[] =>
  plugins.map(({ apply, ...plugin }) => ({
    ...plugin,
    apply: (config, env) =>
      applies(env) && (typeof apply === 'function' ? apply(config, env) : (apply ?? env.command) === env.command),
  }));
