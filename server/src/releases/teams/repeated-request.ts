import { eq } from 'drizzle-orm';
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

/** What a request did whose answer was lost. @param id team, command, request's id and remote */
export async function readDone(transaction: Queries, id: string) {
  const [row] = await transaction.select().from(teamRequests).where(eq(teamRequests.id, id));
  return row === undefined ? null : v.parse(doneSchema, row.done);
}

/** Under the lock of the document that the request changes: of two at a time the second reads what the first did. */
export async function keepDone(
  transaction: Queries,
  id: string,
  { from, to, ended }: v.InferOutput<typeof doneSchema>,
  now: number,
): Promise<void> {
  await transaction.insert(teamRequests).values({ id, usedAt: new Date(now), done: { from, to, ended } });
}
