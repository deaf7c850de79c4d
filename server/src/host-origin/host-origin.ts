import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  contractVersion,
  HOST_SHELLS_FILE,
  type HostShells,
  hostShellsSchema,
  isWeChat,
  normalisePath,
  type PageData,
  PREVIEW_CLIENT,
  readAddress,
  readAppVersion,
  readPageContext,
  redirectedPath,
  type RuntimeSettings,
  serverTimings,
  skinOf,
  SWITCHES_PATH,
} from '@fridge/shared-contracts/page';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import type { Clock } from '../program/clock.ts';
import type { Log } from '../log/log.ts';
import type { PreviewVisits } from '../releases/previews/preview-visits.ts';
import { pagePreview, type Shown, showPreview, withPreviewClient } from '../releases/previews/show-preview.ts';
import {
  askedContract,
  type RegistrySource,
  type ServedContent,
  type ServedRegistry,
  switchesOf,
} from '../releases/registry/served-registry.ts';
import { noticeAt } from '../documents/settings/notice.ts';
import { pageSettings, type ServerSettings } from '../documents/settings/server-settings.ts';
import { createPageId } from '../visits/page-id.ts';
import { type Content, keptContents, sendContent } from './content.ts';
import { contentSecurityPolicy, fillPage, inlineScriptsOf } from './page-template.ts';
import type { DeviceSkins } from './device-skins.ts';
import { type FirstScreen, firstScreenOf, type FirstView } from './first-screen.ts';
import { createIntegrityTexts, hashSource, readPageMaps } from './integrity-maps.ts';
import { openRoute, othersInPage, pageRegistry, preloadLinksOf } from './page-registry.ts';
import { createOrigin, folderFiles, type OriginHandler, readableAnywhere } from './serve-origin.ts';
import type { ShellTexts } from './shell-texts.ts';

type HostOriginOptions = RegistrySource & {
  /** The host's build. */
  folder: string;
  settings: { current(): RuntimeSettings & Partial<ServerSettings> };
  /** Where pictures are, if not at the API's origin. */
  picturesOrigin?: string | undefined;
  clock: Pick<Clock, 'real' | 'business'>;
  /** A secret (`visits/page-id.ts`). */
  pageIdKey: string;
  /** Files of releases' shells, by integrity. Default: none. */
  shellTexts?: ShellTexts;
  /** Default: the main brand's. */
  deviceSkins?: DeviceSkins;
  /** Default: no visit shows a preview. */
  previews?: PreviewVisits;
  /** Files of other builds of the host. Default: none. */
  otherBuilds?: OriginHandler;
  /** `createDownloadCode`. Default: share pages show the address. */
  downloadCode?: OriginHandler;
  log?: Log;
};

/**
 * Serves files, `/switches.json`, `/remotes.json`, `/discovery.json`, and for every other path the page with its
 * settings, registry and content security policy, or where a release redirects the path. The visit of a preview gets
 * the build in the pages of its own routes; its pages are uncached.
 */
export function createHostOrigin(options: HostOriginOptions): FastifyInstance {
  const { folder, log, previews, downloadCode, otherBuilds } = options;
  const texts = createIntegrityTexts(options);
  const ofRegistry = [registryDocuments({ ...options, notice: () => noticeNow(options) }), texts.handler];
  const ofPages = [previews?.handler, pageHandler(options, texts.keep)];
  const ofFiles = [folderFiles(folder), downloadCode, otherBuilds];
  const handlers = [...ofRegistry, ...ofPages, ...ofFiles].filter((handler) => handler !== undefined);
  return createOrigin(handlers, { ...(log && { log }), ...(previews && { forms: previews.handler }) });
}

const noticeNow = ({ settings, clock }: HostOriginOptions): string | null =>
  noticeAt(settings.current().notice, clock.business());

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
  return async (request, reply, asked) => {
    if (asked !== '/index.html' && /\.\w+$/.test(asked)) return false;
    const { clock, visitors, previews, registry, picturesOrigin } = options;
    const [path, now, visitor] = [normalisePath(asked), clock.business(), visitors?.of(request) ?? null];
    const notice = noticeNow(options);
    const usual: Shown = {
      settings: pageSettings(options.settings.current()),
      registry: registry.current({ visitor }),
    };
    const visited = (await previews?.of(request)) ?? null;
    const { registry: known } = (visited === null ? usual : showPreview(usual, visited)).registry;
    const to = redirectedPath(known, path);
    if (to !== path) {
      reply
        .code(302)
        .headers({ location: to + searchOf(request), 'cache-control': 'no-store' })
        .send();
      return true;
    }
    const preview = visited && pagePreview(visited, usual.registry.registry, path);
    const shownPreview = preview?.shown === true ? visited : null;
    const shown = withOrigins(shownPreview === null ? usual : showPreview(usual, shownPreview));
    visitors?.giveCookie(request, reply);
    onServed(usual.registry);

    const { settings, registry: served } = shown;
    const inPage = openRoute(served.registry, settings, now, path)?.remote ?? null;
    const map = maps.of(inPage);
    const others = othersInPage(served.registry, inPage, path);
    const data: PageData = {
      registry: pageRegistry(served, inPage, others, path),
      integrity: Object.fromEntries(others.map(({ name, hash }) => [name, hash])),
      preloadLinks: preloadLinksOf(served.registry, settings, now, path),
      ...(notice !== null && { notice }),
      ...(preview && { preview }),
    };
    const first = shells && (await firstScreen(options, shells, shown, { request, path, now, notice }));
    const filled = fillPage(maps.template, { settings, data, map, first });
    const inline = {
      scripts: [...inlineScripts, map.source, ...others.map(({ source }) => source)],
      styles: first === null ? [] : [hashSource(first.styles)],
    };
    reply.headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': contentSecurityPolicy(settings, inline, picturesOrigin),
      'server-timing': timingsOf(options, shownPreview === null ? visitor : undefined),
    });
    if (visited === null) await sendContent(request, reply, kept(filled));
    // Neither kept nor compressed: it is one visit's.
    else
      reply
        .header('cache-control', 'no-store')
        .send(shownPreview?.isPublished === false ? withPreviewClient(filled, shownPreview, PREVIEW_CLIENT) : filled);
    return true;
  };
}

