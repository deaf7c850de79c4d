import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { createServer, type InlineConfig, type Plugin, searchForWorkspaceRoot, type ViteDevServer } from 'vite';
import { loadRelease } from '../cli/load-release.ts';
import { productFolders, productPackages } from '../kit-files.ts';
import { importOfAnswers } from '../stage/import-of-answers.ts';
import { ACTIVITY_MODULE, generateActivity } from '../vite/generate-activity.ts';
import { serveBackend } from './serve-backend.ts';

/** Vite finds its ending: TypeScript in the repository, JavaScript in the packed kit. */
const PAGE = join(import.meta.dirname, 'page');
const ENTRY = 'virtual:stand-alone';

const html = `<!doctype html>
<html lang="zh-CN">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
    <link rel="icon" href="data:," />
  </head>
  <body>
    <div id="stand-alone"></div>
    <script type="module" src="/@id/__x00__${ENTRY}"></script>
  </body>
</html>`;

/** The first of a row; the next free one is taken. */
const FIRST_PORT = 5180;

/**
 * Serves a remote alone on the fake host, with Fast Refresh.
 * @param port `undefined`: any free one
 * @param team whose own backend answers its calls; `undefined`: the fake answers
 * @throws when the port is taken
 */
export async function serveStandAlone(folder: string, port?: number, team?: string): Promise<ViteDevServer> {
  const page = standAlonePage(folder, team);
  const server = await createServer({
    ...page,
    configFile: false,
    clearScreen: false,
    logLevel: 'warn',
    server: { ...page.server, host: 'localhost', port: port ?? FIRST_PORT, strictPort: port !== undefined },
  });
  return server.listen();
}

/**
 * Runs a remote alone on the fake host. The default export of `stand-alone/answers.ts` gets the fake host before the
 * first screen mounts and sets the calls' answers; other calls stay pending. The activity module is imported as a plain
 * one: the remote's build needs the host's React.
 * @param folder the remote's, with `release.config.ts`
 */
export function standAlonePage(folder: string, team?: string): InlineConfig {
  return {
    root: folder,
    appType: 'custom',
    cacheDir: join(folder, 'node_modules/.vite-stand-alone'),
    plugins: [
      react(),
      generateActivity(folder, () => loadRelease(folder)),
      servePage(folder, team !== undefined),
      team === undefined ? null : serveBackend(folder, team),
    ],
    resolve: { dedupe: ['react'] },
    server: { fs: { allow: [searchForWorkspaceRoot(folder), ...productFolders()] } },
    optimizeDeps: {
      entries: ['src/**/*.{ts,tsx}', '!src/**/*.test.*'],
      // The renderer is the kit's dependency, which pnpm hides from the remote.
      include: ['react', 'react/jsx-runtime', 'react/jsx-dev-runtime', '@fridge/remote-kit > react-dom/client'],
      exclude: [...productPackages],
    },
  };
}

function servePage(folder: string, hasBackend: boolean): Plugin {
  return {
    name: 'stand-alone-page',
    apply: 'serve',
    resolveId: (id) => (id === ENTRY ? `\0${ENTRY}` : undefined),
    load: (id) => (id === `\0${ENTRY}` ? entryOf(folder, hasBackend) : undefined),
    configureServer(server) {
      return () => {
        server.middlewares.use((request, response, next) => {
          const url = request.originalUrl ?? '/';
          if (request.method !== 'GET' || !request.headers.accept?.includes('text/html')) {
            next();
            return;
          }
          server.transformIndexHtml(url, html).then((page) => {
            response.setHeader('content-type', 'text/html; charset=utf-8');
            response.end(page);
          }, next);
        });
      };
    },
  };
}

function entryOf(folder: string, hasBackend: boolean): string {
  const from = (file: string) => JSON.stringify(join(folder, file));
  return [
    `import { runStandAlone } from ${JSON.stringify(PAGE)};`,
    `import activity from ${from(ACTIVITY_MODULE)};`,
    `import { release } from ${from('release.config.ts')};`,
    importOfAnswers(folder),
    `runStandAlone({ activity, release, prepare, hasBackend: ${hasBackend} });`,
  ].join('\n');
}
