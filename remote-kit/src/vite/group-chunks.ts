import type { Plugin, Rolldown } from 'vite';

/**
 * A browser that speaks HTTP/1.1 fetches six files of an origin at a time; the seventh waits for a round trip. At
 * 150 ms and 1.6 Mbit/s that costs as much as 30 KB compressed, so what several screens share is one file up to about
 * so many bytes as built.
 */
const SHARED_BYTES = 60_000;

const FEDERATION_MODULE = /virtual:mf|__mf__|@module-federation|preload-helper/;
/** The wrapper of a module that the host hands over; it waits until the container is initialised. */
const SHARE_WRAPPER = /__loadShare__/;
/** The federation plugin's own group, of Vite's preload helper alone. */
const CONTAINER_GROUP = 'vite-preload-helper';
/** What the container needs before it is initialised; nothing of it waits. */
const CONTAINER_MODULE = /preload-helper|mf-external-runtime-core|@module-federation.runtime|localSharedImportMap/;

/**
 * Modules of two screens or more, with the shares that all of them need: in one file, or in as few files as serve each
 * screen. The latter may come out as two files that import each other, which ends the build (`describe-release.ts`).
 */
export function sharedGroup(activityModule: string, inOneFile: boolean): Rolldown.CodeSplittingGroup {
  const group = {
    name: 'shared',
    test: (id: string) => SHARE_WRAPPER.test(id) || (!FEDERATION_MODULE.test(id) && id !== activityModule),
    minShareCount: 2,
  };
  return inOneFile ? group : { ...group, entriesAware: true, entriesAwareMergeThreshold: SHARED_BYTES };
}

/**
 * Puts what the container needs for its start into one file: the plugin's groups stand above every group of ours, so
 * this one widens one of them.
 */
export function groupContainer(): Plugin {
  return {
    name: 'group-container',
    apply: 'build',
    configResolved({ build: { rolldownOptions } }) {
      for (const output of [rolldownOptions.output ?? []].flat()) {
        const groups = typeof output.codeSplitting === 'object' ? (output.codeSplitting.groups ?? []) : [];
        const helper = groups.find(({ name }) => name === CONTAINER_GROUP);
        if (!helper) throw new Error("The federation plugin's group of the preload helper has another name: see remote-kit/src/vite/group-chunks.ts.");
        helper.test = CONTAINER_MODULE;
      }
    },
  };
}

/** The plugin's virtual modules have paths for names, and a group is named after all its entries: short names serve. */
export function chunkFileNames({ name, moduleIds }: { name: string; moduleIds: readonly string[] }): string {
  if (moduleIds.every((id) => FEDERATION_MODULE.test(id))) return 'assets/federation-[hash].js';
  if (name === CONTAINER_GROUP) return 'assets/container-[hash].js';
  return `assets/${name.startsWith('shared') ? 'shared' : name.replace(/[^\w-]/g, '')}-[hash].js`;
}
