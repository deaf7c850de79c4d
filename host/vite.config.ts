import react from '@vitejs/plugin-react';
import { build, defineConfig, type Plugin } from 'vite';
import { fill } from '@fridge/shared-contracts';
import { browserFloor } from '@fridge/remote-kit/browser-floor';
import { healLateChunks } from '@fridge/remote-kit/heal-late-chunks';
import { inlineCopy } from '@fridge/remote-kit/inline-copy';
import { copy } from './src/copy.ts';

const unreachable = "{ throw new Error('This host is built without it: host/vite.config.ts.'); }";

/**
 * Functions of `react-dom` that the bundler can't leave out, and what their bodies become.
 *
 * - `unreachable`: hydration, as React renders into an empty root, and `react-dom`'s own functions, which only the host
 *   could import.
 * - Empty: without hydration there are no held back events.
 */
const replacedBodies: readonly (readonly [file: string, functions: readonly string[], body: string])[] = [
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

function lightenReact(): Plugin {
  const absent = new Set(replacedBodies.map(([file]) => file));
  return {
    name: 'lighten-react',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      let changed = code;
      for (const [file, functions, body] of replacedBodies) {
        if (!id.endsWith(`/${file}`)) continue;
        absent.delete(file);
        for (const name of functions) changed = replaceBody(changed, name, body);
      }
      return changed === code ? null : changed;
    },
    buildEnd(error) {
      if (!error && absent.size > 0) throw new Error(`react-dom has no ${[...absent].join(', ')}: replacedBodies.`);
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
        return html.replace('<!-- start-remote.ts -->', `<script type="module" crossorigin src="${src}"></script>`);
      },
    },
  };
}

export default defineConfig({
  root: import.meta.dirname,
  cacheDir: `${import.meta.dirname}/node_modules/.vite`,
  plugins: [react(), inlineCopy(copy), lightenReact(), writePage(), inlineStartRemote(), healLateChunks()],
  // Of the federation runtime, loaded for remotes that need it: browser only, no manifests.
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
