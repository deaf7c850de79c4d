/** Ids of the JSON data blocks that the host's origin puts into the page. */
export const SETTINGS_ELEMENT_ID = 'runtime-settings';
export const REGISTRY_ELEMENT_ID = 'remotes-registry';

/** What stands in their place in the built page, until the origin fills them. */
export const pageMarkers = { settings: '__RUNTIME_SETTINGS__', registry: '__REMOTES_REGISTRY__' } as const;

/** Content of the registry's block. */
export type EmbeddedRegistry = {
  /** Without each release's list of hashed scripts, which only publishing needs; `null` where none can be read. */
  registry: unknown;
  /** Both clocks of the server at the moment the page was served, milliseconds. */
  clock: { real: number; business: number | null } | null;
  /** Links that preload a route's remote, as their attributes, by the route's path. */
  ahead: Readonly<Record<string, readonly Readonly<Record<string, string>>[]>>;
};