/** A page loads from where its own releases are served, and from what operators added. */
const withOrigins = ({ settings, registry }: Shown): Shown => ({
  settings: { ...settings, remoteOrigins: [...new Set([...settings.remoteOrigins, ...registry.origins])] },
  registry,
});

/** @param visitor `null`: without a cookie; `undefined`: events of this view don't count */
function timingsOf({ clock, pageIdKey }: HostOriginOptions, visitor: string | null | undefined): string {
  const timings = {
    [serverTimings.real]: clock.real(),
    [serverTimings.business]: clock.business(),
    ...(visitor !== undefined && { [serverTimings.page]: createPageId(pageIdKey, clock.real(), visitor) }),
  };
  return Object.entries(timings)
    .map(([name, value]) => `${name};desc="${value}"`)
    .join(', ');
}

/** @returns `null` for sources, which Vite serves */
function readHostShells(folder: string): HostShells | null {
  const file = join(folder, HOST_SHELLS_FILE);
  return existsSync(file) ? v.parse(hostShellsSchema, JSON.parse(readFileSync(file, 'utf8'))) : null;
}

const searchOf = ({ originalUrl }: FastifyRequest): string => /\?[^#]*/.exec(originalUrl)?.[0] ?? '';

/** Only the stand-in app frames pages. */
const isInApp = ({ headers }: FastifyRequest): boolean =>
  readAppVersion(headers['user-agent'] ?? '') !== null || headers['sec-fetch-dest'] === 'iframe';

function firstScreen(
  { shellTexts, deviceSkins }: HostOriginOptions,
  shells: HostShells,
  { settings, registry }: Shown,
  { request, path, ...moment }: { request: FastifyRequest; path: string } & Pick<FirstView, 'now' | 'notice'>,
): Promise<FirstScreen> {
  const address = readAddress({ pathname: path, search: searchOf(request), hash: '' });
  const { brand, sn8 } = readPageContext(address);
  const view = {
    ...registry.known,
    ...address,
    windows: settings.windows,
    app: settings,
    skin: brand === -1 ? (deviceSkins?.of(sn8) ?? 0) : skinOf(brand),
    inApp: isInApp(request),
    inWeChat: isWeChat(request.headers['user-agent'] ?? ''),
    ...moment,
  };
  return firstScreenOf(shells, view, async (integrity) => (await shellTexts?.of(integrity)) ?? null);
}

type Document = { content: ((request: FastifyRequest) => Content) | undefined; cacheControl?: string };

/** Of a stage that has one release of each remote. */
function switchesNow(current: ServedRegistry['current'], notice: string | null): Content {
  const { registry } = current();
  return switchesOf(registry.remotes, [{ registry, canaries: {} }], notice);
}

/**
 * What the origin tells of the registry beside its pages, without user data. `/remotes.json`, for tools and for pages
 * of hosts before, depends on the visitor and on the contract that the address names; the others are the same for
 * everybody.
 * @param notice what operators say to everybody now
 */
function registryDocuments({
  registry: { current, discovery, switches = (notice) => switchesNow(current, notice) },
  visitors,
  notice,
}: RegistrySource & { notice: () => string | null }): OriginHandler {
  const ofVisitor = (request: FastifyRequest): Content =>
    current({
      visitor: visitors?.of(request) ?? null,
      contract: askedContract(request.originalUrl) ?? contractVersion,
    });
  const documents = new Map<string, Document>([
    ['/remotes.json', { content: ofVisitor }],
    ['/discovery.json', { content: discovery, cacheControl: 'no-cache' }],
    // A proxy keeps them: however many pages poll, few requests arrive here.
    [SWITCHES_PATH, { content: () => switches(notice()), cacheControl: 'public, max-age=3' }],
  ]);
  return async (request, reply, path) => {
    const { content, cacheControl } = documents.get(path) ?? {};
    if (content === undefined) return false;
    reply.headers({
      ...readableAnywhere,
      'access-control-expose-headers': 'etag',
      'content-type': 'application/json; charset=utf-8',
    });
    await sendContent(request, reply, content(request), cacheControl);
    return true;
  };
}
