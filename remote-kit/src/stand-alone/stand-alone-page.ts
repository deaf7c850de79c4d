import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import type { Plugin, UserConfig } from 'vite';

const PAGE = fileURLToPath(new URL('page.tsx', import.meta.url));
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

/**
 * A page that runs one remote alone, for its team: `npm run dev` in the remote's folder.
 *
 * Every address that the remote has a route for shows that screen, on the fake host of `@fridge/remote-kit/testing`;
 * beside it stand the routes, who the visitor is, and a log of everything that the screen asks of the host. What the
 * calls answer, `stand-alone/answers.ts` of the remote says: its default export is given the fake host before the first
 * screen is mounted. A call without an answer waits for ever, as one whose answer is on its way.
 *
 * The page imports `src/activity.ts` as a plain module and takes no part in the remote's build: that one shares React
 * with the host and can't start without it.
 *
 * ```ts
 * // stand-alone/vite.config.ts
 * export default defineConfig(standAlonePage(join(import.meta.dirname, '..')));
 * // package.json
 * "dev": "vite --configLoader runner --config stand-alone/vite.config.ts"
 * ```
 * @param folder the remote's own, where `src/activity.ts` and `release.config.ts` are
 */
export function standAlonePage(folder: string): UserConfig {
  return {
    root: folder,
    appType: 'custom',
    cacheDir: join(folder, 'node_modules/.vite-stand-alone'),
    plugins: [react(), servePage(folder)],
    optimizeDeps: { entries: ['src/activity.ts'], include: ['react', 'react/jsx-dev-runtime', 'react-dom/client'] },
  };
}

function servePage(folder: string): Plugin {
  return {
    name: 'stand-alone-page',
    apply: 'serve',
    resolveId: (id) => (id === ENTRY ? `\0${ENTRY}` : undefined),
    load: (id) => (id === `\0${ENTRY}` ? entryOf(folder) : undefined),
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

/** The page's own script: it brings together what each remote has in its own folder. */
function entryOf(folder: string): string {
  const from = (file: string) => JSON.stringify(join(folder, file));
  const answers = 'stand-alone/answers.ts';
  return [
    `import { runStandAlone } from ${JSON.stringify(PAGE)};`,
    `import activity from ${from('src/activity.ts')};`,
    `import { release } from ${from('release.config.ts')};`,
    existsSync(join(folder, answers)) ? `import prepare from ${from(answers)};` : 'const prepare = () => {};',
    'runStandAlone({ activity, release, prepare });',
  ].join('\n');
}
