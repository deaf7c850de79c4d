import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import type { Registry } from '@fridge/shared-contracts';
import { freeHostPort } from '../../../e2e/product/free-ports.ts';
import { createHostOrigin } from '../origin/host-origin.ts';
import { serveOrigin } from '../origin/serve-origin.ts';
import { originOf, planPorts } from '../ports.ts';
import { publishLocalRelease } from '../registry/publish-local-release.ts';
import { updateRegistryFile } from '../registry/registry-file.ts';
import { createServedRegistry } from '../registry/served-registry.ts';
import { defaultSettings } from '../settings/default-settings.ts';
import { inRepository, presentRemotes } from '../workspace.ts';
import { DEFAULT_DEMO_CLOCK } from '../run/start-product.ts';
import { buildMonolith } from './build-monolith.ts';
import { median } from './percentile.ts';

/** Routes with the text of the button whose arrival ends the measurement. */
const MEASURED = [
  { route: '/', button: '答题赢电费券' },
  { route: '/open', button: '开始答题' },
  { route: '/draw', button: '立即抽奖' },
] as const;
const RUNS = 5;
const NETWORK = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };
const CPU_SLOWDOWN = 4;

export type ColdOpen = { route: string; federated: number; monolith: number };

/** Times a cold deep link through federation and in the monolith, in turns. Milliseconds from navigation start. */
export async function measureColdOpen(browser: Browser): Promise<ColdOpen[]> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  const servers: Server[] = [];
  try {
    const federated = await openHost(inRepository('host/dist'), join(folder, 'federated'), servers, (registry) => registry);
    const monolith = await openHost(await buildMonolith(), join(folder, 'monolith'), servers, withoutFiles);
    const results: ColdOpen[] = [];
    for (const { route, button } of MEASURED) {
      const times = { federated: [] as number[], monolith: [] as number[] };
      for (let run = 0; run < RUNS; run += 1) {
        times.monolith.push(await timeOpen(browser, monolith + route, button));
        times.federated.push(await timeOpen(browser, federated + route, button));
      }
      results.push({ route, federated: median(times.federated), monolith: median(times.monolith) });
    }
    return results;
  } finally {
    for (const server of servers) {
      server.close();
      server.closeAllConnections();
    }
    await rm(folder, { recursive: true, force: true });
  }
}


/** In one build there is nothing to fetch for a remote beyond what its lazy routes fetch by themselves. */
function withoutFiles(registry: Registry): Registry {
  const remotes = Object.fromEntries(
    Object.entries(registry.remotes).map(([name, remote]) => [
      name,
      { ...remote, scripts: [], styles: [], routes: remote.routes.map((route) => ({ ...route, scripts: [] })), enabled: true },
    ]),
  );
  return { ...registry, remotes };
}

async function openHost(dist: string, state: string, servers: Server[], change: (registry: Registry) => Registry): Promise<string> {
  const ports = planPorts(String(await freeHostPort()));
  const registryPath = join(state, 'remotes.json');
  for (const { name, folder } of presentRemotes()) {
    const releases = join(state, 'releases', name);
    const origin = originOf(ports.remotes[name]);
    await publishLocalRelease({ dist: inRepository(folder, 'dist'), releases, origin, registryPath });
    servers.push(await listen(serveOrigin({ folder: releases, headers: { 'access-control-allow-origin': '*' } }), ports.remotes[name]));
  }
  await updateRegistryFile(registryPath, change);
  const businessOffset = Date.parse(DEFAULT_DEMO_CLOCK) - Date.now();
  servers.push(
    await listen(
      createHostOrigin({
        folder: dist,
        settings: () => defaultSettings(ports, DEFAULT_DEMO_CLOCK),
        registry: createServedRegistry(registryPath, join(state, 'last.json')),
        businessOffset: () => businessOffset,
      }),
      ports.host,
    ),
  );
  return originOf(ports.host);
}

async function timeOpen(browser: Browser, url: string, button: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', NETWORK);
    await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
    await page.addInitScript({ content: watchForButton(button) });
    await page.goto(url, { waitUntil: 'commit' });
    const handle = await page.waitForFunction(() => Reflect.get(window, 'benchSeen'), undefined, { timeout: 60_000 });
    return Number(await handle.jsonValue());
  } finally {
    await context.close();
  }
}

/** Script for the page: notes the frame in which the button stands. Text, since a compiled function may lean on helpers the page lacks. */
function watchForButton(text: string): string {
  return `requestAnimationFrame(function look(now) {
    const seen = [...document.querySelectorAll('button, a')].some((element) => element.textContent?.includes(${JSON.stringify(text)}));
    if (seen) window.benchSeen = now;
    else requestAnimationFrame(look);
  });`;
}

async function listen(server: Server, port: number): Promise<Server> {
  server.listen(port);
  await once(server, 'listening');
  return server;
}

