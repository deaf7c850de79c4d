import type { PagePreview } from './previews.ts';

/** Ids of the page's JSON data blocks. */
export const SETTINGS_ELEMENT_ID = 'runtime-settings';
export const REGISTRY_ELEMENT_ID = 'remotes-registry';

/** Selector of the page that the host shows while it loads a remote, for tools that wait for the screen. */
export const LOADING_PAGE = '[data-page="loading"]';

/** What the page shows before any code: header and shell, in the place of `#root`. It goes when the screen is mounted. */
export const FIRST_SCREEN_ID = 'first-screen';

/** Placeholders that the origin fills. */
export const pageMarkers = { settings: '__RUNTIME_SETTINGS__', registry: '__REMOTES_REGISTRY__' } as const;

/** Where the origin puts what is shown first, and the one style element of the page, which the policy names by hash. */
export const FIRST_SCREEN_MARKER = '<!-- first-screen -->';
export const FIRST_STYLES_MARKER = '<!-- first-styles -->';

/** Where the origin puts the integrity map, before anything loads a module. */
export const IMPORT_MAP_MARKER = '<!-- import-map -->';

/** On the preload link of a remote's entry, or of its integrity map where the page lacks it: the remote's name. */
export const REMOTE_ATTRIBUTE = 'data-remote';

/** On the preload link of an entry whose release is `runtimeFree`. */
export const RUNTIME_FREE_ATTRIBUTE = 'data-runtime-free';

/**
 * Entries of the page's `Server-Timing` header, each with its value as description. They change with every view and are
 * no part of the page, so that it is compressed once. Both clocks: milliseconds when the page was served; `page`: the view's id (`PAGE_ID`).
 */
export const serverTimings = { real: 'real', business: 'business', page: 'page' } as const;

export type PageData = {
  /** Without script hashes, which only publishing needs; `null`: unreadable. */
  registry: unknown;
  /** By remote, besides the one in the page: the hash of its map's text, which the page's policy allows. */
  integrity?: Readonly<Record<string, string>>;
  /** Preload links' attributes, by route path. Where the first is a map's, modules wait for the map. */
  preloadLinks: Readonly<Record<string, readonly Readonly<Record<string, string>>[]>>;
  /** Of a preview's visit alone. */
  preview?: PagePreview;
};
