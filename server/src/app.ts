import formbody from '@fastify/formbody';
import helmet from '@fastify/helmet';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { signedCalls } from './calls/signed-calls.ts';
import { cloudUser } from './cloud/cloud-user.ts';
import { demoRoutes } from './demo/demo-routes.ts';
import { deviceInfo } from './device/get-info.ts';
import { health } from './health.ts';
import { logRequests } from './log/log-requests.ts';
import type { Services } from './services.ts';
import { answerErrors } from './wire/answer-errors.ts';
import { addClockHeaders } from './wire/clock-headers.ts';
import { allowOrigins } from './wire/cross-origin.ts';
import { endConnectionsOnClose } from './wire/end-connections.ts';
import { readForm } from './wire/read-form.ts';
import { rememberAnswerCode } from './wire/remember-answer-code.ts';

/** Far above any call's fields, far below anything that could hurt. */
const BODY_LIMIT_BYTES = 64 * 1024;

/** Everything that answers HTTP, in the order a request meets it. */
export async function createApp(services: Services, logger: FastifyBaseLogger): Promise<FastifyInstance> {
  const app: FastifyInstance = Fastify({
    loggerInstance: logger,
    // Fastify's own lines carry addresses; `logRequests` writes ours.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: 30_000,
    // Requests that arrive on open connections while the server ends are still answered.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
  });
  addClockHeaders(app, services.clock);
  endConnectionsOnClose(app);
  rememberAnswerCode(app);
  logRequests(app);
  answerErrors(app, { demo: services.environment.DEMO });
  await allowOrigins(app, services.environment.ALLOWED_ORIGINS);
  await app.register(helmet, { crossOriginResourcePolicy: { policy: 'cross-origin' } });
  await app.register(formbody, { bodyLimit: BODY_LIMIT_BYTES, parser: readForm });

  await app.register(health(services));
  await app.register(signedCalls(services));
  await app.register(deviceInfo(services));
  await app.register(cloudUser(services));
  if (services.environment.DEMO) await app.register(demoRoutes(services));
  return app;
}
