import type { Plugin, Rolldown } from 'vite';

/**
 * HTTP/1.1 browsers fetch six files of an origin at a time. A seventh costs a round trip, at 150 ms and 1.6 Mbit/s as
 * much as 30 KB compressed: shared code up to this many built bytes stays in one file.
 */
const SHARED_BYTES = 60_000;

const FEDERATION_MODULE = /virtual:mf|__mf__|@module-federation|preload-helper/;
/** A module of the host, which runs after the container's initialisation. */
const SHARE_WRAPPER = /__loadShare__/;
const CONTAINER_GROUP = 'vite-preload-helper';
/** Needed before the container's initialisation, and the bundler's own helpers: one small file less on every route. */
const CONTAINER_MODULE = /preload-helper|[\\/]container[\\/]container\.[jt]s$|rolldown[\\/]runtime/;

/**
 * Modules of several screens, in one file or in as few as serve each screen. The latter may import each other, which
 * fails the build (`describe-release.ts`).
 */
export function sharedGroup(activityModule: string, inOneFile: boolean): Rolldown.CodeSplittingGroup {
  const group = {
    name: 'shared',
    test: (id: string) => SHARE_WRAPPER.test(id) || (!FEDERATION_MODULE.test(id) && id !== activityModule),
    minShareCount: 2,
  };
  return inOneFile ? group : { ...group, entriesAware: true, entriesAwareMergeThreshold: SHARED_BYTES };
}

/** Puts what the container needs first into one file. The plugin's groups precede ours, so this widens one. */
export function groupContainer(): Plugin {
  return {
    name: 'group-container',
    apply: 'build',
    configResolved({ build: { rolldownOptions } }) {
      for (const output of [rolldownOptions.output ?? []].flat()) {
        const groups = typeof output.codeSplitting === 'object' ? (output.codeSplitting.groups ?? []) : [];
        const helper = groups.find(({ name }) => name === CONTAINER_GROUP);
        if (!helper) throw new Error(`The federation plugin has no group ${CONTAINER_GROUP}: update group-chunks.ts.`);
        helper.test = CONTAINER_MODULE;
      }
    },
  };
}

/** A group is named by all its entries: too long. */
export function chunkFileNames({ name }: { name: string }): string {
  if (name === CONTAINER_GROUP) return 'assets/container-[hash].js';
  return `assets/${name.startsWith('shared') ? 'shared' : name.replace(/[^\w-]/g, '')}-[hash].js`;
}

/** `a as b, c` as pairs: `[a, b]`, `[c, c]`. */
export function pairs(list: string): [from: string, to: string][] {
  return list
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')
    .map((each) => {
      const [from = '', to = from] = each.split(/\s+as\s+/);
      return [from, to];
    });
}
