import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { addClockHeaders, answerErrors, logAnswers } from '../edge/answers.ts';
import { answerUnreadable, connectionOptions, endConnectionsOnClose } from '../edge/connections.ts';
import { feedLimits, householdFeed } from '../households/household-feed.ts';
import { health } from '../edge/health.ts';
import { requestLog } from '../edge/request-id.ts';
import { metricsRoute } from '../operations/metrics/metrics-route.ts';
import { review } from '../transports/review/review.ts';
import type { Services } from './services.ts';

/** For a request with its answer; the feed of households, the longest, limits its body itself. */
const REQUEST_LIMIT_MS = feedLimits.totalMs + 30_000;

/** What operators and their tools meet over HTTP; on loopback unless told otherwise (architecture, "One program"). */
export async function createOperations(services: Services, logger: FastifyBaseLogger): Promise<FastifyInstance> {
  const app: FastifyInstance = Fastify({
    loggerInstance: logger,
    ...requestLog(services.environment),
    ...connectionOptions(REQUEST_LIMIT_MS),
    clientErrorHandler: answerUnreadable,
  });
  addClockHeaders(app, services.clock);
  endConnectionsOnClose(app);
  logAnswers(app, services.metrics);
  answerErrors(app, { demo: true });
  for (const routes of [health, review, metricsRoute, householdFeed]) await app.register(routes, services);
  return app;
}
