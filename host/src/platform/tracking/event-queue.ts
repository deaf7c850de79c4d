import * as v from 'valibot';
import { type TrackedEvent, trackedEventSchema } from '@fridge/shared-contracts/host';

/** Events kept while they can't be sent; the oldest give way to new ones. */
export const QUEUE_LIMIT = 200;
const STORAGE_KEY = 'usage-events';

/** Events that the server hasn't taken yet, across reloads and tabs. They carry nothing of a user. */
export interface EventQueue {
  /** Kept at once, and written with whatever else comes in the same turn. */
  add(event: TrackedEvent): void;
  /** The oldest events, in order. */
  first(count: number): TrackedEvent[];
  remove(events: readonly TrackedEvent[]): void;
  size(): number;
}

/**
 * The storage itself is the queue: every tab reads it anew before it writes, so that none takes away what another
 * added. What two tabs then both send, the server tells by its id. Since every writing reads and writes the whole of
 * it, the events of one turn are written together.
 * @param storage localStorage, `null` where it is refused: then events last as long as the page
 */
export function createEventQueue(storage: Pick<Storage, 'getItem' | 'setItem'> | null): EventQueue {
  let memory: unknown[] = [];
  let kept = storage;

  const read = (): unknown[] => {
    if (!kept) return memory;
    try {
      const stored: unknown = JSON.parse(kept.getItem(STORAGE_KEY) ?? '[]');
      return Array.isArray(stored) ? stored : [];
    } catch {
      return [];
    }
  };
  const write = (events: unknown[]) => {
    memory = events;
    try {
      kept?.setItem(STORAGE_KEY, JSON.stringify(events));
    } catch {
      kept = null; // full or refused
    }
  };

  let added: TrackedEvent[] = [];
  const flush = () => {
    if (added.length === 0) return;
    const events = added;
    added = [];
    write([...read(), ...events].slice(-QUEUE_LIMIT));
  };

  return {
    add(event) {
      if (added.length === 0) setTimeout(flush);
      added.push(event);
      if (added.length > QUEUE_LIMIT) added.shift();
    },
    first(count) {
      flush();
      const stored = read();
      const events = stored.map((event) => v.safeParse(trackedEventSchema, event)).flatMap((event) => (event.success ? [event.output] : []));
      if (events.length < stored.length) write(events); // what another version of the page left behind
      return events.slice(0, count);
    },
    remove(events) {
      flush();
      const ids = new Set<unknown>(events.map(({ id }) => id));
      write(read().filter((event) => !ids.has((event as Partial<TrackedEvent> | null)?.id))); // compared, not believed
    },
    size() {
      flush();
      return read().length;
    },
  };
}
