import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { isUnavailable, TooManyWaiting } from '../database/database.ts';
import { type BodyLimits, boundedBody, BodyRefused } from '../edge/bounded-body.ts';
import { drain } from '../edge/connections.ts';
import { requireOperationsToken } from '../edge/operations-client.ts';
import { describeFault } from '../log/log.ts';
import { by as name, why as reason } from '../commands/fields.ts';
import type { Services } from '../program/services.ts';
import { applyPart } from './apply-part.ts';
import { totalOf } from './counts.ts';
import { importHouseholds, type ImportedHouseholds } from './import-households.ts';

/** A larger export is sent in several requests. */
export const feedLimits: BodyLimits = { bytes: 64 * 1024 * 1024, silenceMs: 15_000, totalMs: 120_000 };

const IMPORTS_AT_ONCE = 2;

const querySchema = v.strictObject({
  as: v.optional(name, 'feed'),
  why: v.optional(reason, ''),
  dryRun: v.optional(v.picklist(['0', '1'], '0 or 1'), '0'),
});

/**
 * `POST /households` of the operations listener: JSON lines, as `households import` reads them. Answers what was done
 * and which lines are bad as JSON, with HTTP 200 unless no line was good (400), or with what ended it: what went in
 * before stays.
 */
export const createHouseholdFeed =
  (limits: BodyLimits) =>
  async (app: FastifyInstance, services: Services): Promise<void> => {
    let underWay = 0;
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
          return refuse(request, reply, 413, tooLong(limits));
        if (underWay >= IMPORTS_AT_ONCE)
          return refuse(request, reply, 429, `${IMPORTS_AT_ONCE} imports are under way. Try again when one has ended.`);
        underWay += 1;
        try {
          const { as: by, why, dryRun } = query.output;
          const done = await importHouseholds(
            boundedBody(request.raw, limits),
            (part) => applyPart(part, { by, why, way: 'feed', dryRun: dryRun === '1' }, services),
            { dryRun: dryRun === '1' },
          );
          return await answer(request, reply, done, services);
        } finally {
          underWay -= 1;
        }
      },
    );
  };

export const householdFeed = createHouseholdFeed(feedLimits);

const tooLong = ({ bytes }: BodyLimits) => `It is longer than ${bytes} bytes. Send it in several requests.`;

/** Reads the rest of the body, since a client that still sends would get a reset instead of the answer. */
async function refuse(request: FastifyRequest, reply: FastifyReply, status: number, error: string, done: object = {}) {
  if (status !== 408) await drain(request.raw);
  if (!request.raw.complete) reply.header('connection', 'close');
  return reply.code(status).send({ error, ...done });
}

function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  { stopped, ...done }: ImportedHouseholds,
  { log }: Pick<Services, 'log'>,
) {
  const { importId, lines, rejected, counts } = done;
  log.info({ event: 'householdFeed', importId, lines, rejected, stopped: stopped !== null, ...totalOf(counts) });
  if (stopped !== null) {
    const { error } = stopped;
    const again = 'What is in stays; sending all of it again completes it.';
    if (error instanceof BodyRefused) return refuse(request, reply, error.status, `${error.message} ${again}`, done);
    log.warn({ event: 'householdFeedStopped', fault: describeFault(error) });
    const busy = error instanceof TooManyWaiting || isUnavailable(error);
    const message = busy ? "The database didn't answer." : 'The server failed; its log says where.';
    return refuse(request, reply, busy ? 503 : 500, `${message} ${again}`, done);
  }
  if (lines === 0) return refuse(request, reply, 400, 'The body is empty: send JSON lines.');
  if (rejected === lines) return refuse(request, reply, 400, 'No line is good.', done);
  return reply.send(done);
}
