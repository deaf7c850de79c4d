import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  HOST_SHELLS_FILE,
  type HostShells,
  hostShellsSchema,
  type PageData,
  type PagePreview,
  normalisePath,
  PREVIEW_CLIENT,
  readAddress,
  readPageContext,
  type RegistryEntry,
  type RuntimeSettings,
  serverTimings,
  readAppVersion,
  skinOf,
} from '@fridge/shared-contracts/page';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import type { Clock } from '../program/clock.ts';
import type { Log } from '../log/log.ts';
import type { PreviewVisits } from '../releases/previews/preview-visits.ts';
import { pagePreview, type Shown, showPreview, withPreviewClient } from '../releases/previews/show-preview.ts';
import type { RegistrySource, ServedContent } from '../releases/registry/served-registry.ts';
import { pageSettings, type ServerSettings } from '../documents/settings/server-settings.ts';
import { createPageId } from '../visits/page-id.ts';
import { type Content, contentOf, keptContents, sendContent } from './content.ts';
import { contentSecurityPolicy } from './content-security-policy.ts';
import type { DeviceSkins } from './device-skins.ts';
import { type FirstScreen, firstScreenOf } from './first-screen.ts';
import { hashSource, type ListedRelease, readPageMaps } from './integrity-maps.ts';
import { createIntegrityTexts } from './integrity-texts.ts';
import { othersInPage, pageRegistry } from './page-registry.ts';
import { fillPage, inlineScriptsOf } from './page-template.ts';
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
  /** Files of releases' shells, by integrity. Default: none. */
  shellTexts?: ShellTexts;
  /** Default: the main brand's. */
  deviceSkins?: DeviceSkins;
  /** Default: no visit shows a preview. */
  previews?: PreviewVisits;
  /** Files of other builds of the host. Default: none. */
  otherBuilds?: OriginHandler;
  log?: Log;
};

/**
 * Serves files, `/switches.json`, `/remotes.json`, `/discovery.json`, and for every other path the page with its
 * settings,
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

/**
 * At most 64 MB of text: five hundred variants by path, skin, surroundings and canaries. Compressed forms are a small
 * part of that.
 */
const KEPT_PAGE_CHARACTERS = 32 * 1024 * 1024;

/** What changes with every view is in headers, so that each variant of the page is compressed once. */
function pageHandler(options: HostOriginOptions, onServed: (registry: ServedContent) => void): OriginHandler {
  const maps = readPageMaps(options.folder, readFileSync(join(options.folder, 'index.html'), 'utf8'));
  const inlineScripts = inlineScriptsOf(maps.template).map(hashSource);
  const shells = readHostShells(options.folder);
  const kept = keptContents(KEPT_PAGE_CHARACTERS);
  return async (request, reply, path) => {
    if (path !== '/index.html' && /\.\w+$/.test(path)) return false;
    const visited = (await options.previews?.of(request)) ?? null;
    const visitor = options.visitors?.of(request) ?? null;
    const usual = shownTo(options, visitor);
    const told = visited && pagePreview(visited, usual.registry.registry, normalisePath(path));
    const preview = told?.shown === true ? visited : null;
    const shown = withOrigins(preview === null ? usual : showPreview(usual, preview));
    options.visitors?.giveCookie(request, reply);
    onServed(usual.registry);
    const now = options.clock.business();
    const { registry } = shown.registry;
    const inPage = remoteInPage(registry, shown.settings, now, normalisePath(path))?.remote ?? null;
    const map = maps.of(inPage);
    const others = othersInPage(registry, inPage, normalisePath(path));
    const first = shells && (await firstScreen(options, shells, shown, { request, path, now }));
    const inline = {
      scripts: [...inlineScripts, map.source, ...others.map(({ source }) => source)],
      styles: first === null ? [] : [hashSource(first.styles)],
    };
    reply.headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': contentSecurityPolicy(shown.settings, inline, options.picturesOrigin),
    });
    const data = pageData(shown, { inPage, others, now, path: normalisePath(path), preview: told });
    const filled = fillPage(maps.template, { settings: shown.settings, data, map, first });
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

/** A page loads from where its own releases are served, and from what operators added. */
const withOrigins = ({ settings, registry }: Shown): Shown => ({
  settings: { ...settings, remoteOrigins: [...new Set([...settings.remoteOrigins, ...registry.origins])] },
  registry,
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

/** @returns `null` for sources, which Vite serves */
function readHostShells(folder: string): HostShells | null {
  const file = join(folder, HOST_SHELLS_FILE);
  return existsSync(file) ? v.parse(hostShellsSchema, JSON.parse(readFileSync(file, 'utf8'))) : null;
}

/** Only the stand-in app frames pages. */
const isInApp = ({ headers }: FastifyRequest): boolean =>
  readAppVersion(headers['user-agent'] ?? '') !== null || headers['sec-fetch-dest'] === 'iframe';

function firstScreen(
  { shellTexts, deviceSkins }: HostOriginOptions,
  shells: HostShells,
  { settings, registry }: Shown,
  { request, path, now }: { request: FastifyRequest; path: string; now: number },
): Promise<FirstScreen> {
  const [, search = ''] = /(\?[^#]*)/.exec(request.originalUrl) ?? [];
  const { brand, sn8 } = readPageContext(readAddress({ pathname: path, search, hash: '' }));
  const view = {
    ...registry.known,
    windows: settings.windows,
    path: normalisePath(path),
    skin: brand === -1 ? (deviceSkins?.of(sn8) ?? 0) : skinOf(brand),
    inApp: isInApp(request),
    now,
  };
  return firstScreenOf(shells, view, async (integrity) => (await shellTexts?.of(integrity)) ?? null);
}

/** @param page `others`: releases whose maps the policy names */
function pageData(
  { settings, registry }: Shown,
  page: {
    inPage: RegistryEntry | null;
    others: readonly ListedRelease[];
    now: number;
    path: string;
    preview: PagePreview | null;
  },
): PageData {
  const { inPage, others, now, path, preview } = page;
  return {
    registry: pageRegistry(registry, inPage, others, path),
    integrity: Object.fromEntries(others.map(({ name, hash }) => [name, hash])),
    preloadLinks: preloadLinksOf(registry.registry, settings, now, path),
    ...(preview && { preview }),
  };
}
