import { buffer } from 'node:stream/consumers';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { by as name, why as reason } from '../commands/fields.ts';
import { Refused } from '../commands/refused.ts';
import { describeFailure, run } from '../commands/run.ts';
import { isUnavailable, TooManyWaiting } from '../database/database.ts';
import { type BodyLimits, boundedBody, BodyRefused } from '../edge/bounded-body.ts';
import { drain } from '../edge/connections.ts';
import { requireOperationsToken } from '../edge/operations-client.ts';
import type { Services } from '../program/services.ts';
import { IMPORT_UNDER_WAY } from './import-households.ts';

/** A larger export is sent in several requests. */
export const feedLimits: BodyLimits = { bytes: 64 * 1024 * 1024, silenceMs: 15_000, totalMs: 120_000 };

const querySchema = v.strictObject({
  as: v.optional(name, 'feed'),
  why: v.optional(reason, ''),
  dryRun: v.optional(v.picklist(['0', '1'], '0 or 1'), '0'),
});

/**
 * `POST /households` of the operations listener: a body of JSON lines for `households import`. Answers what was done
 * and which lines are bad as JSON, with HTTP 200 unless no line was good (400).
 */
export const createHouseholdFeed =
  (limits: BodyLimits) =>
  async (app: FastifyInstance, services: Services): Promise<void> => {
    let isUnderWay = false;
    app.removeAllContentTypeParsers();
    // The handler reads the body.
    app.addContentTypeParser('*', (_request, _body, done) => done(null));

    app.post(
      '/households',
      { config: { longBody: true }, onRequest: requireOperationsToken(services.environment) },
      async (request, reply) => {
        const query = v.safeParse(querySchema, request.query);
        if (!query.success) return refuse(request, reply, 400, 'The address takes as, why and dryRun=1, nothing else.');
        if (Number(request.headers['content-length'] ?? 0) > limits.bytes)
          return refuse(request, reply, 413, `It is longer than ${limits.bytes} bytes. Send it in several requests.`);
        if (isUnderWay) return refuse(request, reply, 429, 'An import is under way. Try again when it has ended.');
        isUnderWay = true;
        try {
          const { as: by, why, dryRun } = query.output;
          const text = (await buffer(boundedBody(request.raw, limits))).toString();
          const asked = { command: 'households import', fields: { file: { text } } } as const;
          const actor = { by, why, way: 'feed', role: 'operator' } as const;
          const { answer } = await run(asked, actor, { dryRun: dryRun === '1' }, services);
          if (answer.rejected === answer.lines) return reply.code(400).send({ error: 'No line is good.', ...answer });
          return reply.send({ dryRun: dryRun === '1', ...answer });
        } catch (error) {
          if (error instanceof BodyRefused)
            return refuse(request, reply, error.status, `${error.message} Nothing was imported.`);
          return refuse(request, reply, statusOf(error), describeFailure(error, services).message);
        } finally {
          isUnderWay = false;
        }
      },
    );
  };

export const householdFeed = createHouseholdFeed(feedLimits);

function statusOf(error: unknown): number {
  if (error instanceof Refused) return error.problems.some(({ kind }) => kind === IMPORT_UNDER_WAY) ? 429 : 400;
  return error instanceof TooManyWaiting || isUnavailable(error) ? 503 : 500;
}

/** Reads the rest of the body, since a client that still sends would get a reset instead of the answer. */
async function refuse(request: FastifyRequest, reply: FastifyReply, status: number, error: string) {
  if (status !== 408) await drain(request.raw);
  if (!request.raw.complete) reply.header('connection', 'close');
  return reply.code(status).send({ error });
}
