import { answerCode, type Visibility } from '@fridge/shared-contracts';
import { REQUEST_LIMIT_MS, TRACK_BATCH, type TrackedEvent } from '@fridge/shared-contracts/host';
import type { ReadableStore } from '../../lib/read-store.ts';
import { exchange, startTimeLimit } from '../requests/exchange.ts';
import { type EventQueue, QUEUE_LIMIT } from './event-queue.ts';

const COLLECT_MS = 5_000;
const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 5 * 60_000;

/** A batch refused with these is dropped: a retry would be refused too. */
const permanentRefusals: ReadonlySet<unknown> = new Set([answerCode.badInput, answerCode.tooLarge]);

export interface EventSender {
  added(): void;
  /** Sends what an earlier visit left. */
  start(): void;
  stop(): void;
}

export interface EventSenderDependencies {
  endpoint: string;
  queue: EventQueue;
  window: Window;
  visibility: Pick<ReadableStore<Visibility>, 'getState' | 'subscribe'>;
  fetch: typeof fetch;
}

/**
 * Sends batches until accepted (code 0), with growing delays. A hidden page sends by beacon, which has no answer: its
 * events are sent again, and the server detects them by id.
 */
export function createEventSender({ endpoint, queue, window, visibility, fetch }: EventSenderDependencies): EventSender {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let sending = false;
  let failures = 0;
  let lastBeacon = '';
  let stopped = false;
  /** Added since the last send; `queue.size` would read the whole storage. */
  let waiting = 0;

  const schedule = (delay: number) => {
    clearTimeout(timer);
    if (stopped) return;
    timer = setTimeout(() => void flush(), delay);
  };

  const flush = async () => {
    timer = undefined;
    waiting = 0;
    if (sending || window.navigator.onLine === false) return;
    sending = true;
    for (let batch = queue.first(TRACK_BATCH); batch.length > 0; batch = queue.first(TRACK_BATCH)) {
      if (!(await post(batch, { keepalive: false }))) break;
      failures = 0;
      queue.remove(batch);
    }
    sending = false;
    if (queue.size() === 0) return;
    failures += 1;
    schedule(Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), LONGEST_RETRY_MS));
  };

  /** @returns whether it is accepted or refused for good */
  const post = async (batch: readonly TrackedEvent[], { keepalive }: { keepalive: boolean }): Promise<boolean> => {
    const limit = startTimeLimit({ total: REQUEST_LIMIT_MS });
    try {
      // Plain text needs no preflight, whose answer a closing page would miss.
      const request = exchange(endpoint, { method: 'POST', body: bodyOf(batch), keepalive }, { fetch, limit, onHeaders: () => {} });
      const answer = await Promise.race([limit.stopped.then(() => null), request]);
      const code = answer?.ok ? codeOf(answer.text) : null;
      return code === answerCode.success || permanentRefusals.has(code);
    } finally {
      limit.end();
    }
  };

  const leave = () => {
    const events = queue.first(QUEUE_LIMIT);
    const last = events.at(-1)?.id;
    if (last === undefined || last === lastBeacon) return;
    lastBeacon = last;
    for (let from = 0; from < events.length; from += TRACK_BATCH) {
      const batch = events.slice(from, from + TRACK_BATCH);
      if (sendBeacon(window.navigator, endpoint, bodyOf(batch))) continue;
      void post(batch, { keepalive: true });
      return; // the browser's limit is reached
    }
  };
  const onVisibility = () => (visibility.getState() === 'hidden' ? leave() : schedule(COLLECT_MS));
  const onOnline = () => {
    failures = 0;
    schedule(0);
  };
  const stops: (() => void)[] = [];

  return {
    added() {
      if (failures > 0 || sending) return; // the next send includes it
      waiting += 1;
      if (waiting === TRACK_BATCH) schedule(0);
      else if (timer === undefined) schedule(COLLECT_MS);
    },
    start() {
      if (queue.size() > 0) schedule(COLLECT_MS);
      window.addEventListener('pagehide', leave);
      window.addEventListener('online', onOnline);
      stops.push(visibility.subscribe(onVisibility));
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
      window.removeEventListener('pagehide', leave);
      window.removeEventListener('online', onOnline);
      for (const stop of stops.splice(0)) stop();
    },
  };
}

const bodyOf = (events: readonly TrackedEvent[]): string => JSON.stringify({ events });

function sendBeacon(navigator: Navigator, endpoint: string, body: string): boolean {
  try {
    return navigator.sendBeacon(endpoint, body);
  } catch {
    return false; // missing in some engines
  }
}

function codeOf(text: string): unknown {
  try {
    const answer: unknown = JSON.parse(text);
    return typeof answer === 'object' && answer !== null && 'code' in answer ? answer.code : null;
  } catch {
    return null;
  }
}
