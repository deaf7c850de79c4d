import { and, asc, eq, inArray, lt, lte } from 'drizzle-orm';
import { type Asked, describeFailure, run } from '../commands/run.ts';
import { record } from '../history/events.ts';
import { MINUTE_MS } from '../program/clock.ts';
import type { Services } from '../program/services.ts';
import { laterChanges, lockLater } from './tables.ts';

export const LATER_EVERY_MS = 5_000;
/** Longer than any command takes. */
const LOST_AFTER_MS = 10 * MINUTE_MS;

/**
 * Carries out what is due in the order of the moments, one after another in all processes; each is tried once.
 * A refusal stays in the list, and in `status`, until it is cancelled.
 */
export async function carryOutLater(services: Services): Promise<void> {
  await giveUpLost(services);
  for (let change = await takeDue(services); change !== null; change = await takeDue(services)) {
    const { id, command, fields, by, why, role, expected, confirmed } = change;
    const actor = { by, why, way: 'program', role } as const;
    const asked = { command, fields } as Asked; // run parses both
    const options = { expected: expected ?? undefined, confirmed };
    const ended = await run(asked, { ...actor, later: id }, options, services).then(
      ({ events }) => ({ state: 'done', outcome: events.map((event) => `event ${event.id}`).join(', ') }) as const,
      (error: unknown) => ({ state: 'refused', outcome: describeFailure(error, services).message }) as const,
    );
    await services.queries.transaction(async (transaction) => {
      await transaction.update(laterChanges).set(ended).where(eq(laterChanges.id, id));
      if (ended.state === 'done') return;
      // The reason stands in the list: an event holds ids alone.
      await record(transaction, { ...actor, command: 'later add' }, services.clock, {
        about: [`later ${id}`],
        changes: [{ path: 'later', before: 'pending', after: 'refused' }],
      });
    });
    services.log.info({ event: 'laterCarriedOut', later: id, command, state: ended.state });
  }
}

/** Takes nothing while any process carries one out. */
function takeDue({ queries, clock }: Services) {
  return queries.transaction(async (transaction) => {
    await lockLater(transaction);
    if ((await transaction.$count(laterChanges, eq(laterChanges.state, 'underWay'))) > 0) return null;
    const due = transaction
      .select({ id: laterChanges.id })
      .from(laterChanges)
      .where(and(eq(laterChanges.state, 'pending'), lte(laterChanges.dueAt, new Date(clock.business()))))
      .orderBy(asc(laterChanges.dueAt), asc(laterChanges.id))
      .limit(1);
    const [taken = null] = await transaction
      .update(laterChanges)
      .set({ state: 'underWay', takenAt: new Date(clock.real()) })
      .where(inArray(laterChanges.id, due))
      .returning();
    return taken;
  });
}

/** Of a process that ended meanwhile. */
async function giveUpLost({ queries, clock }: Services): Promise<void> {
  const since = new Date(clock.real() - LOST_AFTER_MS);
  await queries
    .update(laterChanges)
    .set({ state: 'refused', outcome: 'The process ended meanwhile: whether it counted, history tells.' })
    .where(and(eq(laterChanges.state, 'underWay'), lt(laterChanges.takenAt, since)));
}
