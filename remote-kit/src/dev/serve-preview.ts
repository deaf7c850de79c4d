import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { extname, join, normalize } from 'node:path';
import {
  isRecord,
  PREVIEW_CLIENT,
  PREVIEW_EVENTS,
  REGISTRY_ELEMENT_ID,
  withoutRetry,
} from '@fridge/shared-contracts/page';
import { transformWithOxc } from 'vite';
import { moduleFile } from '../module-file.ts';
import type { PreviewState } from './preview-state.ts';

/** The first of a row; the next free one is taken. */
const FIRST_PORT = 5190;
const PORTS_TRIED = 20;

/** Pages that are open load late code of the build that they opened. */
const BUILDS_SERVED = 5;

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.gif': 'image/gif',
  '.mp3': 'audio/mpeg',
  '.m4a': 'audio/mp4',
  '.mp4': 'video/mp4',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
};

export type PreviewServer = Awaited<ReturnType<typeof servePreview>>;

/**
 * Serves builds on this machine to pages of one host: no other page may read a team's unpublished code.
 * @param port `undefined`: the first free one of a row
 * @throws when the port is taken
 */
export async function servePreview(port: number | undefined, hostOrigin: string) {
  const pages = new Set<ServerResponse>();
  let builds: readonly string[] = [];
  let state = '';
  let allowed = hostOrigin;
  const client = await clientScript();

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method, headers } = request;
    // A name that somebody else made lead to this machine.
    if (!/^(?:localhost|127\.0\.0\.1)(?::\d+)?$/.test(headers.host ?? '')) return refuse(response, 403);
    response.setHeader('vary', 'origin');
    if (headers.origin === allowed) {
      response.setHeader('access-control-allow-origin', allowed);
      // Chrome asks before a page of the internet reaches this machine.
      response.setHeader('access-control-allow-private-network', 'true');
    }
    response.setHeader('cache-control', 'no-cache');
    response.setHeader('x-content-type-options', 'nosniff');
    response.setHeader('cross-origin-resource-policy', 'cross-origin');
    if (method === 'OPTIONS') {
      response.writeHead(204, { 'access-control-allow-methods': 'GET, HEAD' }).end();
      return undefined;
    }
    if (method !== 'GET' && method !== 'HEAD') return refuse(response, 405);
    const path = pathOf(request.url ?? '/');
    if (path === `/${PREVIEW_EVENTS}`) return follow(response);
    if (path === `/${PREVIEW_CLIENT}`) {
      response.writeHead(200, { 'content-type': types['.js'] }).end(client);
      return undefined;
    }
    const file = path === null ? null : await findFile(builds, path);
    if (file === null) return refuse(response, 404);
    response.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream' });
    if (method === 'HEAD') response.end();
    else
      createReadStream(file)
        .on('error', () => response.destroy())
        .pipe(response);
    return undefined;
  };

  const follow = (response: ServerResponse): void => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(`retry: 1000\n\n${state}`);
    pages.add(response);
    response.on('close', () => pages.delete(response));
  };

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  await listen();
  const address: unknown = server.address();

  async function listen(): Promise<void> {
    const candidates = port === undefined ? Array.from({ length: PORTS_TRIED }, (_, at) => FIRST_PORT + at) : [port];
    for (const [at, candidate] of candidates.entries()) {
      const fault = await new Promise<NodeJS.ErrnoException | null>((resolve) => {
        server.once('error', resolve);
        server.listen(candidate, 'localhost', () => {
          server.off('error', resolve);
          resolve(null);
        });
      });
      if (fault === null) return;
      if (fault.code !== 'EADDRINUSE' || at === candidates.length - 1) throw fault;
    }
  }

  return {
    /** With a slash at its end. */
    baseUrl: `http://localhost:${isRecord(address) ? String(address['port']) : ''}/`,
    /** The host's origin as its API names it. */
    allow: (origin: string) => void (allowed = origin),
    /** @param folder of a build, which is looked in before the earlier ones @returns folders that are no longer served */
    serve(folder: string): readonly string[] {
      const all = [folder, ...builds.filter((each) => each !== folder)];
      builds = all.slice(0, BUILDS_SERVED);
      return all.slice(BUILDS_SERVED);
    },
    /** Tells open pages, and those that will come. */
    tell(next: PreviewState): void {
      state = `data: ${JSON.stringify(next)}\n\n`;
      for (const page of pages) page.write(state);
    },
    async close(): Promise<void> {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

function refuse(response: ServerResponse, status: number): undefined {
  response.writeHead(status, { 'content-type': 'text/plain' }).end();
}

/** Without the number of a retry. @returns `null` for a path that leads out of a build */
function pathOf(url: string): string | null {
  const [raw = ''] = url.split(/[?#]/, 1);
  try {
    const path = decodeURIComponent(withoutRetry(raw));
    return path.includes('\0') || path.split(/[\\/]/).includes('..') ? null : path;
  } catch {
    return null;
  }
}

async function findFile(builds: readonly string[], path: string): Promise<string | null> {
  for (const build of builds) {
    const file = join(build, normalize(path));
    const found = await stat(file).catch(() => null);
    if (found?.isFile() === true) return file;
  }
  return null;
}

/** What browsers run, also of the source. */
async function clientScript(): Promise<string> {
  const file = moduleFile(import.meta.url, 'preview-client');
  const page = { registryElement: REGISTRY_ELEMENT_ID, events: PREVIEW_EVENTS };
  const { code } = await transformWithOxc(await readFile(file, 'utf8'), file);
  return `const page = ${JSON.stringify(page)};\n${code.replace(/^\/\/# sourceMappingURL=.*$/m, '')}`;
}
