import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { Queries } from '../database/database.ts';
import { rowsOf } from '../database/rows-of.ts';
import { StartRefused } from '../environment.ts';
import { demoHouseholds } from './demo-households.ts';

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
  if (names.has('business_clock') && names.has('accounts') && (await isMarked(queries))) return;
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

/** Without the mark: it has households, and all are the demonstration's. */
async function isMarked(queries: Queries): Promise<boolean> {
  const [clock] = await rowsOf(
    queries,
    clockSchema,
    sql`select to_jsonb(business_clock) -> 'demonstration' as demonstration from business_clock`,
  );
  if (clock === undefined) return false;
  if (typeof clock.demonstration === 'boolean') return clock.demonstration;
  const users = await rowsOf(
    queries,
    usersSchema,
    sql`select user_id, phone from accounts limit ${demoHouseholds.length + 1}`,
  );
  return (
    users.length > 0 &&
    users.every(({ user_id, phone }) =>
      demoHouseholds.some((household) => household.userId === user_id && household.phone === phone),
    )
  );
}

const tablesSchema = v.object({ schema: v.string(), name: v.string() });
const existsSchema = v.object({ exists: v.boolean() });
const clockSchema = v.object({ demonstration: v.nullish(v.boolean()) });
const usersSchema = v.object({ user_id: v.string(), phone: v.nullable(v.string()) });
