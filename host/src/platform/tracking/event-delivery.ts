import * as v from 'valibot';
import { answerCode } from '@fridge/shared-contracts';
import {
  answerSchema,
  parseJson,
  REQUEST_LIMIT_MS,
  type RuntimeSettings,
  TRACK_BATCH,
  type TrackedEvent,
  trackedEventSchema,
  trackingEventSchemas,
} from '@fridge/shared-contracts/page';
import { exchange, withinLimit } from '../requests/exchange.ts';
import { startAnalytics } from './analytics.ts';
import { bodyOf, type EventQueue, type QueuedEvent } from './event-queue.ts';

/** Until events are sent; twice as long after each failure. */
const COLLECT_MS = 5_000;
const LONGEST_DELAY_MS = 5 * 60_000;

/** Accepted, or refused as a retry would be too. */
const finalCodes: ReadonlySet<unknown> = new Set([answerCode.success, answerCode.badInput, answerCode.tooLarge]);

const { page, remote, version } = trackingEventSchemas.failure.entries;
/** Invalid values are reported as `unknown`. */
const releaseSchema = v.object({
  page: v.fallback(page, 'unknown'),
  remote: v.fallback(remote, 'unknown'),
  version: v.fallback(version, 'unknown'),
});

/** @returns `null` for an event that doesn't match its schema, such as one of another version of the page */
function readEvent(queued: QueuedEvent): TrackedEvent | null {
  const event = 'remote' in queued ? { ...queued, ...v.parse(releaseSchema, queued) } : queued;
  const read = v.safeParse(trackedEventSchema, event);
  return read.success ? read.output : null;
}

/**
 * Late code: sends the queue's events in batches until they are accepted (code 0), with growing delays between
 * failures, and those of this page to the analytics service.
 * @returns takes each event that was queued in this page, once and in order
 */
export function createEventDelivery({
  settings,
  queue,
  window,
  fetch,
  startService = startAnalytics,
}: {
  settings: Pick<RuntimeSettings['tracking'], 'endpoint' | 'analytics'>;
  queue: EventQueue;
  window: Window;
  fetch: typeof globalThis.fetch;
  startService?: typeof startAnalytics;
}): (event: QueuedEvent) => void {
  const { endpoint, analytics } = settings;
  const service = analytics ? startService(analytics, window).catch(() => null) : Promise.resolve(null);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isSending = false;
  let failures = 0;

  const schedule = () => {
    clearTimeout(timer);
    timer = setTimeout(() => void send(), Math.min(COLLECT_MS * 2 ** failures, LONGEST_DELAY_MS));
  };

  const send = async () => {
    timer = undefined;
    const batch = queue.all().slice(0, TRACK_BATCH);
    if (endpoint === null || isSending || batch.length === 0 || window.navigator.onLine === false) return;
    isSending = true;
    const events = batch.flatMap((event) => readEvent(event) ?? []);
    const isDone = events.length === 0 || (await post(endpoint, events));
    isSending = false;
    failures = isDone ? 0 : failures + 1;
    if (isDone) queue.remove(batch);
    schedule(); // for the other events
  };

  /** @returns whether it is accepted or refused for good */
  const post = async (url: string, batch: readonly TrackedEvent[]): Promise<boolean> => {
    const answer = await withinLimit({ total: REQUEST_LIMIT_MS }, ({ signal }) =>
      // Plain text needs no preflight, whose answer a closing page would miss.
      exchange(url, { method: 'POST', body: bodyOf(batch), signal }, fetch),
    );
    const parsed = v.safeParse(answerSchema, typeof answer === 'object' && answer.ok ? parseJson(answer.text) : null);
    return parsed.success && finalCodes.has(parsed.output.code);
  };

  schedule(); // for what an earlier visit left
  window.addEventListener('online', () => {
    failures = 0;
    schedule();
  });
  return (queued) => {
    const event = readEvent(queued);
    if (event === null) return queue.remove([queued]);
    void service.then((tell) => tell?.(event));
    if (timer === undefined) schedule();
  };
}
