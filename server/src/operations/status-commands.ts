import { eq } from 'drizzle-orm';
import * as v from 'valibot';
import { listDraw } from '../activities/draw/list-draw.ts';
import { text, warnings } from '../commands/fields.ts';
import { command, type Context } from '../commands/table.ts';
import { configCommands } from '../documents/config-commands.ts';
import { listEvents, type StoredEvent } from '../history/events.ts';
import { listRegistry } from '../releases/show-remotes.ts';
import type { Queries } from '../database/database.ts';
import { laterChanges } from '../later/tables.ts';
import { ifInTime, readServerFacts, serverFacts } from './server-facts.ts';
import { inspectRemotes, servedRemote } from './served-remotes.ts';
import { DAY_MS } from '../program/clock.ts';

export const statusCommands = {
  status: command({
    does: 'names what needs attention, and tells how remotes, draw, database and the process that answers are',
    may: ['viewer'],
    kind: 'read',
    fields: {},
    answer: v.object({
      problems: warnings,
      remotes: v.array(servedRemote),
      shares: v.array(v.object({ prize: text, share: text })),
      ...serverFacts.entries,
    }),
    run: (_fields, context) => readStatus(context),
  }),
};

async function readStatus(context: Context) {
  const [registry, draw, facts] = await Promise.all([
    ifInTime(readRegistryProblems(context), context),
    ifInTime(listDraw(context.queries), context),
    readServerFacts(context),
  ]);
  const served = await inspectRemotes(registry?.remotes ?? [], context.environment.PUBLIC_HOST_ORIGIN);
  return {
    ...facts,
    problems: [
      ...(registry?.problems ?? []),
      ...served.problems,
      ...(await documentProblems(context)),
      ...(draw?.warnings ?? []).map((warning) => `draw: ${warning}`),
      ...((await ifInTime(refusedLater(context.queries), context)) ?? []),
      ...problemsOf(facts),
    ],
    remotes: served.remotes,
    shares: draw?.outcomes.map(({ giftName: prize, share }) => ({ prize, share })) ?? [],
  };
}

async function refusedLater(queries: Queries): Promise<string[]> {
  const refused = await queries.select().from(laterChanges).where(eq(laterChanges.state, 'refused')).limit(EVENTS_READ);
  return refused.map(
    ({ id, command: name, outcome }) => `later ${id}: ${name} was refused: ${outcome} (later cancel ${id})`,
  );
}

const EVENTS_READ = 50;

/** The registry's remotes, and what needs attention in it. */
async function readRegistryProblems(context: Context) {
  const { clock, queries } = context;
  const { remotes, unlisted } = await listRegistry(context);
  return {
    remotes,
    problems: [
      ...(remotes.length === 0 ? ['no remote is registered: publish one'] : []),
      ...unlisted.map((name) => `${name} has releases and isn't in the registry: on ${name}`),
      ...takenBack(remotes, await listEvents(queries, { by: 'roll-back', limit: EVENTS_READ }), clock.real()),
    ],
  };
}

/** What of the documents doesn't count, and why. */
async function documentProblems(context: Context): Promise<string[]> {
  const documents = await configCommands['config list'].run({}, context);
  const { wrong, doubtful } = context.settings.check(context.configuration.current('settings').document);
  return [
    ...documents.flatMap(({ name, serial, unfit, fileRefused }) => [
      ...(unfit === null
        ? []
        : [`${name} ${unfit.serial} doesn't fit this release, ${serial} is in force: ${unfit.faults.join('; ')}`]),
      ...(fileRefused === null ? [] : [`the file of ${name} doesn't count, ${serial} is in force: ${fileRefused}`]),
    ]),
    ...[...wrong, ...doubtful].map((problem) => `settings: ${problem}`),
  ];
}

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
