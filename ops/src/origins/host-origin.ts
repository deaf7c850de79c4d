import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { clockHeaders, type EmbeddedRegistry, normalisePath, pageMarkers, type RuntimeSettings } from '@fridge/shared-contracts/host';
import type { ServedRegistry } from '../registry/served-registry.ts';
import { contentSecurityPolicy, inlineScriptsOf } from './content-security-policy.ts';
import { embedJson } from './embed-json.ts';
import { folderFiles } from './folder-files.ts';
import { bytesOf, sendContent } from './send-content.ts';
import { linksAhead } from './links-ahead.ts';
import { type OriginHandler, serveOrigin } from './serve-origin.ts';

export type HostOriginOptions = {
  folder: string;
  settings: () => RuntimeSettings;
  registry: ServedRegistry;
  /** Business time minus real time, ms; `null` while unknown. */
  businessOffset: () => number | null;
};

/**
 * Serves files, `/remotes.json`, and for every other path the page with its settings, registry and content security
 * policy.
 */
export function createHostOrigin(options: HostOriginOptions): Server {
  return serveOrigin({ files: folderFiles(options.folder), handlers: [registryHandler(options), pageHandler(options)] });
}

type Clocks = { real: number; business: number | null };

function readClocks(businessOffset: () => number | null): Clocks {
  const real = Date.now();
  const offset = businessOffset();
  return { real, business: offset === null ? null : real + offset };
}

/** Polled by pages. Both clocks are in its headers, also of a 304. */
export function registryHandler({ registry, businessOffset }: Pick<HostOriginOptions, 'registry' | 'businessOffset'>): OriginHandler {
  return async (request, response, path) => {
    if (path !== '/remotes.json' || (request.method !== 'GET' && request.method !== 'HEAD')) return false;
    const served = await registry.read();
    const { real, business } = readClocks(businessOffset);
    response.setHeader(clockHeaders.real, String(real));
    if (business !== null) response.setHeader(clockHeaders.business, String(business));
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
  const ahead = served ? linksAhead(served.registry, inForce, clock.business, normalisePath(path)) : {};
  const embedded: EmbeddedRegistry = { registry: served?.slim ?? null, clock, ahead };
  return { [pageMarkers.settings]: inForce, [pageMarkers.registry]: embedded };
}

function pageHandler(options: HostOriginOptions): OriginHandler {
  const template = readFileSync(join(options.folder, 'index.html'), 'utf8');
  const inlineScripts = inlineScriptsOf(template);
  return async (request, response, path) => {
    if (path !== '/index.html' && /\.\w+$/.test(path)) return false;
    const page = embedJson(template, await pageBlocks(options, path));
    response.setHeader('content-security-policy', contentSecurityPolicy(options.settings(), inlineScripts));
    response.setHeader('content-type', 'text/html; charset=utf-8');
    await sendContent(request, response, { bytes: bytesOf(page, 'quick') });
    return true;
  };
}
