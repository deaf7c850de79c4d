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
 * Functions of `react-dom` that the bundler can't leave out, and what their bodies become.
 *
 * - `unreachable`: hydration, as React renders into an empty root; `react-dom`'s own functions, which only the host
 *   could import; and lists of `Suspense`, which `react` doesn't export.
 * - Empty, or nothing: without hydration there are no held back events and no errors of it.
 * - `ViewTransition` draws its children and animates nothing, as in engines of the browser floor, which lack
 *   `startViewTransition`: its last body is what React does there.
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
      'attemptExplicitHydrationTarget',
      'attemptHydrationAtCurrentPriority',
      'canHydrateHydrationBoundary',
      'canHydrateInstance',
      'canHydrateTextInstance',
      'checkForUnmatchedText',
      'clearHydrationBoundary',
      'cutOffTailIfNeeded',
      'findFirstSuspended',
      'getBumpedLaneForHydration',
      'getHydratableHoistableCache',
      'getNextHydratable',
      'hideOrUnhideDehydratedBoundary',
      'initSuspenseListRenderState',
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
      'retryActivityComponentWithoutHydrating',
      'retryDehydratedSuspenseBoundary',
      'throwOnHydrationMismatch',
      'updateDehydratedSuspenseComponent',
      'updateSuspenseListComponent',
    ],
    unreachable,
  ],
  ['react-dom/cjs/react-dom-client.production.js', ['clearIfContinuousEvent', 'retryIfBlockedOn'], '{}'],
  [
    'react-dom/cjs/react-dom-client.production.js',
    ['getParentHydrationBoundary', 'popHydrationState', 'upgradeHydrationErrorsToRecoverable'],
    '{ return null; }',
  ],
  [
    'react-dom/cjs/react-dom-client.production.js',
    [
      'applyViewTransitionName',
      'applyViewTransitionToHostInstances',
      'applyViewTransitionToHostInstancesRecursive',
      'commitAppearingPairViewTransitions',
      'commitDeletedPairViewTransitions',
      'commitEnterViewTransitions',
      'commitExitViewTransitions',
      'commitNestedViewTransitions',
      'measureNestedViewTransitions',
      'measureViewTransitionHostInstancesRecursive',
      'pushViewTransitionCancelableScope',
      'restoreEnterOrExitViewTransitions',
      'restoreNestedViewTransitions',
      'restorePairedViewTransitions',
      'restoreViewTransitionName',
      'restoreViewTransitionOnHostInstances',
      'scheduleViewTransitionEvent',
      'trackEnterViewTransitions',
    ],
    '{ return null; }',
  ],
  [
    'react-dom/cjs/react-dom-client.production.js',
    ['startViewTransition'],
    '{ return mutationCallback(), layoutCallback(), spawnedWorkCallback(), null; }',
  ],
];

/** Reads of the state of hydration, which never begins. What is assigned to it, nothing reads. */
const foldedReads: readonly (readonly [read: RegExp, value: string])[] = [
  [/^ {2}isHydrating$/m, '  unread'], // a parameter
  [/\bisHydrating = /g, 'unread = '],
  [/\bisHydrating\b(?!\$)/g, '!1'],
  [/(?<![\w$])(?:[\w$]+\.)+isDehydrated\b/g, '!1'],
  [/(?<![\w$])(?:[\w$]+\.)+dehydrated\b/g, 'null'],
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
      if (id.endsWith('/react-dom-client.production.js'))
        for (const [read, value] of foldedReads) changed = replaceKnown(changed, read, value, String(read));
      return changed === code ? null : changed;
    },
    buildEnd(error) {
      const isForBrowser = [...this.getModuleIds()].some((id) => id.endsWith('/react-dom/client.js'));
      if (!error && isForBrowser && absent.size > 0)
        throw new Error(`react-dom has no ${[...absent].join(', ')}: replacedBodies.`);
    },
  };
}

/** In code that is indented. @throws where the name isn't defined */
function replaceBody(code: string, name: string, body: string): string {
  const definition = new RegExp(`^((?:function |exports\\.)${name}(?: = function)? ?\\([^]*?\\) )\\{\\n[^]*?^\\}`, 'm');
  return replaceKnown(code, definition, `$1${body}`, name);
}

/** @throws where nothing matches */
function replaceKnown(code: string, pattern: RegExp, replacement: string, what: string): string {
  const replaced = code.replace(pattern, replacement);
  if (replaced === code) throw new Error(`react-dom has no ${what}: host/vite.config.ts.`);
  return replaced;
}

/**
 * Inlines the early start, and fills `%copy:key%` from the copy deck. Indentation isn't sent. By `rel="expect"` the
 * first paint shows the markup whole: what isn't parsed would move what is.
 */
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
          .replace(/^ +/gm, '')
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
    lightenReact(),
    writePage(),
    inlineStartRemote(),
    healLateChunks(),
    writeShells(() => [react(), inlineCopy(copy)]),
  ],
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
