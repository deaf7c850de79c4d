import { readFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { embedJson } from './embed-json.ts';
import { serveOrigin } from './serve-origin.ts';

export const APP_SETTINGS_MARKER = '__APP_SETTINGS__';

/** The stand-in app: its page with its settings in it, and the stand-ins of the outside pages beside it. */
export function createCompanionAppOrigin(folder: string, settings: { hostUrl: string; apiBase: string }): Server {
  return serveOrigin({
    folder,
    handlers: [
      async (request, response, path) => {
        if (request.method !== 'GET' || (path !== '/' && path !== '/index.html')) return false;
        const template = await readFile(join(folder, 'index.html'), 'utf8');
        response.setHeader('content-type', 'text/html; charset=utf-8');
        response.setHeader('cache-control', 'no-cache');
        response.writeHead(200).end(embedJson(template, APP_SETTINGS_MARKER, settings));
        return true;
      },
    ],
  });
}
