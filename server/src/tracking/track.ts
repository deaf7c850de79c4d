import { TRACK_BATCH, type TrackedEvent, trackedEventSchema } from '@fridge/shared-contracts/host';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { success } from '../http/answers.ts';
import { requireOwnOrigin } from '../http/headers.ts';
import { refuse } from '../http/refusal.ts';
import type { Services } from '../services.ts';
import { isPlausible, storeEvents } from './events.ts';

/** Twice a full batch of the longest events. */
const BODY_LIMIT_BYTES = 48 * 1024;

const batchSchema = v.pipe(v.string(), v.parseJson(), v.object({ events: v.pipe(v.array(v.unknown()), v.maxLength(TRACK_BATCH)) }));

/**
 * `POST /track`: a batch of unsigned events, as `application/json` or `text/plain` (beacons can't preflight). Bad
 * events are dropped alone. Answers the ids that needn't be sent again.
 */
export function track({ environment, queries, clock, log }: Services) {
  return async (app: FastifyInstance): Promise<void> => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser(['application/json', 'text/plain'], { parseAs: 'string', bodyLimit: BODY_LIMIT_BYTES }, (_request, body, done) => done(null, body));

    app.route({
      method: 'POST',
      url: '/track',
      bodyLimit: BODY_LIMIT_BYTES,
      handler: async (request) => {
        requireOwnOrigin(request.headers.origin, environment.ALLOWED_ORIGINS);
        const batch = v.safeParse(batchSchema, request.body);
        if (!batch.success) throw refuse.badInput();
        await app.limits.countEvents(request, batch.output.events.length);
        const now = clock.real();
        const events = batch.output.events.flatMap((event) => readEvent(event, now) ?? []);
        const refused = batch.output.events.length - events.length;
        const stored = await storeEvents(queries, events, now);
        log.info({ event: 'tracked', taken: events.length, stored, refused });
        return success({ taken: events.map(({ id }) => id), refused });
      },
    });
  };
}

function readEvent(event: unknown, now: number): TrackedEvent | null {
  const parsed = v.safeParse(trackedEventSchema, event);
  return parsed.success && isPlausible(parsed.output, now) ? parsed.output : null;
}
