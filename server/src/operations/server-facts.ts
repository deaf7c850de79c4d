import { statfs } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { bytes, number, optionalNumber, seconds, text } from '../commands/fields.ts';
import { documentNames } from '../documents/documents.ts';
import { examineSchema, readMigrations } from '../database/migrations.ts';
import { rowsOf } from '../database/database.ts';
import { type Environment, keepsReleases } from '../program/environment.ts';
import { describeFault } from '../log/log.ts';
import { readConfigSerials, readReviewQueue } from './metrics/database-state.ts';
import type { Services } from '../program/services.ts';
import { countUploaded } from '../releases/file-store.ts';
import { withinTime } from '../bounds/within-time.ts';

/** A status is wanted most when the database is slow. */
const DATABASE_LIMIT_MS = 3_000;

/** What the database tells, or `null` when it doesn't answer in time. */
export const ifInTime = <Result>(asked: Promise<Result>, { log }: Pick<Services, 'log'>): Promise<Result | null> =>
  withinTime(asked, DATABASE_LIMIT_MS).catch((error: unknown) => {
    log.warn({ event: 'statusIncomplete', fault: describeFault(error) });
    return null;
  });

/** Of the process that answers: its own upkeep, from memory, and without what the database doesn't tell in time. */
export const serverFacts = v.object({
  instance: text,
  database: v.object({
    kind: v.picklist(['pglite', 'postgresql']),
    reachable: v.boolean(),
    bytes: v.optional(bytes),
    oldestTransactionSeconds: v.optional(v.nullable(seconds)),
    migrations: v.optional(v.object({ applied: number, pending: v.array(text) })),
  }),
  disk: v.array(v.object({ holds: text, folder: text, freeBytes: bytes, totalBytes: bytes })),
  review: v.nullable(v.object({ pending: number, oldestSeconds: v.nullable(seconds) })),
  /** In the object store; `bytes` with the compressed forms. */
  uploadedReleases: v.nullable(v.object({ releases: number, bytes })),
  upkeep: v.array(
    v.object({
      job: text,
      doneSecondsAgo: v.nullable(seconds),
      failedSecondsAgo: v.nullable(seconds),
      failures: number,
    }),
  ),
  configuration: v.array(v.object({ document: text, serial: number, newest: optionalNumber })),
});

export async function readServerFacts(services: Services): Promise<v.InferOutput<typeof serverFacts>> {
  const { environment, database, upkeep, clock } = services;
  const found = await ifInTime(readDatabase(services), services);
  return {
    instance: environment.INSTANCE,
    database: { kind: database.kind, reachable: found !== null, ...(found?.facts ?? null) },
    disk: await diskSpace(environment),
    review: found?.review ?? null,
    uploadedReleases: found?.uploadedReleases ?? null,
    upkeep: upkeep.states().map(({ job, doneAt, failedAt, failures }) => ({
      job,
      doneSecondsAgo: secondsSince(doneAt, clock.real()),
      failedSecondsAgo: secondsSince(failedAt, clock.real()),
      failures,
    })),
    configuration: documentNames.map((document) => ({
      document,
      serial: services.configuration.current(document).serial,
      newest: found?.serials.find((each) => each.document === document)?.serial ?? null,
    })),
  };
}

const factsSchema = v.object({ bytes: v.number(), oldest: v.nullable(v.number()) });

async function readDatabase({ queries, clock }: Services) {
  const [facts] = await rowsOf(
    queries,
    factsSchema,
    sql`select pg_database_size(current_database())::float8 as bytes, (
      select max(extract(epoch from clock_timestamp() - xact_start))::float8 from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()) as oldest`,
  );
  const schema = await examineSchema(queries);
  const shipped = readMigrations().length;
  const pending = schema.kind === 'ours' ? schema.pending.map(({ name }) => name) : [];
  return {
    facts: {
      bytes: facts?.bytes ?? 0,
      oldestTransactionSeconds: facts?.oldest ?? null,
      migrations: { applied: shipped - pending.length, pending },
    },
    review: await readReviewQueue(queries, clock),
    uploadedReleases: await countUploaded(queries),
    serials: await readConfigSerials(queries),
  };
}

/** Where this process writes; a folder that can't be looked at is left out. */
async function diskSpace(environment: Environment) {
  const { DATABASE_URL, DATA_DIR, UPLOADS_DIR, RELEASES_DIR } = environment;
  const folders = [
    ...(DATABASE_URL === undefined ? [{ holds: 'database', folder: DATA_DIR }] : []),
    { holds: 'uploads', folder: UPLOADS_DIR },
    ...(keepsReleases(environment) ? [{ holds: 'releases', folder: RELEASES_DIR }] : []),
  ];
  const found = await Promise.all(
    folders.map(async ({ holds, folder }) => {
      const space = await statfs(folder).catch(() => null);
      if (space === null) return [];
      return [{ holds, folder, freeBytes: space.bavail * space.bsize, totalBytes: space.blocks * space.bsize }];
    }),
  );
  return found.flat();
}

const secondsSince = (at: number | null, now: number): number | null =>
  at === null ? null : Math.max(0, Math.round((now - at) / 1_000));
