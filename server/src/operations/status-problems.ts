import type * as v from 'valibot';
import { DAY_MS } from '../program/clock.ts';
import type { StoredEvent } from '../history/events.ts';
import type { serverFacts } from './server-facts.ts';

/** Below this a disk is worth a warning. */
const LEAST_FREE = 0.05;
/** A transaction that old blocks others and keeps old rows from being removed. */
const LONG_TRANSACTION_S = 60;

/** What needs attention in the process that answers, its database and its disks. */
export function problemsOf({ database, disk, upkeep, configuration }: v.InferOutput<typeof serverFacts>): string[] {
  const { reachable, migrations, oldestTransactionSeconds: oldest } = database;
  const pending = migrations?.pending ?? [];
  return [
    ...(reachable ? [] : ["database: it doesn't answer"]),
    ...(pending.length === 0 ? [] : [`database: migrations aren't applied: ${pending.join(', ')}`]),
    ...((oldest ?? 0) > LONG_TRANSACTION_S ? [`database: a transaction has been open for ${oldest} s`] : []),
    ...disk
      .filter(({ freeBytes, totalBytes }) => freeBytes < totalBytes * LEAST_FREE)
      .map(({ holds, folder }) => `disk: less than ${LEAST_FREE * 100} % is free for ${holds} (${folder})`),
    ...upkeep
      .filter(
        ({ doneSecondsAgo: done, failedSecondsAgo: failed }) => failed !== null && (done === null || failed < done),
      )
      .map(({ job, failures }) => `upkeep: the last run of ${job} failed, ${failures} in all`),
    ...configuration
      .filter(({ serial, newest }) => newest !== null && newest !== serial)
      .map(
        ({ document, serial, newest }) => `configuration: ${document} ${serial} is in force, the newest is ${newest}`,
      ),
  ];
}

/** Canaries that the program took back within a day, unless there is another one. @param events the latest first */
export const takenBack = (
  remotes: readonly { name: string; canary: object | null }[],
  events: readonly Pick<StoredEvent, 'about' | 'at' | 'why'>[],
  now: number,
): string[] =>
  remotes.flatMap(({ name, canary }) => {
    const last = events.find(({ about }) => about.includes(name));
    if (canary !== null || last === undefined || now - last.at.getTime() > DAY_MS) return [];
    return [`${name}: its canary was taken back: ${last.why}`];
  });
