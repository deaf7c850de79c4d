import {
  type PagePreview,
  previewVersion,
  type Registry,
  type RegistryEntry,
  registryEntrySchema,
} from '@fridge/shared-contracts/page';
import type { Release } from '@fridge/shared-contracts/team';
import * as v from 'valibot';
import { type ServedContent, servedContent } from '../registry/served-registry.ts';
import { routeProblems } from '../publish/place-problems.ts';
import type { PageSettings } from '../../documents/settings/server-settings.ts';
import type { Preview } from './previews.ts';

/** What a page is made of. */
export type Shown = { settings: PageSettings; registry: ServedContent };

/**
 * Routes that are no other remote's and no page of the host: a preview is shown there alone, whatever came after it.
 */
export function ownRoutes({ release: { name, routes } }: Preview, registry: Registry): Release['routes'] {
  return routes.filter((route) => isOwn({ name, routes: [route] }, registry));
}

const isOwn = (place: Parameters<typeof routeProblems>[0], { remotes }: Registry): boolean =>
  routeProblems(place, Object.entries(remotes)).length === 0;

/** What the pages of a preview's visit know of it. @param path normalised */
export function pagePreview(preview: Preview, registry: Registry, path: string): PagePreview {
  const { name, version } = preview.release;
  const paths = ownRoutes(preview, registry).map((route) => route.path);
  return { name, version: previewVersion(version), paths, shown: paths.includes(path) };
}

/** The same for a page that shows a preview: the remote's entry is the build's. */
export function showPreview({ settings, registry }: Shown, preview: Preview): Shown {
  const { name } = preview.release;
  const remotes = { ...registry.registry.remotes, [name]: entryOf(preview, registry.registry) };
  return {
    settings,
    registry: servedContent(
      { ...registry.registry, remotes },
      registry.leftOut.filter((left) => left.name !== name),
    ),
  };
}

/** On, also where the remote is switched off: its reviewers look before it is on. */
function entryOf(preview: Preview, registry: Registry): RegistryEntry {
  const { release, baseUrl } = preview;
  const routes = ownRoutes(preview, registry);
  const shown = new Set(routes.map(({ path }) => path));
  return v.parse(registryEntrySchema, {
    ...release,
    routes,
    redirects: release.redirects?.filter(
      (redirect) =>
        shown.has(redirect.to) && isOwn({ name: release.name, routes: [], redirects: [redirect] }, registry),
    ),
    enabled: true,
    // Names it in events, which don't count: the visit's pages have no page id.
    version: previewVersion(release.version),
    entry: new URL(release.entry, baseUrl).href,
  });
}

/**
 * Loads the client of `remote-kit dev`, which marks the page and reloads it after a save.
 * @param html the filled page: an address may look like one of its markers
 */
export function withPreviewClient(html: string, { baseUrl }: Preview, client: string): string {
  const address = new URL(client, baseUrl).href.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  return html.replace('</head>', (end) => `<script type="module" crossorigin src="${address}"></script>${end}`);
}
