import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { ServerResponse } from 'node:http';
import { PREVIEW_CLIENT, PREVIEW_EVENTS, REGISTRY_ELEMENT_ID, withoutRetry } from '@fridge/shared-contracts/page';
import { type Plugin, preview, transformWithOxc } from 'vite';

/** The first of a row; the next free one is taken. */
const FIRST_PORT = 5190;

/** What the page of a preview's visit is told, as the data of an event. */
export type PreviewState = {
  /** The remote, and the build that the host has: its version in the registry of the visit; `null`: none yet. */
  name: string;
  version: string | null;
  /** What happens with the newest sources. */
  step: 'building' | 'shown' | 'failed' | 'refused' | 'unreachable';
  /** Of `failed`, `refused` and `unreachable`: the reason. */
  detail: string;
};

/**
 * Serves builds on this machine to pages of one host: no other page may read a team's unpublished code. Vite refuses
 * other names than this machine's own, which somebody else may have made lead here.
 * @param folder of the builds
 * @param port `undefined`: the first free one of a row
 * @throws when the port is taken
 */
export async function servePreview(folder: string, port: number | undefined, hostOrigin: string) {
  const pages = new Set<ServerResponse>();
  let state = '';
  /** Vite reads it at each request. */
  const allowed = [hostOrigin];
  const client = await clientScript();

  const answerPages: Plugin = {
    name: 'remote-kit-preview',
    configurePreviewServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        response.setHeader('x-content-type-options', 'nosniff');
        response.setHeader('cross-origin-resource-policy', 'cross-origin');
        // Chrome asks before a page of the internet reaches this machine.
        response.setHeader('access-control-allow-private-network', 'true');
        request.url = withoutRetry(request.url ?? '/');
        if (request.method === 'OPTIONS') response.writeHead(204).end();
        else next();
      });
      return () => {
        middlewares.use(`/${PREVIEW_EVENTS}`, (_request, response) => {
          response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
          response.write(`retry: 1000\n\n${state}`);
          pages.add(response);
          response.on('close', () => pages.delete(response));
        });
        middlewares.use(`/${PREVIEW_CLIENT}`, (_request, response) => {
          response.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-cache' }).end(client);
        });
      };
    },
  };
  const server = await preview({
    root: folder,
    configFile: false,
    appType: 'custom',
    logLevel: 'silent',
    plugins: [answerPages],
    build: { outDir: folder },
    preview: {
      host: 'localhost',
      port: port ?? FIRST_PORT,
      strictPort: port !== undefined,
      cors: { origin: allowed, methods: 'GET', preflightContinue: true },
      headers: { 'cache-control': 'no-cache' },
    },
  });

  return {
    /** With a slash at its end. */
    baseUrl: server.resolvedUrls?.local[0] ?? '',
    /** The host's origin as its API names it. */
    allow: (origin: string) => void (allowed[0] = origin),
    /** Tells open pages, and those that will come. */
    tell(next: PreviewState): void {
      state = `data: ${JSON.stringify(next)}\n\n`;
      for (const page of pages) page.write(state);
    },
    close: () => server.close(),
  };
}

/** What browsers run, also of the source. */
async function clientScript(): Promise<string> {
  const file = join(import.meta.dirname, `preview-client${extname(import.meta.url)}`);
  const page = { registryElement: REGISTRY_ELEMENT_ID, events: PREVIEW_EVENTS };
  const { code } = await transformWithOxc(await readFile(file, 'utf8'), file);
  return `const page = ${JSON.stringify(page)};\n${code.replace(/^\/\/# sourceMappingURL=.*$/m, '')}`;
}
