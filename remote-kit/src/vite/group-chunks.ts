import type { Rolldown } from 'vite';
import { ENTRY_NAME } from './container/remote-container.ts';

/**
 * HTTP/1.1 browsers fetch six files of an origin at a time. A seventh costs a round trip, at 150 ms and 1.6 Mbit/s as
 * much as 30 KB compressed: shared code up to this many built bytes stays in one file.
 */
const SHARED_BYTES = 60_000;

/** Needed before the container's initialisation, and the bundler's own helpers: one small file less on every route. */
const CONTAINER_MODULE = /preload-helper|[\\/]container[\\/]container\.[jt]s$|rolldown[\\/]runtime/;

/**
 * Modules of several screens are in one file or in as few as serve each screen. The latter may import each other, which
 * fails the build (`describe-release.ts`).
 * @param activityModule has a file of its own
 */
export function outputOf(activityModule: string, inOneFile: boolean): Rolldown.OutputOptions {
  const shared: Rolldown.CodeSplittingGroup = {
    name: 'shared',
    test: (id) => id !== activityModule,
    minShareCount: 2,
    ...(!inOneFile && { entriesAware: true, entriesAwareMergeThreshold: SHARED_BYTES }),
  };
  return {
    chunkFileNames({ name }) {
      if (name === ENTRY_NAME) return '[name]-[hash].js';
      // A group is named by all its entries: too long.
      return `assets/${name.startsWith('shared') ? 'shared' : name.replace(/[^\w-]/g, '')}-[hash].js`;
    },
    codeSplitting: { groups: [{ name: 'container', test: CONTAINER_MODULE }, shared] },
  };
}
