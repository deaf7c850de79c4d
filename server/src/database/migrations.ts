import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { StartRefused } from '../program/environment.ts';
import { proceduresFolder, schemaFolder } from '../storage/package-folder.ts';
import { type Queries, rowsOf } from './database.ts';

export interface Migration {
  readonly name: string;
  /** Of its text: its identity in the database's journal. */
  readonly hash: string;
  readonly statements: readonly string[];
}

/** The tables' migrations in their order, as drizzle-kit generated them, then the procedures. */
export function readMigrations(folders: readonly string[] = [schemaFolder, proceduresFolder]): readonly Migration[] {
  return folders.flatMap((folder) =>
    readdirSync(folder)
      .filter((file) => file.endsWith('.sql'))
      .sort()
      .map((file) => {
        const text = readFileSync(join(folder, file), 'utf8');
        const hash = createHash('sha256').update(text).digest('hex');
        return { name: file.slice(0, -'.sql'.length), hash, statements: text.split('--> statement-breakpoint') };
      }),
  );
}

/**
 * What a database holds, as far as this program is concerned: none, some or all of our migrations (those of a newer
 * release don't matter, since they only add), or what keeps the program from serving it.
 */
export type SchemaState =
  | { readonly kind: 'refused'; readonly problem: string }
  | { readonly kind: 'ours'; readonly pending: readonly Migration[] };

const UNRELEASED =
  'This database was made by a version of this program from before its first release, which nothing upgrades. "npm run reset" empties that of npm start; elsewhere set DATABASE_URL (or DATA_DIR) to an empty database.';

/** Reads only. */
export async function examineSchema(queries: Queries, migrations = readMigrations()): Promise<SchemaState> {
  const applied = await appliedMigrations(queries);
  const [first] = migrations;
  const isOurs = first !== undefined && applied.has(first.hash);
  if (!isOurs) {
    const tables = (await rowsOf(queries, tableSchema, foreignTables)).map(({ name }) => name);
    const found = applied.size > 0 ? 'the migrations of another program' : tables[0] && `a table ${tables[0]}`;
    if (applied.size > 0 && tables.includes('public.business_clock')) return { kind: 'refused', problem: UNRELEASED };
    if (found !== undefined)
      return {
        kind: 'refused',
        problem: `This database belongs to another product: it holds ${found}, and no migration of this program. Set DATABASE_URL (or DATA_DIR) to an empty database or to this program's own.`,
      };
  }
  return { kind: 'ours', pending: migrations.filter(({ hash }) => !applied.has(hash)) };
}

/** @returns what the database lacks @throws StartRefused for another product's database, or an unreleased version's */
export async function requireOurs(queries: Queries, migrations = readMigrations()): Promise<readonly Migration[]> {
  const state = await examineSchema(queries, migrations);
  if (state.kind === 'ours') return state.pending;
  throw new StartRefused(`${state.problem} Nothing was written.`);
}

/** @throws StartRefused for a database that this program doesn't serve, or one whose migrations are behind */
export async function requireMigrated(queries: Queries): Promise<void> {
  const problem = schemaProblem(await examineSchema(queries));
  if (problem !== null) throw new StartRefused(`${problem} Nothing was written.`);
}

/** In plain words, with what to do; `null` when the database can be served. */
export function schemaProblem(state: SchemaState): string | null {
  if (state.kind === 'refused') return state.problem;
  if (state.pending.length === 0) return null;
  const names = state.pending.map(({ name }) => name).join(', ');
  return `This database lacks migrations (${names}). Run "node server/dist/main.js migrate" with the same environment, or set MIGRATE_ON_START=1.`;
}

/** Tables of extensions don't count: they come with the database. */
const foreignTables = sql`
  select n.nspname || '.' || c.relname as name
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p') and n.nspname not in ('pg_catalog', 'information_schema', 'drizzle')
    and n.nspname !~ '^pg_(toast|temp)'
    and not exists (select 1 from pg_depend d where d.objid = c.oid and d.deptype = 'e')
  order by 1`;
const tableSchema = v.object({ name: v.string() });

/** In the form of Drizzle's. */
const journal = sql.raw('drizzle.__drizzle_migrations');

async function appliedMigrations(queries: Queries): Promise<ReadonlySet<string>> {
  const exists = sql`select to_regclass('drizzle.__drizzle_migrations') is not null as exists`;
  const [found] = await rowsOf(queries, v.object({ exists: v.boolean() }), exists);
  if (found?.exists !== true) return new Set();
  const rows = await rowsOf(queries, v.object({ hash: v.string() }), sql`select hash from ${journal}`);
  return new Set(rows.map(({ hash }) => hash));
}

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
  { statements, hash }: Migration,
  lockTimeoutMs = 0,
): Promise<void> {
  await queries.transaction(async (transaction) => {
    await transaction.execute(sql.raw(`set local lock_timeout = ${lockTimeoutMs}`));
    await transaction.execute(sql.raw('set local statement_timeout = 0'));
    for (const statement of statements) await transaction.execute(sql.raw(statement));
    await transaction.execute(sql`insert into ${journal} (hash, created_at) values (${hash}, ${Date.now()})`);
  });
}
