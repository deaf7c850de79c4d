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
export function ownRoutes({ release: { name, routes } }: Preview, { remotes }: Registry): Release['routes'] {
  const others = Object.entries(remotes);
  return routes.filter((route) => routeProblems({ name, routes: [route] }, others).length === 0);
}

/** What the pages of a preview's visit know of it. @param path normalised */
export function pagePreview(preview: Preview, registry: Registry, path: string): PagePreview {
  const { name, version } = preview.release;
  const paths = ownRoutes(preview, registry).map((route) => route.path);
  return { name, version: previewVersion(version), paths, shown: paths.includes(path) };
}

/** The same for a page that shows a preview: the remote's entry is the build's. */
export function showPreview({ settings, registry }: Shown, preview: Preview): Shown {
  const { name } = preview.release;
  const others = registry.registry.remotes;
  return {
    settings,
    registry: servedContent(
      { ...registry.registry, remotes: { ...others, [name]: entryOf(preview, ownRoutes(preview, registry.registry)) } },
      registry.leftOut.filter((left) => left.name !== name),
    ),
  };
}

function entryOf({ release, baseUrl }: Preview, routes: Release['routes']): RegistryEntry {
  const shown = new Set(routes.map(({ path }) => path));
  return v.parse(registryEntrySchema, {
    ...release,
    routes,
    redirects: release.redirects?.filter(({ to }) => shown.has(to)),
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
