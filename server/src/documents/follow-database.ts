import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { describeFault, type Log } from '../log/log.ts';

/** Alone it suffices: two processes show the same within 5 s of a change. */
const POLL_MS = 3_000;
const CONNECT_LIMIT_MS = 5_000;
/** A silent PostgreSQL doesn't hold up the end. */
const CLOSE_LIMIT_MS = 1_000;
const FIRST_RETRY_MS = 500;
const LONGEST_RETRY_MS = 15_000;

/**
 * Looks for changes when PostgreSQL notifies, and every 3 s besides. Neither keeps the process alive, and each failure
 * is logged once, until it works again.
 * @param options.url a direct connection: a pooler passes no notices on
 */
export function followDatabase({
  url,
  channel,
  look,
  log,
  pollMs = POLL_MS,
}: {
  url: string;
  channel: string;
  look: () => Promise<void>;
  log: Log;
  pollMs?: number;
}): { close(): Promise<void> } {
  let closed = false;
  let looking: Promise<void> | null = null;
  let lookAgain = false;
  const failing = { look: false, listen: false };
  const fails = (part: keyof typeof failing, event: string, error: unknown) => {
    if (!failing[part]) log.warn({ event, fault: describeFault(error) });
    failing[part] = true;
  };
  const works = (part: keyof typeof failing, event: string) => {
    if (failing[part]) log.info({ event });
    failing[part] = false;
  };

  /** One at a time; a notice that comes meanwhile is looked at afterwards. */
  const lookOnce = (): void => {
    if (closed) return;
    if (looking !== null) {
      lookAgain = true;
      return;
    }
    looking = look()
      .then(
        () => works('look', 'configurationReadAgain'),
        (error: unknown) => fails('look', 'configurationNotRead', error),
      )
      .finally(() => {
        looking = null;
        if (lookAgain) {
          lookAgain = false;
          lookOnce();
        }
      });
  };
  const poll = setInterval(lookOnce, pollMs).unref();

  let client: Client | null = null;
  let retry: NodeJS.Timeout | undefined;
  let retryMs = FIRST_RETRY_MS;
  const listen = async (): Promise<void> => {
    const next = new Client({ connectionString: url, connectionTimeoutMillis: CONNECT_LIMIT_MS, keepAlive: true });
    client = next;
    let lost = false;
    const onLost = (error?: unknown) => {
      if (lost || closed) return;
      lost = true;
      next.end().catch(() => undefined);
      fails('listen', 'configurationNoticesLost', error ?? new Error('The connection ended.'));
      retry = setTimeout(() => void listen(), retryMs).unref();
      retryMs = Math.min(retryMs * 2, LONGEST_RETRY_MS);
    };
    next
      .on('error', onLost)
      .on('end', () => onLost())
      .on('notification', lookOnce);
    try {
      await next.connect();
      await next.query(`listen ${next.escapeIdentifier(channel)}`);
    } catch (error) {
      return onLost(error);
    }
    retryMs = FIRST_RETRY_MS;
    works('listen', 'configurationNoticesBack');
    lookOnce(); // what changed before it listened
  };
  void listen();

  return {
    async close() {
      closed = true;
      clearInterval(poll);
      clearTimeout(retry);
      const ended = Promise.all([client?.end().catch(() => undefined), looking]);
      await Promise.race([ended, sleep(CLOSE_LIMIT_MS, undefined, { ref: false })]);
    },
  };
}
