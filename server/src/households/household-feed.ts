import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { createTally } from '../admission/counts.ts';
import { by as name, why as reason } from '../commands/fields.ts';
import { Refused } from '../commands/refused.ts';
import { describeFailure, run } from '../commands/run.ts';
import { isUnavailable, TooManyWaiting } from '../database/database.ts';
import { drain } from '../edge/connections.ts';
import { requireOperationsToken } from '../edge/operations-client.ts';
import { type BodyLimits, readBody } from '../edge/read-body.ts';
import type { Services } from '../program/services.ts';
import { IMPORT_UNDER_WAY } from './import-households.ts';

/** A larger export is sent in several requests. */
export const feedLimits: BodyLimits = { bytes: 64 * 1024 * 1024, silenceMs: 15_000, totalMs: 120_000 };

const querySchema = v.strictObject({
  as: v.optional(name, 'feed'),
  why: v.optional(reason, ''),
  dryRun: v.optional(v.picklist(['0', '1'], '0 or 1'), '0'),
});

const refusal = (text: string, kind: keyof typeof statuses | '' = '') => new Refused([{ text, kind }]);

/** Of HTTP, by the kind of a problem; of all others 400. */
const statuses = { [IMPORT_UNDER_WAY]: 429, late: 408, tooLarge: 413 } as const;

const refusalsOf = ({ bytes, silenceMs, totalMs }: BodyLimits) => ({
  tooLarge: () => refusal(`It is longer than ${bytes} bytes. Nothing was imported: send several requests.`, 'tooLarge'),
  late() {
    const limits = `Nothing came for ${silenceMs / 1_000} s, or it took more than ${totalMs / 1_000} s`;
    return refusal(`${limits}. Nothing was imported.`, 'late');
  },
  broken: () => refusal('It ended early. Nothing was imported.'),
});

const busy = () => refusal('An import is under way. Try again when it has ended.', IMPORT_UNDER_WAY);

/**
 * `POST /households` of the operations listener: a body of JSON lines for `households import`. Answers what was done
 * and which lines are bad as JSON, with HTTP 200 unless no line was good (400).
 */
export const createHouseholdFeed =
  (limits: BodyLimits) =>
  async (app: FastifyInstance, services: Services): Promise<void> => {
    const underWay = createTally();
    app.removeAllContentTypeParsers();
    // The handler reads the body.
    app.addContentTypeParser('*', (_request, _body, done) => done(null));
    app.setErrorHandler(async (error, request, reply) => {
      const status = statusOf(error);
      // A client that still sends would get a reset instead of the answer.
      if (status !== statuses.late) await drain(request.raw);
      if (!request.raw.complete) reply.header('connection', 'close');
      return reply.code(status).send({ error: describeFailure(error, services).message });
    });

    const onRequest = requireOperationsToken(services.environment);
    app.post('/households', { config: { longBody: true }, onRequest }, async (request, reply) => {
      const query = v.safeParse(querySchema, request.query);
      if (!query.success) throw refusal('The address takes as, why and dryRun=1, nothing else.');
      const { as: by, why, dryRun: isDry } = query.output;
      const dryRun = isDry === '1';
      return underWay.during('', 1, busy, async () => {
        const text = String(await readBody(request, limits, refusalsOf(limits), (_signal, whole) => whole()));
        const asked = { command: 'households import', fields: { file: { text } } } as const;
        const { answer } = await run(asked, { by, why, way: 'feed', role: 'operator' }, { dryRun }, services);
        if (answer.rejected < answer.lines) return { dryRun, ...answer };
        return reply.code(400).send({ error: 'No line is good.', ...answer });
      });
    });
  };

export const householdFeed = createHouseholdFeed(feedLimits);

function statusOf(error: unknown): number {
  if (!(error instanceof Refused)) return error instanceof TooManyWaiting || isUnavailable(error) ? 503 : 500;
  const [{ kind = '' } = {}] = error.problems;
  return Object.entries(statuses).find(([named]) => named === kind)?.[1] ?? 400;
}
