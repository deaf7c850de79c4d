import { readFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { clockHeaders, type RuntimeSettings } from '@fridge/shared-contracts';
import type { ServedRegistry } from '../registry/served-registry.ts';
import { contentSecurityPolicy, inlineScriptsOf } from './content-security-policy.ts';
import { embedJson } from './embed-json.ts';
import { type OriginHandler, serveOrigin } from './serve-origin.ts';

const deflate = promisify(gzip);

export const SETTINGS_MARKER = '__RUNTIME_SETTINGS__';

export type HostOriginOptions = {
  /** Folder of the host's build. */
  folder: string;
  /** The settings as they stand at this moment. */
  settings: () => RuntimeSettings;
  registry: ServedRegistry;
  /** Business time minus real time in milliseconds; `null` while the server hasn't told it. */
  businessOffset: () => number | null;
};

/**
 * The host's origin: its files, `/remotes.json`, and the page itself for every path that isn't a file, with the
 * settings in it and a policy of its own.
 */
export function createHostOrigin(options: HostOriginOptions): Server {
  return serveOrigin({ folder: options.folder, handlers: [registryHandler(options), pageHandler(options)] });
}

/** The registry with both clocks in its headers, so that a page knows the time before its first call. */
export function registryHandler({ registry, businessOffset }: Pick<HostOriginOptions, 'registry' | 'businessOffset'>): OriginHandler {
  return async (request, response, path) => {
    if (path !== '/remotes.json' || request.method !== 'GET') return false;
    const now = Date.now();
    const offset = businessOffset();
    // The registry holds nothing of a user; the companion app lists its activities from it.
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-expose-headers', `${clockHeaders.real}, ${clockHeaders.business}`);
    response.setHeader(clockHeaders.real, String(now));
    if (offset !== null) response.setHeader(clockHeaders.business, String(now + offset));
    const served = await registry.read();
    response.setHeader('cache-control', 'no-store');
    response.setHeader('content-type', 'application/json; charset=utf-8');
    if (served === null) response.writeHead(503).end('{"error":"The registry can\'t be read and no earlier one is kept."}');
    else response.writeHead(200).end(served);
    return true;
  };
}

function pageHandler({ folder, settings }: HostOriginOptions): OriginHandler {
  return async (request, response, path) => {
    const isPage = path === '/index.html' || !/\.\w+$/.test(path);
    if (!isPage || (request.method !== 'GET' && request.method !== 'HEAD')) return false;
    const template = await readFile(join(folder, 'index.html'), 'utf8');
    const current = settings();
    const html = embedJson(template, SETTINGS_MARKER, current);
    response.setHeader('content-security-policy', contentSecurityPolicy(current, inlineScriptsOf(template)));
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.setHeader('cache-control', 'no-cache');
    response.setHeader('vary', 'accept-encoding');
    if (/\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))) {
      response.setHeader('content-encoding', 'gzip');
      response.writeHead(200).end(request.method === 'HEAD' ? undefined : await deflate(html));
    } else {
      response.writeHead(200).end(request.method === 'HEAD' ? undefined : html);
    }
    return true;
  };
}
