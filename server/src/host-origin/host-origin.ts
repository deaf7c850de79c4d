import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type PageData,
  type PagePreview,
  normalisePath,
  pageMarkers,
  PREVIEW_CLIENT,
  type RuntimeSettings,
  serverTimings,
} from '@fridge/shared-contracts/page';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { PreviewVisits } from '../previews/preview-visits.ts';
import { pagePreview, type Shown, showPreview, withPreviewClient } from '../previews/show-preview.ts';
import type { RegistrySource, ServedContent } from '../registry/served-registry.ts';
import { pageSettings, type ServerSettings } from '../settings/server-settings.ts';
import { createPageId } from '../tracking/page-id.ts';
import { type Content, contentOf, keptContents, sendContent } from './content.ts';
import { hashSource, type ListedRelease, readPageMaps, releaseMaps, withImportMap } from './integrity-maps.ts';
import { createIntegrityTexts } from './integrity-texts.ts';
import { preloadLinksOf, remoteInPage } from './preload-links.ts';
import { registryDocuments } from './registry-documents.ts';
import { createOrigin, folderFiles, type OriginHandler } from './serve-origin.ts';
import type { ShellTexts } from './shell-texts.ts';

export type HostOriginOptions = RegistrySource & {
  /** The host's build. */
  folder: string;
  settings: { current(): RuntimeSettings & Partial<ServerSettings> };
  /** Where pictures are, if not at the API's origin. */
  picturesOrigin?: string | undefined;
  clock: Pick<Clock, 'real' | 'business'>;
  /** A secret (`tracking/page-id-key.ts`). */
  pageIdKey: string;
  /** Default: no visit shows a preview. */
  previews?: PreviewVisits;
  /** Files of other builds of the host. Default: none. */
  otherBuilds?: OriginHandler;
  /** Default: pages bring no release's shell. */
  shellTexts?: ShellTexts;
  log?: Log;
};

/**
 * Serves files, `/switches.json`, `/remotes.json`, `/discovery.json`, and for every other path the page with its settings,
 * registry and content security policy. The visit of a preview gets the build in the pages of its own routes; its pages
 * are uncached.
 */
export function createHostOrigin(options: HostOriginOptions): FastifyInstance {
  const { folder, log, previews } = options;
  const ofPreviews = previews === undefined ? [] : [previews.handler];
  const ofBuilds = options.otherBuilds === undefined ? [] : [options.otherBuilds];
  const texts = createIntegrityTexts(options);
  const pages = pageHandler(options, texts.keep);
  const ofRegistry = [registryDocuments(options), texts.handler];
  const handlers = [...ofRegistry, ...ofPreviews, pages, folderFiles(folder), ...ofBuilds];
  return createOrigin(handlers, { ...(log && { log }), ...(previews && { forms: previews.handler }) });
}

/** At most 64 MB of text, for hundreds of variants with five canaries; compressed forms are a small part of that. */
const KEPT_PAGE_CHARACTERS = 32 * 1024 * 1024;

/** What changes with every view is in headers, so that each variant of the page is compressed once. */
function pageHandler(options: HostOriginOptions, onServed: (registry: ServedContent) => void): OriginHandler {
  const maps = readPageMaps(options.folder, readFileSync(join(options.folder, 'index.html'), 'utf8'));
  const inlineScripts = inlineScriptsOf(maps.template).map(hashSource);
  const kept = keptContents(KEPT_PAGE_CHARACTERS);
  return async (request, reply, path) => {
    if (path !== '/index.html' && /\.\w+$/.test(path)) return false;
    const visited = (await options.previews?.of(request)) ?? null;
    const visitor = options.visitors?.of(request) ?? null;
    const usual = shownTo(options, visitor);
    const told = visited && pagePreview(visited, usual.registry.registry, normalisePath(path));
    const preview = told?.shown === true ? visited : null;
    const shown = preview === null ? usual : showPreview(usual, preview);
    options.visitors?.giveCookie(request, reply);
    onServed(usual.registry);
    const now = options.clock.business();
    const inPage = remoteInPage(shown.registry.registry, shown.settings, now, normalisePath(path))?.remote ?? null;
    const map = maps.of(inPage);
    const others = releaseMaps(shown.registry.registry).filter(({ release }) => release !== inPage);
    const scripts = [...inlineScripts, map.source, ...others.map(({ source }) => source)];
    reply.headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': contentSecurityPolicy(shown.settings, scripts, options.picturesOrigin),
    });
    const filled = withImportMap(embedJson(maps.template, pageBlocks(shown, now, path, others, told)), map);
    addServerTimings(reply, options, preview === null ? newPageId(options, visitor) : null);
    if (visited === null) await sendContent(request, reply, kept(filled));
    else await sendOnce(reply, contentOf(preview ? withPreviewClient(filled, preview, PREVIEW_CLIENT) : filled));
    return true;
  };
}

/** What pages get, unless they show a preview. */
const shownTo = ({ settings, registry }: HostOriginOptions, visitor: string | null): Shown => ({
  settings: pageSettings(settings.current()),
  registry: registry.current({ visitor }),
});

/** Neither kept nor compressed: it is one visit's. */
async function sendOnce(reply: FastifyReply, content: Content): Promise<void> {
  reply.header('cache-control', 'no-store').send(await content.bytes(null));
}

/** @param pageId `null`: events of this view don't count */
function addServerTimings(reply: FastifyReply, { clock }: HostOriginOptions, pageId: string | null): void {
  const timings = {
    [serverTimings.real]: clock.real(),
    [serverTimings.business]: clock.business(),
    ...(pageId !== null && { [serverTimings.page]: pageId }),
  };
  reply.header(
    'server-timing',
    Object.entries(timings)
      .map(([name, value]) => `${name};desc="${value}"`)
      .join(', '),
  );
}

const newPageId = ({ clock, pageIdKey }: HostOriginOptions, visitor: string | null): string =>
  createPageId(pageIdKey, clock.real(), visitor);

/** @param others releases whose maps the policy names */
function pageBlocks(
  { settings, registry }: Shown,
  now: number,
  path: string,
  others: readonly ListedRelease[],
  preview: PagePreview | null,
): Record<string, unknown> {
  const embedded: PageData = {
    registry: registry.slim,
    integrity: Object.fromEntries(others.map(({ name, hash }) => [name, hash])),
    preloadLinks: preloadLinksOf(registry.registry, settings, now, normalisePath(path)),
    ...(preview && { preview }),
  };
  return { [pageMarkers.settings]: settings, [pageMarkers.registry]: embedded };
}

/**
 * Code from the host, the remotes' origins and, if set, event analytics; no style elements.
 * @param inlineScripts allowed ones and integrity maps, by their sources (`hashSource`)
 */
export function contentSecurityPolicy(
  settings: Pick<RuntimeSettings, 'apiBase' | 'remoteOrigins' | 'allowedOrigins' | 'tracking'>,
  inlineScripts: readonly string[],
  picturesOrigin = '',
): string {
  const remotes = settings.remoteOrigins.join(' ');
  const { endpoint, analytics } = settings.tracking;
  const events = endpoint ? new URL(endpoint).origin : '';
  const service = analytics ? new URL(analytics.script).origin : '';
  return Object.entries({
    'default-src': "'none'",
    'script-src': `'self' ${remotes} ${service} ${inlineScripts.join(' ')}`,
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
