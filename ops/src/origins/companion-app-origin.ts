import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { embedJson } from './embed-json.ts';
import { fixedFiles } from './fixed-files.ts';
import { serveOrigin } from './serve-origin.ts';

export const APP_SETTINGS_MARKER = '__APP_SETTINGS__';

/** The stand-in app: its page with its settings in it, and the stand-ins of the outside pages beside it. */
export function createCompanionAppOrigin(folder: string, settings: { hostUrl: string; apiBase: string }): Server {
  const page = embedJson(readFileSync(join(folder, 'index.html'), 'utf8'), { [APP_SETTINGS_MARKER]: settings });
  return serveOrigin({
    files: fixedFiles(folder),
    handlers: [
      (request, response, path) => {
        if (path !== '/' && path !== '/index.html') return false;
        response.setHeader('content-type', 'text/html; charset=utf-8');
        response.setHeader('cache-control', 'no-cache');
        response.writeHead(200).end(request.method === 'HEAD' ? undefined : page);
        return true;
      },
    ],
  });
}
