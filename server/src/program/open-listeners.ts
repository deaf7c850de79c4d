import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { createApi } from './api.ts';
import { type ListenerName, portVariables } from './environment.ts';
import { createDeviceSkins } from '../host-origin/device-skins.ts';
import { createDownloadCode } from '../host-origin/download-code.ts';
import { createHostOrigin } from '../host-origin/host-origin.ts';
import { hasHashedName } from '../host-origin/serve-origin.ts';
import { createShellTexts } from '../host-origin/shell-texts.ts';
import { limitConnections } from '../edge/connections.ts';
import { health } from '../edge/health.ts';
import type { AnsweredCall } from '../admission/signed-calls.ts';
import { createOperations } from './operations.ts';
import { createPreviewVisits } from '../releases/previews/preview-visits.ts';
import { createVisitors } from '../visits/visitor.ts';
import { storedFileHandler } from '../releases/stored-files.ts';
import type { Log } from '../log/log.ts';
import type { Services } from './services.ts';
import { createReleasesOrigin } from '../releases/releases-origin.ts';

/**
 * Opens the listeners that are switched on, the host's last: its pages need the API.
 * @param apps gets each before it listens, so that a start that fails can close it
 * @returns their ports, 0 for the others
 */
export async function openListeners(
  services: Services,
  calls: readonly AnsweredCall[],
  log: FastifyBaseLogger,
  apps: FastifyInstance[],
): Promise<Record<ListenerName, number>> {
  const { environment } = services;
  const { LISTENERS, HOST, OPERATIONS_HOST } = environment;
  const ports = { host: 0, api: 0, releases: 0, operations: 0 };
  const open = async (name: ListenerName, create: () => Promise<FastifyInstance>) => {
    if (!LISTENERS.includes(name)) return;
    const app = await create();
    apps.push(app);
    const port = environment[portVariables[name]];
    const host = name === 'operations' ? OPERATIONS_HOST : HOST;
    await app.listen({ host, port, listenTextResolver: () => 'listening' });
    const [address] = app.addresses();
    ports[name] = typeof address === 'object' ? address.port : port;
  };
  await open('api', () => createApi(services, calls, log));
  await open('releases', () => createReleasesOrigin(services));
  await open('operations', () => createOperations(services, log));
  await open('host', () => openHostOrigin(services));
  return ports;
}

/** Several builds with their compressed forms. */
const KEPT_HOST_BYTES = 8 * 1024 * 1024;

/**
 * Of other builds of the host than this process's: those before the last deployments, and the next one's while
 * processes are changed one after another.
 */
const hostFileAt = (path: string): string | null => (hasHashedName(path) ? `host${path}` : null);

async function openHostOrigin(services: Services): Promise<FastifyInstance> {
  const { environment } = services;
  const { HOST_FILES: folder, PUBLIC_PICTURES_ORIGIN: picturesOrigin } = environment;
  const previews = createPreviewVisits(services);
  const visitors = createVisitors(environment.PUBLIC_HOST_ORIGIN);
  const otherBuilds = storedFileHandler(services, { pathOf: hostFileAt, keptBytes: KEPT_HOST_BYTES });
  const ofPages = { deviceSkins: createDeviceSkins(services), shellTexts: createShellTexts(services) };
  const downloadCode = createDownloadCode(services.settings);
  const options = { ...services, folder, picturesOrigin, ...ofPages, previews, visitors, otherBuilds, downloadCode };
  const origin = createHostOrigin(options);
  limitConnections(origin.server, environment);
  await origin.register(health, services);
  return origin;
}

/**
 * Closes listeners: new connections are refused, idle ones closed, requests under way answered, uploads included. What
 * isn't answered within the limit is cut off.
 * @returns whether everything was answered
 */
export async function closeListeners(
  apps: readonly FastifyInstance[],
  { limitMs, log }: { limitMs: number; log: Log },
): Promise<boolean> {
  let complete = true;
  const limit = setTimeout(() => {
    complete = false;
    for (const { server } of apps) {
      server.getConnections((_error, connections) => log.warn({ event: 'drainCutOff', connections }));
      server.closeAllConnections();
    }
  }, limitMs);
  try {
    await Promise.all(apps.map((app) => app.close()));
  } finally {
    clearTimeout(limit);
  }
  return complete;
}
