import react from '@vitejs/plugin-react';
import { build, defineConfig, type Plugin } from 'vite';
import { fill } from '@fridge/shared-contracts';
import { browserFloor } from '@fridge/remote-kit/browser-floor';
import { healLateChunks } from '@fridge/remote-kit/heal-late-chunks';
import { inlineCopy } from '@fridge/remote-kit/inline-copy';
import { copy } from './src/copy.ts';
import { writeShells } from './write-shells.ts';

const unreachable = "{ throw new Error('This host is built without it: host/vite.config.ts.'); }";

/**
 * Functions of libraries that the bundler can't leave out, and what their bodies become.
 *
 * - `unreachable`. The federation runtime: snapshots, preloading, remotes that aren't modules, replaced registrations,
 *   which neither `federation.ts` nor a remote's container reaches. React: hydration, as nothing is rendered by the
 *   server, and `react-dom`'s own functions, which only the host could import.
 * - Empty: without hydration there are no held back events. Of errors only words go: code, arguments and cause stay.
 * - `true`: version ranges only choose among copies that aren't loaded, and the host's always is.
 */
const replacedBodies: readonly (readonly [file: string, functions: readonly string[], body: string])[] = [
  ['error-codes/dist/desc.mjs', ['errorDescMap', 'runtimeDescMap'], '{}'],
  [
    'runtime-core/dist/global.js',
    [
      'addGlobalSnapshot',
      'getInfoWithoutType',
      'getTargetSnapshotInfoByModuleInfo',
      'resetFederationGlobalInfo',
      'setGlobalSnapshotInfoByModuleInfo',
    ],
    unreachable,
  ],
  [
    'runtime-core/dist/plugins/snapshot/SnapshotHandler.js',
    ['getGlobalRemoteInfo', 'getManifestJson', 'loadManifestSnapshot', 'loadRemoteSnapshotInfo'],
    unreachable,
  ],
  ['runtime-core/dist/remote/index.js', ['initRawContainer', 'preloadRemote', 'removeRemote'], unreachable],
  ['runtime-core/dist/shared/index.js', ['initRemoteModule', 'loadShareSync'], unreachable],
  ['runtime-core/dist/utils/context.js', ['optionsToMFContext'], '{}'],
  ['runtime-core/dist/utils/load.js', ['loadEntryScript', 'loadSystemJsEntry'], unreachable],
  ['runtime-core/dist/utils/preload.js', ['preloadAssets'], unreachable],
  ['runtime-core/dist/utils/semver/index.js', ['satisfy'], '{ return true; }'],
  ['sdk/dist/dom.js', ['loadScript'], unreachable],
  ['sdk/dist/logger.js', ['emit'], '{ console[method](this.prefix, ...args); }'],
  [
    'react-dom/cjs/react-dom.production.js',
    ['preconnect', 'preinit', 'preinitModule', 'preload', 'preloadModule'],
    unreachable,
  ],
  [
    'react-dom/cjs/react-dom-client.production.js',
    [
      'canHydrateHydrationBoundary',
      'canHydrateInstance',
      'canHydrateTextInstance',
      'checkForUnmatchedText',
      'clearHydrationBoundary',
      'getNextHydratable',
      'hideOrUnhideDehydratedBoundary',
      'preconnect',
      'prefetchDNS',
      'preinitModuleScript',
      'preinitScript',
      'preinitStyle',
      'preload',
      'preloadModule',
      'prepareToHydrateHostInstance',
      'pushDehydratedActivitySuspenseHandler',
      'queueIfContinuousEvent',
      'updateDehydratedSuspenseComponent',
    ],
    unreachable,
  ],
  ['react-dom/cjs/react-dom-client.production.js', ['clearIfContinuousEvent', 'retryIfBlockedOn'], '{}'],
];

