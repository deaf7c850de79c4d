import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { join } from 'node:path';
import {
  clockHeaders,
  compatibility,
  type PageData,
  findRoute,
  normalisePath,
  pageMarkers,
  type Registry,
  REMOTE_ATTRIBUTE,
  type RouteMatch,
  type RuntimeSettings,
  windowStateOf,
} from '@fridge/shared-contracts/host';
import type { ServedRegistry } from '../registry/served-registry.ts';
import { bytesOf, type Content, folderFiles, type OriginHandler, sendContent, serveOrigin } from './serve-origin.ts';

export type HostOriginOptions = {
  folder: string;
  settings: () => RuntimeSettings;
  registry: ServedRegistry;
  /** Business time minus real time, ms. */
  businessOffset: () => number;
};

/**
 * Serves files, `/remotes.json`, and for every other path the page with its settings, registry and content security
 * policy.
 */
export function createHostOrigin(options: HostOriginOptions): Server {
  return serveOrigin([registryHandler(options), pageHandler(options), folderFiles(options.folder)]);
}

function readClocks(businessOffset: () => number): { real: number; business: number } {
  const real = Date.now();
  return { real, business: real + businessOffset() };
}

/** Polled by pages. Both clocks are in its headers, also of a 304. */
export function registryHandler({
  registry,
  businessOffset,
}: Pick<HostOriginOptions, 'registry' | 'businessOffset'>): OriginHandler {
  return async (request, response, path) => {
    if (path !== '/remotes.json' || (request.method !== 'GET' && request.method !== 'HEAD')) return false;
    const served = await registry.read();
    const { real, business } = readClocks(businessOffset);
    response.setHeader(clockHeaders.real, String(real));
    response.setHeader(clockHeaders.business, String(business));
    // No user data; the companion app reads it.
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-expose-headers', `${clockHeaders.real}, ${clockHeaders.business}, etag`);
    response.setHeader('content-type', 'application/json; charset=utf-8');
    if (served === null) {
      response.setHeader('cache-control', 'no-store');
      response.writeHead(503).end('{"error":"The registry can\'t be read and no earlier one is kept."}');
      return true;
    }
    await sendContent(request, response, served);
    return true;
  };
}

export async function pageBlocks(
  { settings, registry, businessOffset }: Omit<HostOriginOptions, 'folder'>,
  path: string,
): Promise<Record<string, unknown>> {
  const served = await registry.read();
  const clock = readClocks(businessOffset);
  const inForce = settings();
  const preloadLinks = served ? preloadLinksOf(served.registry, inForce, clock.business, normalisePath(path)) : {};
  const embedded: PageData = { registry: served?.slim ?? null, clock, preloadLinks };
  return { [pageMarkers.settings]: inForce, [pageMarkers.registry]: embedded };
}

function pageHandler(options: HostOriginOptions): OriginHandler {
  const template = readFileSync(join(options.folder, 'index.html'), 'utf8');
  const inlineScripts = inlineScriptsOf(template);
  return async (request, response, path) => {
    if (path !== '/index.html' && /\.\w+$/.test(path)) return false;
    const page = embedJson(template, await pageBlocks(options, path));
    response.setHeader('content-security-policy', contentSecurityPolicy(options.settings(), inlineScripts));
    return sendHtml(request, response, bytesOf(page, 'quick'));
  };
}

/** Includes the stand-ins of the external pages. */
export function createCompanionAppOrigin(folder: string, settings: { hostUrl: string; apiBase: string }): Server {
  const page = bytesOf(
    embedJson(readFileSync(join(folder, 'index.html'), 'utf8'), { __APP_SETTINGS__: settings }),
    'thorough',
  );
  const answerPage: OriginHandler = async (request, response, path) =>
    (path === '/' || path === '/index.html') && sendHtml(request, response, page);
  return serveOrigin([answerPage, folderFiles(folder)]);
}

async function sendHtml(request: IncomingMessage, response: ServerResponse, bytes: Content['bytes']): Promise<true> {
  response.setHeader('content-type', 'text/html; charset=utf-8');
  await sendContent(request, response, { bytes });
  return true;
}

/** Code from the host, the remotes' origins and, if set, event analytics; inline scripts by hash; no style elements. */
export function contentSecurityPolicy(
  settings: Pick<RuntimeSettings, 'apiBase' | 'remoteOrigins' | 'allowedOrigins' | 'tracking'>,
  inlineScripts: readonly string[],
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
    'img-src': `'self' data: blob: ${remotes} ${settings.apiBase}`,
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
