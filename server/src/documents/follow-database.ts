import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { Client } from 'pg';
import { sharedRun } from '../bounds/shared-run.ts';
import type { Queries } from '../database/database.ts';
import { describeFault, type Log } from '../log/log.ts';

/** PostgreSQL's; a notice holds nothing, since readers look for themselves. */
const CHANNEL = 'fridge_configuration';

/** Alone it suffices: two processes show the same within 5 s of a change. */
const POLL_MS = 3_000;
const CONNECT_LIMIT_MS = 5_000;
/** A silent PostgreSQL doesn't hold up the end. */
const CLOSE_LIMIT_MS = 1_000;

/** Other processes look as soon as the transaction ends. */
export async function tellFollowers(transaction: Queries): Promise<void> {
  await transaction.execute(sql`select pg_notify(${CHANNEL}, '')`);
}

/**
 * Looks for changes when PostgreSQL notifies, and every 3 s besides. Neither keeps the process alive, and each failure
 * is logged once, until it works again.
 * @param options.url a direct connection: a pooler passes no notices on
 */
export function followDatabase({
  url,
  look,
  log,
  pollMs = POLL_MS,
}: {
  url: string;
  look: () => Promise<void>;
  log: Log;
  pollMs?: number;
}): { close(): Promise<void> } {
  let closed = false;
  const failing = { look: false, listen: false };
  const fails = (part: keyof typeof failing, event: string, error: unknown) => {
    if (!failing[part]) log.warn({ event, fault: describeFault(error) });
    failing[part] = true;
  };
  const works = (part: keyof typeof failing, event: string) => {
    if (failing[part]) log.info({ event });
    failing[part] = false;
  };

  const lookOnce = sharedRun(async () => {
    if (closed) return;
    await look().then(
      () => works('look', 'configurationReadAgain'),
      (error: unknown) => fails('look', 'configurationNotRead', error),
    );
  });
  let client: Client | null = null;
  const listen = async (): Promise<void> => {
    const next = new Client({ connectionString: url, connectionTimeoutMillis: CONNECT_LIMIT_MS, keepAlive: true });
    client = next;
    const onLost = (error: unknown = new Error('The connection ended.')) => {
      if (client !== next || closed) return;
      client = null;
      next.end().catch(() => undefined);
      fails('listen', 'configurationNoticesLost', error);
    };
    next
      .on('error', onLost)
      .on('end', () => onLost())
      .on('notification', () => void lookOnce());
    try {
      await next.connect();
      await next.query(`listen ${CHANNEL}`);
    } catch (error) {
      return onLost(error);
    }
    works('listen', 'configurationNoticesBack');
    void lookOnce(); // what changed before it listened
  };
  const poll = setInterval(() => {
    void lookOnce();
    if (client === null) void listen();
  }, pollMs).unref();
  void listen();

  return {
    async close() {
      closed = true;
      clearInterval(poll);
      const ended = Promise.all([client?.end().catch(() => undefined), lookOnce()]);
      await Promise.race([ended, sleep(CLOSE_LIMIT_MS, undefined, { ref: false })]);
    },
  };
}
