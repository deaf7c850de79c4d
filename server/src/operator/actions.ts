import type { Queries } from '../database/database.ts';
import { operatorActions } from './tables.ts';

type Action = Pick<typeof operatorActions.$inferInsert, 'action' | 'subject' | 'why' | 'way'> & {
  /** An operator's name. */
  by: string;
};

/**
 * Writes down an operator's look at personal data, export, import, shipment or overruled decision. `subject` holds no
 * phone, name, address or code.
 * @param now real time, milliseconds
 * @returns the row's id
 */
export async function recordAction(
  queries: Queries,
  { by: changedBy, ...action }: Action,
  now: number,
): Promise<number> {
  const [row] = await queries
    .insert(operatorActions)
    .values({ ...action, changedBy, changedAt: new Date(now) })
    .returning({ id: operatorActions.id });
  if (row === undefined) throw new Error('an action was not stored');
  return row.id;
}
