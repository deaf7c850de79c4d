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

/** Until events are sent; twice as long after each failure. */
const COLLECT_MS = 5_000;
const LONGEST_DELAY_MS = 5 * 60_000;

/** Accepted, or refused as a retry would be too. */
const finalCodes: ReadonlySet<unknown> = new Set([answerCode.success, answerCode.badInput, answerCode.tooLarge]);

/** Without those of another version of the page. */
const storedEvents = v.pipe(
  v.array(v.unknown()),
  v.transform((events) => events.filter((event) => v.is(trackedEventSchema, event))),
);

/**
 * Events not yet accepted, across reloads and tabs. Tabs read before each write, to keep each other's events; the
 * server detects duplicates by id. One write per task: each rewrites the whole queue.
 * @param storage localStorage; `null` or full: events last as long as the page
 */
export function createEventQueue(storage: WebStorage | null) {
  const stored = createJsonStorage(storage, USAGE_EVENTS_KEY, storedEvents);
  /** In this task. */
  let added: TrackedEvent[] = [];

  const all = (): TrackedEvent[] => {
    const events = [...(stored.read() ?? []), ...added].slice(-QUEUE_LIMIT);
    if (added.length > 0) stored.write(events);
    added = [];
    return events;
  };

  return {
    add(event: TrackedEvent) {
      if (added.length === 0) setTimeout(all);
      added.push(event);
    },
    all,
    remove(events: readonly TrackedEvent[]) {
      const ids = new Set(events.map(({ id }) => id));
      stored.write(all().filter(({ id }) => !ids.has(id)));
    },
  };
}

/**
 * Sends batches until accepted (code 0), with growing delays between failures. A hidden page sends by beacon, which
 * has no answer: its
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
  let isSending = false;
  let failures = 0;
  let lastBeacon: string | undefined;

  const schedule = () => {
    clearTimeout(timer);
    timer = setTimeout(() => void send(), Math.min(COLLECT_MS * 2 ** failures, LONGEST_DELAY_MS));
  };

  const send = async () => {
    timer = undefined;
    const batch = queue.all().slice(0, TRACK_BATCH);
    if (isSending || batch.length === 0 || window.navigator.onLine === false) return;
    isSending = true;
    const isDone = await post(batch);
    isSending = false;
    failures = isDone ? 0 : failures + 1;
    if (isDone) queue.remove(batch);
    schedule(); // for the other events
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
    const events = queue.all();
    const last = events.at(-1)?.id;
    if (last === lastBeacon) return;
    lastBeacon = last;
    for (let from = 0; from < events.length; from += TRACK_BATCH)
      window.navigator.sendBeacon(endpoint, bodyOf(events.slice(from, from + TRACK_BATCH)));
  };

  return {
    add(event: TrackedEvent) {
      queue.add(event);
      if (timer === undefined) schedule();
    },
    start() {
      schedule(); // for what an earlier visit left
      window.addEventListener('pagehide', leave);
      window.addEventListener('online', () => {
        failures = 0;
        schedule();
      });
      visibility.subscribe(() => visibility.getState() === 'hidden' && leave());
    },
  };
}

const bodyOf = (events: readonly TrackedEvent[]): string => JSON.stringify({ events });
