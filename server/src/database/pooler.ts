import type { Client } from 'pg';
import * as v from 'valibot';

const pidSchema = v.object({ rows: v.tuple([v.object({ pid: v.number() })]) });

/**
 * Whether a pooler stands between this connection and PostgreSQL: the process that it was told at its start, for
 * cancelling, isn't the one that answers.
 */
export async function isPooled(client: Client): Promise<boolean> {
  const told: unknown = Reflect.get(client, 'processID');
  const { rows } = v.parse(pidSchema, await client.query('select pg_backend_pid() as pid'));
  return told !== rows[0].pid;
}
