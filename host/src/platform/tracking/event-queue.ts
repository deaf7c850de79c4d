import * as v from 'valibot';
import { type TrackedEvent, trackedEventSchema } from '@fridge/shared-contracts/host';
import { createJsonStorage, type WebStorage } from '@fridge/shared-ui';

/** Maximum of stored events; the oldest are dropped. */
export const QUEUE_LIMIT = 200;

/** Not yet accepted, across reloads and tabs. No user data. */
export interface EventQueue {
  add(event: TrackedEvent): void;
  first(count: number): TrackedEvent[];
  remove(events: readonly TrackedEvent[]): void;
  size(): number;
}

/**
 * Tabs read before each write, to keep each other's events; the server detects duplicates by id. One write per task:
 * each rewrites the whole queue.
 * @param storage localStorage; `null` or full: events last as long as the page
 */
export function createEventQueue(storage: WebStorage | null): EventQueue {
  const stored = createJsonStorage(storage, 'usage-events', v.array(v.unknown()));
  let added: TrackedEvent[] = [];

  const flush = () => {
    if (added.length === 0) return;
    stored.write([...(stored.read() ?? []), ...added].slice(-QUEUE_LIMIT));
    added = [];
  };
  const read = () => {
    flush();
    return stored.read() ?? [];
  };

  return {
    add(event) {
      if (added.length === 0) setTimeout(flush);
      added.push(event);
      if (added.length > QUEUE_LIMIT) added.shift();
    },
    first(count) {
      const all = read();
      const valid = all.filter((event) => v.is(trackedEventSchema, event));
      if (valid.length < all.length) stored.write(valid); // from another version of the page
      return valid.slice(0, count);
    },
    remove(events) {
      const ids = new Set<unknown>(events.map(({ id }) => id));
      stored.write(read().filter((event) => !ids.has((event as Partial<TrackedEvent> | null)?.id))); // compared only
    },
    size: () => read().length,
  };
}
