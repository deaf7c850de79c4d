import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  clockHeaders,
  compatibility,
  type PageData,
  findRoute,
  normalisePath,
  pageIdHeader,
  pageMarkers,
  type Registry,
  PREVIEW_CLIENT,
  REMOTE_ATTRIBUTE,
  type RouteMatch,
  type RuntimeSettings,
  serverTimings,
  windowStateOf,
} from '@fridge/shared-contracts/host';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import { createPageId } from '../page-id.ts';
import type { PreviewVisits } from '../previews/preview-visits.ts';
import { type Shown, showPreview, withPreviewClient } from '../previews/show-preview.ts';
import type { ServedRegistry } from '../registry/served-registry.ts';
import { pageSettings, type ServerSettings } from '../settings/server-settings.ts';
import { type Content, contentOf, sendContent } from './content.ts';
import { createOrigin, folderFiles, type OriginHandler } from './serve-origin.ts';

export type HostOriginOptions = {
  /** The host's build. */
  folder: string;
  settings: { current(): RuntimeSettings & Partial<ServerSettings> };
  registry: ServedRegistry;
  /** Where pictures are, if not at the API's origin. */
  picturesOrigin?: string | undefined;
  clock: Pick<Clock, 'real' | 'business'>;
  /** Default: no visit shows a preview. */
  previews?: PreviewVisits;
  log?: Log;
};

/**
 * Serves files, `/remotes.json`, and for every other path the page with its settings, registry and content security
 * policy. The visit of a preview gets them with that build in it, uncached.
 */
export function createHostOrigin(options: HostOriginOptions): FastifyInstance {
  const { folder, log, previews } = options;
  const ofPreviews = previews === undefined ? [] : [previews.handler];
  const handlers = [registryHandler(options), ...ofPreviews, pageHandler(options), folderFiles(folder)];
  return createOrigin(handlers, log ? { log } : {});
}

/** Polled by pages. Both clocks, and an id for a page that lacks one, are in its headers, also of a 304. */
function registryHandler(options: HostOriginOptions): OriginHandler {
  const { registry, clock, settings, previews } = options;
  return async (request, reply, path) => {
    if (path !== '/remotes.json') return false;
    const preview = (await previews?.of(request)) ?? null;
    reply.headers({
      [clockHeaders.real]: String(clock.real()),
      [clockHeaders.business]: String(clock.business()),
      ...(preview === null && { [pageIdHeader]: newPageId({ clock, settings }) }),
      // No user data; the companion app reads it.
      'access-control-allow-origin': '*',
      'access-control-expose-headers': `${clockHeaders.real}, ${clockHeaders.business}, etag`,
      'content-type': 'application/json; charset=utf-8',
    });
    if (preview === null) await sendContent(request, reply, registry.current());
    else await sendOnce(reply, showPreview(shownTo(options), preview).registry);
    return true;
  };
}

/** More than routes, states of windows and versions of settings and registry in use at a time. */
const KEPT_PAGES = 200;

/** What changes with every view is in headers, so that each variant of the page is compressed once. */
function pageHandler(options: HostOriginOptions): OriginHandler {
  const template = readFileSync(join(options.folder, 'index.html'), 'utf8');
  const inlineScripts = inlineScriptsOf(template);
  const pages = new Map<string, Content>();
  const kept = (html: string): Content => {
    const page = contentOf(html);
    const known = pages.get(page.hash);
    if (known) return known;
    const [oldest] = pages.keys();
    if (oldest !== undefined && pages.size >= KEPT_PAGES) pages.delete(oldest);
    pages.set(page.hash, page);
    return page;
  };
  return async (request, reply, path) => {
    if (path !== '/index.html' && /\.\w+$/.test(path)) return false;
    const preview = (await options.previews?.of(request)) ?? null;
    const shown = preview === null ? shownTo(options) : showPreview(shownTo(options), preview);
    reply.headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': contentSecurityPolicy(shown.settings, inlineScripts, options.picturesOrigin),
    });
    const blocks = pageBlocks(shown, options.clock, path);
    addServerTimings(reply, options, preview === null);
    if (preview === null) await sendContent(request, reply, kept(embedJson(template, blocks)));
    else await sendOnce(reply, contentOf(withPreviewClient(embedJson(template, blocks), preview, PREVIEW_CLIENT)));
    return true;
  };
}

/** What everybody gets. */
const shownTo = ({ settings, registry }: HostOriginOptions): Shown => ({
  settings: pageSettings(settings.current()),
  registry: registry.current(),
});

/** Neither kept nor compressed: it is one visit's. */
async function sendOnce(reply: FastifyReply, content: Content): Promise<void> {
  reply.header('cache-control', 'no-store').send(await content.bytes(null));
}

/** @param counts whether events of this view count */
function addServerTimings(reply: FastifyReply, { clock, settings }: HostOriginOptions, counts: boolean): void {
  const timings = {
    [serverTimings.real]: clock.real(),
    [serverTimings.business]: clock.business(),
    ...(counts && { [serverTimings.page]: newPageId({ clock, settings }) }),
  };
  reply.header(
    'server-timing',
    Object.entries(timings)
      .map(([name, value]) => `${name};desc="${value}"`)
      .join(', '),
  );
}

