import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { type Queries, rowsOf } from '../database/database.ts';
import { StartRefused } from '../program/environment.ts';

/**
 * The demonstration starts only on an empty database or its own. Reads only, since the schema may be another version's
 * or product's.
 * @throws StartRefused
 */
export async function requireOwnDatabase(queries: Queries): Promise<void> {
  const tables = await rowsOf(
    queries,
    tablesSchema,
    sql`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema', 'drizzle')`,
  );
  const names = new Set(tables.map(({ name }) => name));
  if (names.has('business_clock') && (await isMarked(queries))) return;
  for (const { schema, name } of tables) {
    const [found] = await rowsOf(
      queries,
      existsSchema,
      sql`select exists (select 1 from ${sql.identifier(schema)}.${sql.identifier(name)})`,
    );
    if (found?.exists !== true) continue;
    throw new StartRefused(
      'This database holds what the demonstration did not make, and the demonstration (DEMO=1, as npm start sets it) would put its households and a clock of 2023 into it. ' +
        'Nothing was written. Give it a DATABASE_URL (or DATA_DIR) of an empty database, or start the server without DEMO=1 (docs/operations.md).',
    );
  }
}

async function isMarked(queries: Queries): Promise<boolean> {
  const [clock] = await rowsOf(
    queries,
    markSchema,
    sql`select to_jsonb(business_clock) -> 'demonstration' as demonstration from business_clock`,
  );
  return clock?.demonstration === true;
}

const tablesSchema = v.object({ schema: v.string(), name: v.string() });
const existsSchema = v.object({ exists: v.boolean() });
const markSchema = v.object({ demonstration: v.nullish(v.unknown()) });
