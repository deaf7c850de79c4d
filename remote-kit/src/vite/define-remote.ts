import { resolve } from 'node:path';
import { federation } from '@module-federation/vite';
import react from '@vitejs/plugin-react';
import type { UserConfig } from 'vite';
import { browserFloor } from './browser-floor.ts';
import { describeRelease, isEntry, isModule } from './describe-release.ts';
import { chunkFileNames, groupContainer, sharedGroup } from './group-chunks.ts';
import { type CopyDeck, inlineCopy } from './inline-copy.ts';
import { healLateChunks } from './late/heal-late-chunks.ts';
import { inlineRuntime } from './inline-runtime.ts';
import { checkDefinition, type ReleaseDefinition } from './release-definition.ts';
import { shareWholeModules } from './share-whole-modules.ts';

/** What every remote builds its activity module from; the host asks for it by this name. */
const ACTIVITY_MODULE = './src/activity.ts';

/** What the host hands over: they must be one copy, and a screen needs nothing else. */
const SHARED = ['react', 'react/jsx-runtime'] as const;

/**
 * The build of a remote: one Module Federation container that exposes `./activity`, one stylesheet, and the
 * `release.json` that describes them. Why each lever is set: docs/decisions/0002-federation.md.
 * @param folder the remote's own, `import.meta.dirname` of its `vite.config.ts`
 * @param copy the remote's own texts, which each screen then loads by itself
 * @param shared how what several screens use is cut: `byScreen` for a remote with much of it, `oneFile` for one with less
 *   than some 60 KB as built
 * @throws ReleaseDefinitionError when publishing would refuse what the release declares
 */
export function defineRemote(
  release: ReleaseDefinition,
  folder: string,
  copy: CopyDeck = {},
  shared: 'byScreen' | 'oneFile' = 'byScreen',
): UserConfig {
  checkDefinition(release);
  return {
    root: folder,
    base: './',
    cacheDir: `${folder}/node_modules/.vite`,
    plugins: [
      react(),
      inlineCopy(copy),
      shareWholeModules(SHARED, `${folder}/${ACTIVITY_MODULE}`),
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
      groupContainer(),
      healLateChunks((chunk) => isEntry(chunk) || release.routes.some(({ screen }) => isModule(chunk, resolve(folder, screen)))),
      inlineRuntime(),
      describeRelease(release, folder),
    ],
    // Host and remotes bundle the same shared-ui: under one name, the sheet that came last would restyle the other's.
    css: { modules: { generateScopedName: `${release.name}_[local]_[hash:base64:6]` } },
    build: {
      target: browserFloor,
      cssTarget: browserFloor,
      cssCodeSplit: false,
      modulePreload: false,
      assetsInlineLimit: 2048,
      rolldownOptions: { input: ACTIVITY_MODULE, output: { chunkFileNames, codeSplitting: { groups: [sharedGroup(resolve(folder, ACTIVITY_MODULE), shared === 'oneFile')] } } },
    },
  };
}
