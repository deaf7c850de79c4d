/** Ids of the page's JSON data blocks. */
export const SETTINGS_ELEMENT_ID = 'runtime-settings';
export const REGISTRY_ELEMENT_ID = 'remotes-registry';

/** Placeholders that the origin fills. */
export const pageMarkers = { settings: '__RUNTIME_SETTINGS__', registry: '__REMOTES_REGISTRY__' } as const;

/** On the preload link of a remote's entry: the remote's name. */
export const REMOTE_ATTRIBUTE = 'data-remote';

/**
 * Entries of the page's `Server-Timing` header, each with its value as description. They change with every view and are
 * no part of the page, so that it is compressed once. Both clocks: milliseconds when the page was served; `page`: the view's id (`PAGE_ID`).
 */
export const serverTimings = { real: 'real', business: 'business', page: 'page' } as const;

export type PageData = {
  /** Without script hashes, which only publishing needs; `null`: unreadable. */
  registry: unknown;
  /** Preload links' attributes, by route path. */
  preloadLinks: Readonly<Record<string, readonly Readonly<Record<string, string>>[]>>;
};
