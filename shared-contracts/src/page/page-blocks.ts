import type { PagePreview } from './previews.ts';
import type { KnownRemote } from './registry.ts';
import { isLetOpen, switchStateOf } from './switch-state.ts';

/** Ids of the page's JSON data blocks. */
export const SETTINGS_ELEMENT_ID = 'runtime-settings';
export const REGISTRY_ELEMENT_ID = 'remotes-registry';

/** Selector of the page that the host shows while it loads a remote, for tools that wait for the screen. */
export const LOADING_PAGE = '[data-page="loading"]';

/**
 * What the page shows before any code: header and shell, in the place of `#root`. It goes when the screen is mounted.
 */
export const FIRST_SCREEN_ID = 'first-screen';

/** Placeholders that the origin fills. */
export const pageMarkers = { settings: '__RUNTIME_SETTINGS__', registry: '__REMOTES_REGISTRY__' } as const;

/** Where the origin puts what is shown first, and the one style element of the page, which the policy names by hash. */
export const FIRST_SCREEN_MARKER = '<!-- first-screen -->';
export const FIRST_STYLES_MARKER = '<!-- first-styles -->';

/** Where the origin puts the integrity map, before anything loads a module. */
export const IMPORT_MAP_MARKER = '<!-- import-map -->';

/** On the preload link of a remote's entry: the remote's name. */
export const REMOTE_ATTRIBUTE = 'data-remote';

/** On the preload link of an entry whose release is `runtimeFree`. */
export const RUNTIME_FREE_ATTRIBUTE = 'data-runtime-free';

/**
 * Entries of the page's `Server-Timing` header, each with its value as description. They change with every view and are
 * no part of the page, so that it is compressed once. Both clocks: milliseconds when the page was served; `page`: the
 * view's id (`PAGE_ID`).
 */
export const serverTimings = { real: 'real', business: 'business', page: 'page' } as const;

export type PageData = {
  /** As `readPageRegistry` reads it, unless it is unreadable. */
  registry: {
    remotes: Readonly<
      Record<
        string,
        Partial<Pick<KnownRemote, 'enabled' | 'stopped' | 'contract' | 'redirects'>> & {
          routes?: readonly WrittenRoute[];
        }
      >
    >;
  } | null;
  /**
   * By remote: the hash of the text with its integrity map, which the page's policy allows, and the rest of its entry.
   * Absent: its whole entry is in the page, or the document of its address has it.
   */
  integrity?: Readonly<Record<string, string>>;
  /** Preload links' attributes, by route path of the remotes whose whole entry is in the page. */
  preloadLinks: Readonly<Record<string, readonly Readonly<Record<string, string>>[]>>;
  /** What operators say to everybody now. */
  notice?: string;
  /** Of a preview's visit alone. */
  preview?: PagePreview;
};

type WrittenRoute = { path: string; keeps?: boolean };

/** @returns the remote of a path whose entry isn't in the page and comes by its `hash`; `null`: none that may open */
export function otherRemoteAt(
  { registry, integrity = {} }: Pick<PageData, 'registry' | 'integrity'>,
  path: string,
): { name: string; hash: string } | null {
  for (const [name, remote] of Object.entries(registry?.remotes ?? {})) {
    const { enabled = true, stopped, contract, routes = [] } = remote;
    const hash = integrity[name];
    if (hash === undefined || contract !== undefined) continue;
    const state = switchStateOf({ enabled, stopped });
    if (routes.some((route) => route.path === path && isLetOpen(state, { keeps: route.keeps === true })))
      return { name, hash };
  }
  return null;
}
