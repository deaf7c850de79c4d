import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { Pool } from 'pg';
import { migrationsFolder } from '../package-folder.ts';
import type { OpenDatabase } from './database.ts';
import * as schema from './schema.ts';

/** Any fixed number: all processes of this product ask for the same advisory lock. */
const START_LOCK = 418_000_001;

/** @param onIdleError a connection died while nobody was using it; the pool replaces it by itself */
export async function openPostgresql(url: string, onIdleError: () => void): Promise<OpenDatabase> {
  const pool = new Pool({ connectionString: url, max: 10, connectionTimeoutMillis: 10_000 });
  pool.on('error', onIdleError);
  const open: OpenDatabase = {
    queries: drizzle(pool, { schema }),
    kind: 'postgresql',
    async exclusively(work) {
      const client = await pool.connect();
      const queries = drizzle(client, { schema });
      try {
        await queries.execute(sql`select pg_advisory_lock(${START_LOCK})`);
        return await work(queries);
      } finally {
        // Closing the connection gives the lock back even when the work broke it.
        client.release(true);
      }
    },
    close: () => pool.end(),
  };
  await open.exclusively((queries) => migrate(queries as ReturnType<typeof drizzle<typeof schema>>, { migrationsFolder })); // made by this driver a few lines above
  return open;
}
