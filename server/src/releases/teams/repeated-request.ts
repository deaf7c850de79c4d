import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { Queries } from '../../database/database.ts';
import { canarySchema } from '../registry/registry-document.ts';
import { teamRequests } from './tables.ts';

/** `ended`: the canary that this ended. */
const doneSchema = v.object({
  from: v.nullable(v.string()),
  to: v.nullable(v.string()),
  ended: v.nullable(canarySchema),
});
type Done = v.InferOutput<typeof doneSchema>;

/**
 * What a request did whose answer was lost, so that the same one again does it once. The row that uses the request's id
 * up
 * says it, and goes with the others (`pruneTeamRequests`).
 * @param request team, action, remote and id
 */
export async function readDone(transaction: Queries, request: string): Promise<Done | null> {
  const [row] = await transaction
    .select()
    .from(teamRequests)
    .where(sql`starts_with(${teamRequests.id}, ${`${request} `})`);
  return row === undefined
    ? null
    : v.parse(v.pipe(v.string(), v.parseJson(), doneSchema), row.id.slice(request.length));
}

/** Under the lock of the document that the request changes: of two at a time the second reads what the first did. */
export async function keepDone(transaction: Queries, request: string, done: Done, now: number): Promise<void> {
  const { from, to, ended } = done;
  const id = `${request} ${JSON.stringify({ from, to, ended })}`;
  await transaction.insert(teamRequests).values({ id, usedAt: new Date(now) });
}
