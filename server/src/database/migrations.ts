import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { migrationsFolder } from '../package-folder.ts';
import type { Queries } from './database.ts';
import { rowsOf } from './rows-of.ts';

export interface Migration {
  readonly name: string;
  /** When it was generated, ms: its identity in the database's journal. */
  readonly at: number;
  readonly hash: string;
  readonly statements: readonly string[];
}

const journalSchema = v.object({ entries: v.array(v.object({ tag: v.string(), when: v.number() })) });

/** In order, as drizzle-kit generated them. */
export function readMigrations(folder = migrationsFolder): readonly Migration[] {
  const journal = v.parse(journalSchema, JSON.parse(readFileSync(join(folder, 'meta', '_journal.json'), 'utf8')));
  return journal.entries.map(({ tag, when }) => {
    const text = readFileSync(join(folder, `${tag}.sql`), 'utf8');
    const hash = createHash('sha256').update(text).digest('hex');
    return { name: tag, at: when, hash, statements: text.split('--> statement-breakpoint') };
  });
}

/**
 * What a database holds, as far as this program is concerned.
 * - `foreign`: another product's tables or migrations
 * - `ours`: none, some or all of our migrations; those of a newer release don't matter, since they only add
 */
export type SchemaState =
  | { readonly kind: 'foreign'; readonly found: string }
  | { readonly kind: 'ours'; readonly pending: readonly Migration[] };

/** Reads only. */
export async function examineSchema(queries: Queries, migrations = readMigrations()): Promise<SchemaState> {
  const applied = await appliedMigrations(queries);
  const [first] = migrations;
  const isOurs = first !== undefined && applied.has(first.at);
  if (!isOurs && applied.size > 0) return { kind: 'foreign', found: 'the migrations of another program' };
  if (!isOurs) {
    const [table] = await rowsOf(queries, tableSchema, foreignTable);
    if (table !== undefined) return { kind: 'foreign', found: `a table ${table.name}` };
  }
  return { kind: 'ours', pending: migrations.filter(({ at }) => !applied.has(at)) };
}

/** Tables of extensions don't count: they come with the database. */
const foreignTable = sql`
  select n.nspname || '.' || c.relname as name
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p') and n.nspname not in ('pg_catalog', 'information_schema', 'drizzle')
    and n.nspname !~ '^pg_(toast|temp)'
    and not exists (select 1 from pg_depend d where d.objid = c.oid and d.deptype = 'e')
  order by 1 limit 1`;
const tableSchema = v.object({ name: v.string() });

/** Drizzle's journal, which earlier releases wrote through its migrator. */
const journal = sql.raw('drizzle.__drizzle_migrations');
const appliedSchema = v.object({ at: v.pipe(v.string(), v.transform(Number)) });

async function appliedMigrations(queries: Queries): Promise<ReadonlySet<number>> {
  const [found] = await rowsOf(
    queries,
    v.object({ exists: v.boolean() }),
    sql`select to_regclass('drizzle.__drizzle_migrations') is not null as exists`,
  );
  if (found?.exists !== true) return new Set();
  const rows = await rowsOf(queries, appliedSchema, sql`select coalesce(created_at, 0)::text as at from ${journal}`);
  return new Set(rows.map(({ at }) => at));
}

/** Earlier releases read the journal too: its form is Drizzle's. */
export async function createJournal(queries: Queries): Promise<void> {
  await queries.execute(sql`create schema if not exists drizzle`);
  await queries.execute(
    sql`create table if not exists ${journal} (id serial primary key, hash text not null, created_at bigint)`,
  );
}

/**
 * Applies one migration with its row in the journal, or nothing of it.
 * @param lockTimeoutMs longest wait for a lock, since calls that need the same table wait behind it; 0: no limit
 */
export async function applyMigration(
  queries: Queries,
  { statements, hash, at }: Migration,
  lockTimeoutMs = 0,
): Promise<void> {
  await queries.transaction(async (transaction) => {
    await transaction.execute(sql.raw(`set local lock_timeout = ${lockTimeoutMs}`));
    await transaction.execute(sql.raw('set local statement_timeout = 0'));
    for (const statement of statements) await transaction.execute(sql.raw(statement));
    await transaction.execute(sql`insert into ${journal} (hash, created_at) values (${hash}, ${at})`);
  });
}