function lightenLibraries(): Plugin {
  const absent = new Set(replacedBodies.map(([file]) => file));
  return {
    name: 'lighten-libraries',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (id.endsWith('/@module-federation/runtime/package.json'))
        return JSON.stringify({ version: JSON.parse(code).version });
      let changed = code;
      for (const [file, functions, body] of replacedBodies) {
        if (!id.endsWith(`/${file}`)) continue;
        absent.delete(file);
        for (const name of functions) changed = replaceBody(changed, name, body);
      }
      return changed === code ? null : changed;
    },
    buildEnd(error) {
      // The bench builds the same code without federation: a library that isn't there at all has lost no file.
      const ids = [...this.getModuleIds()];
      const lost = [...absent].filter((file) => ids.some((id) => id.includes(`/${file.split('/', 1)[0]}/`)));
      if (!error && lost.length > 0) throw new Error(`No library has ${lost.join(', ')}: replacedBodies.`);
    },
  };
}

/** In code that is indented: a body ends with the bracket at its depth. @throws where the name isn't defined */
function replaceBody(code: string, name: string, body: string): string {
  const head = `(?:async |function |const |exports\\.)*${name}(?: = .*=>| =(?: function \\(.*\\))?|\\([^]*?\\)) `;
  const definition = new RegExp(`^(\\t*)(${head})\\{\\n[^]*?^\\1\\}`, 'm');
  if (!definition.test(code)) throw new Error(`No library defines ${name}: replacedBodies of host/vite.config.ts.`);
  return code.replace(definition, (_, indent: string, start: string) => indent + start + body);
}

/** Inlines the early start, and fills `%copy:key%` from the copy deck. */
function writePage(): Plugin {
  return {
    name: 'write-page',
    transformIndexHtml: {
      order: 'pre',
      async handler(html) {
        const result = await build({
          configFile: false,
          logLevel: 'silent',
          build: {
            write: false,
            // All engines with modules: it tells users of those too old for the host.
            target: ['chrome61', 'safari11.1', 'firefox60'],
            modulePreload: false,
            lib: { entry: `${import.meta.dirname}/src/early-start.ts`, formats: ['iife'], name: 'earlyStart' },
          },
        });
        const [output] = [result].flat();
        if (!output || !('output' in output)) throw new Error('The early start has no output.');
        const script = `<script>${output.output[0].code.trim()}</script>`;
        return html
          .replace('<!-- early-start.ts -->', () => script)
          .replace(/%copy:([\w.]+)%/g, (_, key: string) => {
            if (!(key in copy)) throw new Error(`index.html names ${key}, which is not in src/copy.ts.`);
            return fill(copy[key as 'host.noscript']); // known by key only: may contain nothing but product names
          });
      },
    },
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
        const script = `<script type="module" crossorigin src="${src}"></script>`;
        return afterMarkup(html, script);
      },
    },
  };
}

/**
 * Vite puts all into the head. The first screen's markup waits for nothing: modules come after it and the import map,
 * the stylesheet at the end of the page. Modules wait for it.
 */
function afterMarkup(html: string, first: string): string {
  const [, head = ''] = /<head>([^]*)<\/head>/.exec(html) ?? [];
  const modules = head.match(/ *<(?:script type="module"|link rel="modulepreload").*\n/g) ?? [];
  const sheets = head.match(/ *<link rel="stylesheet".*\n/g) ?? [];
  return [...modules, ...sheets]
    .reduce((page, tag) => page.replace(tag, ''), html)
    .replace('<!-- start-remote.ts -->\n', () => `${first}\n${modules.join('')}`)
    .replace(/(?= *<\/body>)/, () => sheets.join(''));
}

export default defineConfig({
  root: import.meta.dirname,
  cacheDir: `${import.meta.dirname}/node_modules/.vite`,
  plugins: [
    react(),
    inlineCopy(copy),
    lightenLibraries(),
    writePage(),
    inlineStartRemote(),
    healLateChunks(),
    writeShells(() => [react(), inlineCopy(copy)]),
  ],
  // Of the federation runtime: browser only, no manifests.
  define: {
    FEDERATION_OPTIMIZE_NO_SNAPSHOT_PLUGIN: 'true',
    FEDERATION_OPTIMIZE_NO_REMOTE: 'false',
    FEDERATION_OPTIMIZE_NO_SHARED: 'false',
    ENV_TARGET: '"web"',
  },
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
