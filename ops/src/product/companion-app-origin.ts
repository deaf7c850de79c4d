import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { embedJson } from '@fridge/server/host-origin/page-template';
import { contentOf, sendContent } from '@fridge/server/host-origin/content';
import { createOrigin, folderFiles, type OriginHandler } from '@fridge/server/host-origin/serve-origin';
import type { FastifyInstance } from 'fastify';

/** The stand-in app, and the stand-ins of the pages outside the product. */
export function createCompanionAppOrigin(
  folder: string,
  settings: { hostUrl: string; apiBase: string },
): FastifyInstance {
  const page = contentOf(embedJson(readFileSync(join(folder, 'index.html'), 'utf8'), { __APP_SETTINGS__: settings }));
  const answerPage: OriginHandler = async (request, reply, path) => {
    if (path !== '/' && path !== '/index.html') return false;
    reply.header('content-type', 'text/html; charset=utf-8');
    await sendContent(request, reply, page);
    return true;
  };
  return createOrigin([answerPage, folderFiles(folder)]);
}
