import { setTimeout as delay } from 'node:timers/promises';
import type { ClientConfig } from 'pg';
import * as v from 'valibot';
import { StartRefused } from '../program/environment.ts';
import { type Admission, DEADLOCK_DETECTED, LOCK_NOT_AVAILABLE, type Queries, sqlStateOf } from './database.ts';
import { advisoryLocks, blockersOf, describeHolders, exclusively, withConnection } from './exclusive-connection.ts';
import { applyMigration, createJournal, type Migration, requireOurs } from './migrations.ts';

/** With the pauses, about a minute at the default lock timeout. */
export const ATTEMPTS = 20;

/** Of the lock timeout: calls that waited behind a migration go on in between. */
const PAUSE = 2;

/** How often the watching connection looks for who is in the way. */
const LOOKS_PER_ATTEMPT = 4;

type Terms = {
  readonly migrations?: readonly Migration[];
  readonly lockTimeoutMs: number;
  readonly admit?: Admission | undefined;
  readonly onApplied?: (name: string) => void;
  readonly onWaiting?: (name: string, holders: string) => void;
};

/**
 * Applies what the database lacks, each migration in a transaction of its own: a killed process leaves whole migrations
 * behind. A migration gives up its locks after `lockTimeoutMs` and is tried again, so that the calls of running
 * processes wait for it no longer than that.
 * @returns the names of the applied ones
 * @throws StartRefused for another product's database, and when a lock stays taken, naming who holds it
 */
export function migratePostgresql(connection: ClientConfig, terms: Terms): Promise<readonly string[]> {
  const named = { ...connection, application_name: 'activities migrate' };
  return exclusively(named, advisoryLocks.migration, async (queries, client) => {
    await terms.admit?.(queries);
    const pending = await requireOurs(queries, terms.migrations);
    if (pending.length === 0) return [];
    const { pid } = v.parse(pidSchema, (await client.query('select pg_backend_pid() as pid')).rows[0]);
    await createJournal(queries);
    await withConnection(named, async (watching) => {
      for (const migration of pending) {
        await applyPatiently(queries, migration, () => blockersOf(watching, pid), terms);
        terms.onApplied?.(migration.name);
      }
    });
    return pending.map(({ name }) => name);
  });
}

const pidSchema = v.object({ pid: v.number() });

async function applyPatiently(
  queries: Queries,
  migration: Migration,
  findBlockers: () => ReturnType<typeof blockersOf>,
  { lockTimeoutMs, onWaiting }: Terms,
): Promise<void> {
  let holders: Awaited<ReturnType<typeof blockersOf>> = [];
  for (let attempt = 1; ; attempt += 1) {
    const looking = new AbortController();
    const watch = look(findBlockers, lockTimeoutMs / LOOKS_PER_ATTEMPT, looking.signal);
    try {
      return await applyMigration(queries, migration, lockTimeoutMs);
    } catch (error) {
      if (![LOCK_NOT_AVAILABLE, DEADLOCK_DETECTED].includes(sqlStateOf(error))) throw error;
      looking.abort();
      holders = (await watch) ?? holders;
      const who = describeHolders(holders);
      if (attempt === ATTEMPTS)
        throw new StartRefused(
          `The migration ${migration.name} found a table locked ${ATTEMPTS} times, each time for ${lockTimeoutMs} ms: ${who} holds it. ` +
            'The migrations before it are applied, nothing of this one is. End that transaction, then migrate again.',
          { cause: error },
        );
      onWaiting?.(migration.name, who);
    } finally {
      looking.abort();
    }
    await delay(PAUSE * lockTimeoutMs);
  }
}

/** @returns the last blockers that were seen */
async function look(findBlockers: () => ReturnType<typeof blockersOf>, everyMs: number, signal: AbortSignal) {
  let seen: Awaited<ReturnType<typeof blockersOf>> | null = null;
  while (!signal.aborted) {
    await delay(everyMs, undefined, { signal }).catch(() => undefined);
    const found = signal.aborted ? [] : await findBlockers().catch(() => []);
    if (found.length > 0) seen = found;
  }
  return seen;
}
