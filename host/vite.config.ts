import react from '@vitejs/plugin-react';
import { build, defineConfig, type Plugin } from 'vite';
import { fill } from '@fridge/shared-contracts';
import { browserFloor } from '@fridge/remote-kit/browser-floor';
import { healLateChunks } from '@fridge/remote-kit/heal-late-chunks';
import { copy } from './src/copy.ts';

/**
 * Options of the federation runtime that its own build plugin sets: a browser only, no snapshots, and no loader of
 * remotes, since the host imports a remote's entry itself (`federation.ts`).
 */
const federationRuntime = {
  FEDERATION_OPTIMIZE_NO_SNAPSHOT_PLUGIN: 'true',
  FEDERATION_OPTIMIZE_NO_REMOTE: 'true',
  ENV_TARGET: '"web"',
};

/**
 * Engines that run modules at all. The early start is written for these, though the host isn't: in the older ones of
 * them it is what tells the user so. Those without modules are told by the page's `nomodule` script.
 */
const oldestModuleEngines = ['chrome61', 'safari11.1', 'firefox60'];

/** Compiles the early start by itself and puts it into the page, where it runs before any request for a module. */
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
        return html.replace('<!-- early start -->', () => `<script>${output.output[0].code.trim()}</script>`);
      },
    },
  };
}

/** Fills `%copy:key%` in the page from the copy deck, so that a word has one home. */
function pageCopy(): Plugin {
  return {
    name: 'page-copy',
    transformIndexHtml: (html) =>
      html.replace(/%copy:([\w.]+)%/g, (_, key: string) => {
        const text = new Map<string, string>(Object.entries(copy)).get(key);
        if (text === undefined) throw new Error(`index.html names ${key}, which is not in src/copy.ts.`);
        return fill(text as ''); // a text known only by key: product names are all it may hold
      }),
  };
}

/**
 * `start-container.ts`, with what it needs, as a script of its own before the host's. Left to itself the bundler makes
 * one script of all that a page names.
 */
const startContainer = { name: 'start-container', file: '/src/start-container.ts' };

function inlineStartContainer(): Plugin {
  return {
    name: 'start-container-script',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const built = Object.values(bundle ?? {}).find((output) => output.type === 'chunk' && output.name === startContainer.name);
        const src = built ? `/${built.fileName}` : startContainer.file;
        return html.replace('<!-- start container -->', `<script type="module" crossorigin src="${src}"></script>`);
      },
    },
  };
}

export default defineConfig({
  root: import.meta.dirname,
  cacheDir: `${import.meta.dirname}/node_modules/.vite`,
  plugins: [react(), inlineEarlyStart(), pageCopy(), inlineStartContainer(), healLateChunks()],
  define: federationRuntime,
  build: {
    target: browserFloor,
    cssTarget: browserFloor,
    assetsInlineLimit: 1024,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: startContainer.name, test: (id) => id.endsWith(startContainer.file) }] } } },
  },
});
