import * as v from 'valibot';
import { answerCode, type Store, type Visibility } from '@fridge/shared-contracts';
import {
  answerSchema,
  parseJson,
  REQUEST_LIMIT_MS,
  TRACK_BATCH,
  type TrackedEvent,
  trackedEventSchema,
  USAGE_EVENTS_KEY,
} from '@fridge/shared-contracts/page';
import { accessStorage, createJsonStorage, type WebStorage } from '@fridge/shared-ui';
import { exchange, withinLimit } from '../requests/exchange.ts';

/** Maximum of stored events; the oldest are dropped. */
export const QUEUE_LIMIT = 200;

const COLLECT_MS = 5_000;
const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 5 * 60_000;

/** Accepted, or refused as a retry would be too. */
const finalCodes: ReadonlySet<unknown> = new Set([answerCode.success, answerCode.badInput, answerCode.tooLarge]);

/**
 * Events not yet accepted, across reloads and tabs. Tabs read before each write, to keep each other's events; the
 * server detects duplicates by id. One write per task: each rewrites the whole queue.
 * @param storage localStorage; `null` or full: events last as long as the page
 */
export function createEventQueue(storage: WebStorage | null) {
  const stored = createJsonStorage(storage, USAGE_EVENTS_KEY, v.array(v.unknown()));
  /** In this task. */
  let added: TrackedEvent[] = [];
  let flushTimer: ReturnType<typeof setTimeout> | undefined;

  const read = () => stored.read() ?? [];
  const flush = () => {
    flushTimer = undefined;
    if (added.length > 0) stored.write([...read(), ...added].slice(-QUEUE_LIMIT));
    added = [];
  };

  return {
    add(event: TrackedEvent) {
      flushTimer ??= setTimeout(flush);
      added.push(event);
    },
    first(count: number): TrackedEvent[] {
      flush();
      const all = read();
      const valid = all.filter((event) => v.is(trackedEventSchema, event));
      if (valid.length < all.length) stored.write(valid); // from another version of the page
      return valid.slice(0, count);
    },
    remove(events: readonly TrackedEvent[]) {
      flush();
      const ids = new Set<unknown>(events.map(({ id }) => id));
      stored.write(read().filter((event) => !ids.has((event as Partial<TrackedEvent> | null)?.id))); // compared only
    },
    size() {
      flush();
      return read().length;
    },
  };
}

/**
 * Sends batches until accepted (code 0), with growing delays. A hidden page sends by beacon, which has no answer: its
 * events are sent again, and the server detects them by id.
 */
export function createEventSender({
  endpoint,
  window,
  visibility,
  fetch,
  beforeLeaving,
}: {
  endpoint: string;
  window: Window;
  visibility: Store<Visibility>;
  fetch: typeof globalThis.fetch;
  /** Adds the last events. */
  beforeLeaving: () => void;
}) {
  const queue = createEventQueue(accessStorage(() => window.localStorage));
  let timer: ReturnType<typeof setTimeout> | undefined;
  let sending = false;
  let failures = 0;
  let lastBeacon = '';

  const schedule = (delay: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => void flush(), delay);
  };

  const flush = async () => {
    timer = undefined;
    if (sending || window.navigator.onLine === false) return;
    sending = true;
    for (let batch = queue.first(TRACK_BATCH); batch.length > 0; batch = queue.first(TRACK_BATCH)) {
      if (!(await post(batch))) break;
      failures = 0;
      queue.remove(batch);
    }
    sending = false;
    if (queue.size() === 0) return;
    failures += 1;
    schedule(Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), LONGEST_RETRY_MS));
  };

  /** @returns whether it is accepted or refused for good */
  const post = async (batch: readonly TrackedEvent[]): Promise<boolean> => {
    const answer = await withinLimit({ total: REQUEST_LIMIT_MS }, ({ signal }) =>
      // Plain text needs no preflight, whose answer a closing page would miss.
      exchange(endpoint, { method: 'POST', body: bodyOf(batch), signal }, fetch),
    );
    const parsed = v.safeParse(answerSchema, typeof answer === 'object' && answer.ok ? parseJson(answer.text) : null);
    return parsed.success && finalCodes.has(parsed.output.code);
  };

  const leave = () => {
    beforeLeaving();
    const events = queue.first(QUEUE_LIMIT);
    const last = events.at(-1)?.id;
    if (last === undefined || last === lastBeacon) return;
    lastBeacon = last;
    for (let from = 0; from < events.length; from += TRACK_BATCH) {
      const batch = events.slice(from, from + TRACK_BATCH);
      if (!window.navigator.sendBeacon(endpoint, bodyOf(batch))) return; // the browser's limit is reached
    }
  };

  return {
    add(event: TrackedEvent) {
      queue.add(event);
      if (!sending && timer === undefined) schedule(COLLECT_MS);
    },
    /** Sends what an earlier visit left. */
    start() {
      if (queue.size() > 0) schedule(COLLECT_MS);
      window.addEventListener('pagehide', leave);
      window.addEventListener('online', () => {
        failures = 0;
        schedule(0);
      });
      visibility.subscribe(() => (visibility.getState() === 'hidden' ? leave() : schedule(COLLECT_MS)));
    },
  };
}

const bodyOf = (events: readonly TrackedEvent[]): string => JSON.stringify({ events });
