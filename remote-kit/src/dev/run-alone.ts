import { createServer } from 'vite';
import { standAlonePage } from '../stand-alone/stand-alone-page.ts';

export type Running = { url: string; close(): Promise<void> };

/** The first of a row; the next free one is taken. */
const FIRST_PORT = 5180;

/**
 * Serves a remote alone on the fake host, with Fast Refresh.
 * @param port `undefined`: any free one
 * @throws when the port is taken
 */
export async function runAlone(folder: string, port: number | undefined): Promise<Running> {
  const page = standAlonePage(folder);
  const server = await createServer({
    ...page,
    configFile: false,
    clearScreen: false,
    logLevel: 'warn',
    server: { ...page.server, host: 'localhost', port: port ?? FIRST_PORT, strictPort: port !== undefined },
  });
  await server.listen();
  return { url: server.resolvedUrls?.local[0] ?? '', close: () => server.close() };
}
