import formbody from '@fastify/formbody';
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { servePictures } from '../activities/contest/serve-pictures.ts';
import { uploadWork } from '../activities/contest/upload-work.ts';
import { deviceConfig } from '../activities/report/reports.ts';
import { loadDemonstration } from './demonstration.ts';
import { addClockHeaders, allowOrigins, answerErrors, logAnswers } from '../edge/answers.ts';
import { cloudUser } from '../admission/cloud-user.ts';
import {
  answerUnreadable,
  connectionOptions,
  endConnectionsOnClose,
  limitAnswerTime,
  limitBodyTime,
  limitConnections,
} from '../edge/connections.ts';
import { health } from '../edge/health.ts';
import { limitRates } from '../admission/rate-limits.ts';
import { requestLog } from '../edge/request-id.ts';
import { addSecurityHeaders } from '../edge/security-headers.ts';
import { readForm } from '../admission/signature.ts';
import { type AnsweredCall, signedCalls } from '../admission/signed-calls.ts';
import type { Services } from './services.ts';
import { teamCalls } from '../team-backends/team-calls.ts';
import { teamRequests } from '../transports/team/team-requests.ts';
import { track } from '../visits/tracking.ts';

/** Far above any form. */
const BODY_LIMIT_BYTES = 256 * 1024;

const BODY_LIMIT_MS = 30_000;

/** Longer than any request line: a long name counts as unknown, not as an error. */
const MAX_PARAMETER = 64 * 1024;

/** What pages call, in request order. */
export async function createApi(
  services: Services,
  calls: readonly AnsweredCall[],
  logger: FastifyBaseLogger,
): Promise<FastifyInstance> {
  const { environment } = services;
  const app: FastifyInstance = Fastify({
    loggerInstance: logger,
    ...requestLog(environment),
    bodyLimit: BODY_LIMIT_BYTES,
    rewriteUrl: ({ url }) => readablePath(url ?? '/'),
    routerOptions: { maxParamLength: MAX_PARAMETER },
    ...connectionOptions(environment.UPLOAD_TIME_LIMIT_MS + BODY_LIMIT_MS),
    clientErrorHandler: answerUnreadable,
    trustProxy: environment.TRUSTED_PROXIES.length > 0 ? environment.TRUSTED_PROXIES : false,
  });
  limitConnections(app.server, environment);
  addClockHeaders(app, services.clock);
  endConnectionsOnClose(app);
  allowOrigins(app, environment.ALLOWED_ORIGINS);
  limitRates(app, services);
  limitBodyTime(app, BODY_LIMIT_MS);
  limitAnswerTime(app, environment.ANSWER_TIME_LIMIT_MS);
  logAnswers(app, services.metrics);
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
