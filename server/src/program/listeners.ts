import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyServerOptions } from 'fastify';
import formbody from '@fastify/formbody';
import { type ListenerName, portVariables } from './environment.ts';
import { createDeviceSkins } from '../host-origin/device-skins.ts';
import { createDownloadCode } from '../host-origin/download-code.ts';
import { createHostOrigin } from '../host-origin/host-origin.ts';
import { hasHashedName } from '../host-origin/serve-origin.ts';
import { createShellTexts } from '../host-origin/shell-texts.ts';
import {
  answerUnreadable,
  connectionOptions,
  endConnectionsOnClose,
  limitAnswerTime,
  limitBodyTime,
  limitConnections,
} from '../edge/connections.ts';
import { health } from '../edge/health.ts';
import { type AnsweredCall, signedCalls } from '../admission/signed-calls.ts';
import { createPreviewVisits } from '../releases/previews/preview-visits.ts';
import { createVisitors } from '../visits/visitor.ts';
import { storedFileHandler } from '../releases/stored-files.ts';
import type { Log } from '../log/log.ts';
import type { Services } from './services.ts';
import { createReleasesOrigin } from '../releases/releases-origin.ts';
import { servePictures } from '../activities/contest/serve-pictures.ts';
import { uploadWork } from '../activities/contest/upload-work.ts';
import { deviceConfig } from '../activities/report/reports.ts';
import { loadDemonstration } from './demonstration.ts';
import { addClockHeaders, allowOrigins, answerErrors, logAnswers } from '../edge/answers.ts';
import { cloudUser } from '../admission/cloud-user.ts';
import { limitRates } from '../admission/rate-limits.ts';
import { requestLog } from '../edge/request-id.ts';
import { addSecurityHeaders } from '../edge/security-headers.ts';
import { readForm } from '../admission/signature.ts';
import { teamCalls } from '../team-backends/team-calls.ts';
import { teamRequests } from '../transports/team/team-requests.ts';
import { track } from '../visits/tracking.ts';
import { feedLimits, householdFeed } from '../households/household-feed.ts';
import { metricsRoute } from '../operations/metrics/metrics-route.ts';
import { review } from '../transports/review/review.ts';

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

/** Answers in the envelope, with clocks, and with a line of the log each. */
function createApp(
  { environment, clock, metrics }: Services,
  loggerInstance: FastifyBaseLogger,
  options: FastifyServerOptions,
): FastifyInstance {
  const app: FastifyInstance = Fastify({
    loggerInstance,
    ...requestLog(environment),
    clientErrorHandler: answerUnreadable,
    ...options,
  });
  addClockHeaders(app, clock);
  endConnectionsOnClose(app);
  logAnswers(app, metrics);
  return app;
}

/** Far above any form. */
const BODY_LIMIT_BYTES = 256 * 1024;

const BODY_LIMIT_MS = 30_000;

/** Longer than any request line: a long name counts as unknown, not as an error. */
const MAX_PARAMETER = 64 * 1024;

/** What pages call, in request order. */
async function createApi(
  services: Services,
  calls: readonly AnsweredCall[],
  logger: FastifyBaseLogger,
): Promise<FastifyInstance> {
  const { environment } = services;
  const app = createApp(services, logger, {
    bodyLimit: BODY_LIMIT_BYTES,
    rewriteUrl: ({ url }) => readablePath(url ?? '/'),
    routerOptions: { maxParamLength: MAX_PARAMETER },
    ...connectionOptions(environment.UPLOAD_TIME_LIMIT_MS + BODY_LIMIT_MS),
    trustProxy: environment.TRUSTED_PROXIES.length > 0 ? environment.TRUSTED_PROXIES : false,
  });
  limitConnections(app.server, environment);
  allowOrigins(app, environment.ALLOWED_ORIGINS);
  limitRates(app, services);
  limitBodyTime(app, BODY_LIMIT_MS);
  limitAnswerTime(app, environment.ANSWER_TIME_LIMIT_MS);
  answerErrors(app, { demo: environment.DEMO });
  addSecurityHeaders(app);
  await app.register(formbody, { bodyLimit: BODY_LIMIT_BYTES, parser: readForm });

  await app.register(signedCalls, { services, calls });
  for (const routes of [health, uploadWork, servePictures, deviceConfig, track, cloudUser, teamRequests, teamCalls])
    await app.register(routes, services);
  const demonstration = await loadDemonstration(environment);
  if (demonstration !== null) await app.register(demonstration.demoRoutes, services);
  return app;
}

const UNREADABLE = '/unreadable';

/** Replaces paths with broken escapes, which Fastify would answer without limits, headers and envelope. */
function readablePath(url: string): string {
  try {
    decodeURIComponent(url.split('?', 1)[0] ?? '');
    return url;
  } catch {
    return UNREADABLE;
  }
}

/** For a request with its answer; the feed of households, the longest, limits its body itself. */
const REQUEST_LIMIT_MS = feedLimits.totalMs + 30_000;

/** What operators and their tools meet over HTTP; on loopback unless told otherwise (architecture, "One program"). */
async function createOperations(services: Services, logger: FastifyBaseLogger): Promise<FastifyInstance> {
  const app = createApp(services, logger, connectionOptions(REQUEST_LIMIT_MS));
  answerErrors(app, { demo: true });
  for (const routes of [health, review, metricsRoute, householdFeed]) await app.register(routes, services);
  return app;
}
