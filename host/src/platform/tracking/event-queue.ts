import * as v from 'valibot';
import { USAGE_EVENTS_KEY } from '@fridge/shared-contracts/page';
import { createJsonStorage, type WebStorage } from '@fridge/shared-ui';

/** Maximum of stored events; the oldest are dropped. */
export const QUEUE_LIMIT = 200;

/** As it happened; `event-delivery.ts` checks it. */
export type QueuedEvent = { id: string };

const queuedSchema = v.object({ id: v.string() });
const storedEvents = v.pipe(
  v.array(v.unknown()),
  v.transform((events) => events.filter((event): event is QueuedEvent => v.is(queuedSchema, event))),
);

export type EventQueue = ReturnType<typeof createEventQueue>;

/**
 * Events not yet accepted, across reloads and tabs. Tabs read before each write, to keep each other's events; the
 * server detects duplicates by id. One write per task: each rewrites the whole queue.
 * @param storage localStorage; `null` or full: events last as long as the page
 */
export function createEventQueue(storage: WebStorage | null) {
  const stored = createJsonStorage(storage, USAGE_EVENTS_KEY, storedEvents);
  /** In this task. */
  let added: QueuedEvent[] = [];

  const all = (): QueuedEvent[] => {
    const events = [...(stored.read() ?? []), ...added].slice(-QUEUE_LIMIT);
    if (added.length > 0) stored.write(events);
    added = [];
    return events;
  };

  return {
    add(event: QueuedEvent) {
      if (added.length === 0) setTimeout(all);
      added.push(event);
    },
    all,
    remove(events: readonly QueuedEvent[]) {
      const ids = new Set(events.map(({ id }) => id));
      stored.write(all().filter(({ id }) => !ids.has(id)));
    },
  };
}

/** Of a request with a batch. */
export const bodyOf = (events: readonly QueuedEvent[]): string => JSON.stringify({ events });
