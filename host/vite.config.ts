import react from '@vitejs/plugin-react';
import { build, defineConfig, type Plugin } from 'vite';
import { fill } from '@fridge/shared-contracts/copy';
import { browserFloor } from '@fridge/remote-kit/browser-floor';
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

export default defineConfig({
  root: import.meta.dirname,
  cacheDir: `${import.meta.dirname}/node_modules/.vite`,
  plugins: [react(), inlineEarlyStart(), pageCopy()],
  define: federationRuntime,
  build: { target: browserFloor, cssTarget: browserFloor, assetsInlineLimit: 1024, modulePreload: { polyfill: false } },
});
