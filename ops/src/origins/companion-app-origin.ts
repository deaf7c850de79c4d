import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { embedJson } from './embed-json.ts';
import { folderFiles } from './folder-files.ts';
import { bytesOf, sendContent } from './send-content.ts';
import { serveOrigin } from './serve-origin.ts';

/** Includes the stand-ins of the external pages. */
export function createCompanionAppOrigin(folder: string, settings: { hostUrl: string; apiBase: string }): Server {
  const page = embedJson(readFileSync(join(folder, 'index.html'), 'utf8'), { __APP_SETTINGS__: settings });
  return serveOrigin({
    files: folderFiles(folder),
    handlers: [
      async (request, response, path) => {
        if (path !== '/' && path !== '/index.html') return false;
        response.setHeader('content-type', 'text/html; charset=utf-8');
        await sendContent(request, response, { bytes: bytesOf(page, 'thorough') });
        return true;
      },
    ],
  });
}
