import type { SQL } from 'drizzle-orm';
import * as v from 'valibot';
import type { Queries } from './database.ts';

/** Rows of SQL that the schema's tables don't describe, parsed. */
export async function rowsOf<Schema extends v.GenericSchema>(
  queries: Queries,
  schema: Schema,
  query: SQL,
): Promise<v.InferOutput<Schema>[]> {
  return v.parse(v.object({ rows: v.array(schema) }), await queries.execute(query)).rows;
}
