import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import * as v from 'valibot';
import type { Engine, EnginePage, PageOptions } from '../engine-page.ts';
import { startVirtualScreen, type VirtualScreen } from './virtual-screen.ts';
import { createWebDriver } from './web-driver.ts';
import { createWebKitPage } from './webkit-page.ts';

const SHELL = join(import.meta.dirname, 'shell.py');
const DRIVER_LIMIT_MS = 15_000;

const sessionSchema = v.object({ sessionId: v.string() });

/** WebKitGTK: each page is a window of the shell on a virtual screen, with a driver of its own. */
export async function startWebKit(): Promise<Engine> {
  const screen = await startVirtualScreen();
  const pages: EnginePage[] = [];
  return {
    async open(options) {
      const page = await openPage(screen, options);
      pages.push(page);
      return page;
    },
    async close() {
      for (const page of pages) await page.close();
      screen.close();
    },
  };
}

async function openPage(
  { display }: VirtualScreen,
  { width, height, native, unloaded }: PageOptions,
): Promise<EnginePage> {
  const port = await freePort();
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], {
    detached: true, // it and the browser that it starts are ended together
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      DISPLAY: display,
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1', // the sandbox needs rights that containers lack
      LIBGL_ALWAYS_SOFTWARE: '1',
      LANG: 'C.UTF-8',
      TZ: 'Asia/Shanghai',
    },
  });
  const lines = collectLines(driver);
  await driverReady(port);
  const started = await createWebDriver(`http://127.0.0.1:${port}`).post('/session', {
    capabilities: {
      alwaysMatch: {
        ...(unloaded && { pageLoadStrategy: 'none' }),
        'webkitgtk:browserOptions': {
          binary: SHELL,
          args: [`--width=${width}`, `--height=${height}`, ...(native === null ? [] : [`--native=${native}`])],
        },
      },
    },
  });
  const { sessionId } = v.parse(sessionSchema, started);
  const page = createWebKitPage({
    driver: createWebDriver(`http://127.0.0.1:${port}/session/${sessionId}`),
    lines,
    end() {
      if (driver.pid !== undefined && driver.exitCode === null) process.kill(-driver.pid);
    },
  });
  await page.resize(width, height);
  return page;
}

/** Console messages come out with what the driver and the browser print. */
function collectLines(driver: ChildProcess): string[] {
  const lines: string[] = [];
  for (const stream of [driver.stdout, driver.stderr]) {
    stream?.on('data', (chunk: Buffer) =>
      lines.push(
        ...chunk
          .toString()
          .split('\n')
          .filter((line) => line.trim() !== ''),
      ),
    );
  }
  return lines;
}

async function driverReady(port: number): Promise<void> {
  const giveUpAt = Date.now() + DRIVER_LIMIT_MS;
  for (;;) {
    try {
      await createWebDriver(`http://127.0.0.1:${port}`).get('/status');
      return;
    } catch (error) {
      if (Date.now() > giveUpAt) throw error;
      await new Promise((next) => setTimeout(next, 100));
    }
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // a server that listens on a port has one
  server.close();
  await once(server, 'close');
  return port;
}
