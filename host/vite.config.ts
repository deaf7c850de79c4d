import react from '@vitejs/plugin-react';
import { build, defineConfig, type Plugin } from 'vite';
import { fill } from '@fridge/shared-contracts';
import { browserFloor } from '@fridge/remote-kit/browser-floor';
import { healLateChunks } from '@fridge/remote-kit/heal-late-chunks';
import { inlineCopy } from '@fridge/remote-kit/inline-copy';
import { copy } from './src/copy.ts';

/** Runtime options: browser only, no manifests. */
const federationRuntime = {
  FEDERATION_OPTIMIZE_NO_SNAPSHOT_PLUGIN: 'true',
  FEDERATION_OPTIMIZE_NO_REMOTE: 'false',
  FEDERATION_OPTIMIZE_NO_SHARED: 'false',
  ENV_TARGET: '"web"',
};

/** Unreachable, but left in the build by the options: snapshots, preloading, classic scripts. 4.8 KB gzip. */
const unusedRuntime: Readonly<Record<string, string>> = {
  '/runtime-core/dist/plugins/snapshot/SnapshotHandler.js': `
    import { PluginSystem } from '../../utils/hooks/pluginSystem.js';
    export class SnapshotHandler { hooks = new PluginSystem({}); manifestCache = new Map(); }
    export const getGlobalRemoteInfo = () => ({});`,
  '/runtime-core/dist/utils/preload.js': missing(
    'formatPreloadArgs',
    'preloadAssets',
    'defaultPreloadArgs',
    'normalizePreloadExposes',
  ),
  '/sdk/dist/dom.js': missing('createLink', 'createScript', 'loadScript', 'isStaticResourcesEqual', 'safeWrapper'),
  '/runtime-core/dist/utils/context.js': 'export const optionsToMFContext = () => undefined;', // browsers don't log it
  '/runtime/package.json': '{ "version": "2.9.1" }',
};

function missing(...names: string[]): string {
  const report =
    "const missing = () => { throw new Error('This host is built without it: host/vite.config.ts, unusedRuntime.'); };";
  return `${report} export { ${names.map((name) => `missing as ${name}`).join(', ')} };`;
}

function leaveOutUnusedRuntime(): Plugin {
  const met = new Set<string>();
  return {
    name: 'leave-out-unused-runtime',
    apply: 'build',
    enforce: 'pre',
    load(id) {
      const file = Object.keys(unusedRuntime).find((path) => id.endsWith(`/@module-federation${path}`));
      if (file === undefined) return null;
      met.add(file);
      return unusedRuntime[file];
    },
    buildEnd(error) {
      const absent = Object.keys(unusedRuntime).filter((file) => !met.has(file));
      if (!error && met.size > 0 && absent.length > 0)
        throw new Error(
          `The federation runtime has no ${absent.join(', ')} any more: see unusedRuntime in host/vite.config.ts.`,
        );
    },
  };
}

/** All engines with modules: the early start tells users of those too old for the host. */
const oldestModuleEngines = ['chrome61', 'safari11.1', 'firefox60'];

function inlineEarlyStart(): Plugin {
  return {
    name: 'inline-early-start',
    transformIndexHtml: {
      order: 'pre',
      async handler(html) {
        const result = await build({
          configFile: false,
          logLevel: 'silent',
          build: {
            write: false,
            target: oldestModuleEngines,
            modulePreload: false,
            lib: { entry: `${import.meta.dirname}/src/early-start.ts`, formats: ['iife'], name: 'earlyStart' },
          },
        });
        const [output] = Array.isArray(result) ? result : [result];
        if (!output || !('output' in output)) throw new Error('The early start has no output.');
        return html.replace('<!-- early-start.ts -->', () => `<script>${output.output[0].code.trim()}</script>`);
      },
    },
  };
}

/** Fills `%copy:key%` from the copy deck. */
function pageCopy(): Plugin {
  return {
    name: 'page-copy',
    transformIndexHtml: (html) =>
      html.replace(/%copy:([\w.]+)%/g, (_, key: string) => {
        const text = new Map<string, string>(Object.entries(copy)).get(key);
        if (text === undefined) throw new Error(`index.html names ${key}, which is not in src/copy.ts.`);
        return fill(text as ''); // known by key only: may contain nothing but product names
      }),
  };
}

/** A separate script: the bundler would merge all scripts of a page. */
const startRemote = { name: 'start-remote', file: '/src/start-remote.ts' };

function inlineStartRemote(): Plugin {
  return {
    name: 'start-remote-script',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const built = Object.values(bundle ?? {}).find(
          (output) => output.type === 'chunk' && output.name === startRemote.name,
        );
        const src = built ? `/${built.fileName}` : startRemote.file;
        return html.replace('<!-- start-remote.ts -->', `<script type="module" crossorigin src="${src}"></script>`);
      },
    },
  };
}

export default defineConfig({
  root: import.meta.dirname,
  cacheDir: `${import.meta.dirname}/node_modules/.vite`,
  plugins: [
    react(),
    inlineCopy(copy),
    leaveOutUnusedRuntime(),
    inlineEarlyStart(),
    pageCopy(),
    inlineStartRemote(),
    healLateChunks(),
  ],
  define: federationRuntime,
  build: {
    target: browserFloor,
    cssTarget: browserFloor,
    assetsInlineLimit: 1024,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: startRemote.name, test: (id) => id.endsWith(startRemote.file) }] } },
    },
  },
});