const newPageId = ({ clock, settings }: Pick<HostOriginOptions, 'clock' | 'settings'>): string =>
  createPageId(settings.current().signing.key, clock.real());

function pageBlocks(
  { settings, registry }: Shown,
  clock: Pick<Clock, 'business'>,
  path: string,
): Record<string, unknown> {
  const preloadLinks = preloadLinksOf(registry.registry, settings, clock.business(), normalisePath(path));
  const embedded: PageData = { registry: registry.slim, preloadLinks };
  return { [pageMarkers.settings]: settings, [pageMarkers.registry]: embedded };
}

/** Code from the host, the remotes' origins and, if set, event analytics; inline scripts by hash; no style elements. */
export function contentSecurityPolicy(
  settings: Pick<RuntimeSettings, 'apiBase' | 'remoteOrigins' | 'allowedOrigins' | 'tracking'>,
  inlineScripts: readonly string[],
  picturesOrigin = '',
): string {
  const remotes = settings.remoteOrigins.join(' ');
  const { endpoint, analytics } = settings.tracking;
  const events = endpoint ? new URL(endpoint).origin : '';
  const service = analytics ? new URL(analytics.script).origin : '';
  const hashes = inlineScripts
    .map((script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`)
    .join(' ');
  return Object.entries({
    'default-src': "'none'",
    'script-src': `'self' ${remotes} ${service} ${hashes}`,
    'style-src': `'self' ${remotes}`,
    'img-src': `'self' data: blob: ${remotes} ${settings.apiBase} ${picturesOrigin}`,
    'media-src': `'self' ${remotes}`,
    'font-src': `'self' ${remotes}`,
    'connect-src': `'self' ${remotes} ${settings.apiBase} ${events} ${service}`,
    'frame-ancestors': `'self' ${settings.allowedOrigins.join(' ')}`,
    'base-uri': "'none'",
    'form-action': "'none'",
    'object-src': "'none'",
  })
    .map(([name, value]) => [name, ...new Set(value.split(/\s+/).filter(Boolean))].join(' '))
    .join('; ');
}

/** Data blocks need no hash. */
export function inlineScriptsOf(html: string): string[] {
  return [...html.matchAll(/<script(?![^>]*\bsrc=)(?![^>]*application\/json)[^>]*>([\s\S]*?)<\/script>/g)].map(
    (match) => match[1] ?? '',
  );
}

/**
 * Fills a page's markers in one pass, so data is not searched for markers. `<` is escaped: no value can close its
 * block.
 */
export function embedJson(html: string, blocks: Readonly<Record<string, unknown>>): string {
  const markers = new RegExp(Object.keys(blocks).join('|'), 'g');
  return html.replace(markers, (marker) => JSON.stringify(blocks[marker]).replaceAll('<', '\\u003c'));
}

/**
 * The modules and stylesheets to preload by route. None if the remote is switched off, outside its window, built for
 * another contract or at a foreign origin.
 * @param path the home page gets all routes, since hash links (`/#/open`) request `/`
 * @param now business time, ms; `null` counts every window as open
 */
export function preloadLinksOf(
  registry: Registry,
  settings: Pick<RuntimeSettings, 'remoteOrigins' | 'windows'>,
  now: number | null,
  path: string,
): PageData['preloadLinks'] {
  const allPaths = Object.values(registry.remotes).flatMap(({ routes }) => routes.map((route) => route.path));
  const matches = (path === '/' ? allPaths : [path])
    .map((each) => findRoute(registry, each))
    .filter((match) => match !== null);
  const opened = matches.filter((match) => opensAt(match, settings, now));
  return Object.fromEntries(opened.map((match) => [match.route.path, linksOf(match)]));
}

function opensAt(
  { remote, route }: RouteMatch,
  { remoteOrigins, windows }: Pick<RuntimeSettings, 'remoteOrigins' | 'windows'>,
  now: number | null,
): boolean {
  const inWindow = route.window === null || now === null || windowStateOf(windows[route.window], now) === 'open';
  const isAllowed = remoteOrigins.includes(new URL(remote.entry).origin);
  return remote.enabled && inWindow && isAllowed && compatibility(remote.contract) === 'fits';
}

function linksOf({ name, remote, route }: RouteMatch): Record<string, string>[] {
  const absolute = (file: string) => new URL(file, new URL('.', remote.entry)).href;
  const scripts = new Set(route.scripts.map(absolute));
  scripts.delete(remote.entry);
  return [
    { rel: 'modulepreload', href: remote.entry, [REMOTE_ATTRIBUTE]: name }, // for the host's start-remote.ts
    ...[...scripts].map((href) => ({ rel: 'modulepreload', href })),
    ...remote.styles.map(({ file, integrity }) => ({ rel: 'preload', as: 'style', href: absolute(file), integrity })),
  ];
}
