import { asc, eq, inArray } from 'drizzle-orm';
import type { Context } from '../../commands/table.ts';
import type { Queries } from '../../database/database.ts';
import { record } from '../../history/events.ts';
import { judgeShipment, readShipment } from './shipment.ts';
import { drawPrizes } from './tables.ts';

/** Others can't be prizes, and a file's control characters would fail the whole query. */
const PRIZE_ID = /^[\w-]{1,64}$/;

type Row = { line: number; id: string; carrier: string; trackingNumber: string };
type Stored = typeof drawPrizes.$inferSelect;

/**
 * Ships each row on its own. Prizes are locked first: of two commands, and of a command and a user's change of the
 * address, the second sees what the first did.
 * @param correct gives shipped prizes another carrier and number
 */
export const shipPrizes = (rows: readonly Row[], correct: boolean, context: Context) =>
  context.transact(async (transaction) => {
    const prizes = await lockPrizes(transaction, rows);
    const rejected: { line: number; reason: string }[] = [];
    let shipped = 0;
    for (const row of rows) {
      const prize = prizes.get(row.id.trim());
      const outcome = prize === undefined ? 'there is no such prize' : await ship(prize, row, correct);
      if (typeof outcome === 'string') rejected.push({ line: row.line, reason: outcome });
      else if (prize !== undefined && outcome !== null) {
        prizes.set(prize.id, { ...prize, ...outcome });
        shipped += 1;
      }
    }
    return { shipped, unchanged: rows.length - shipped - rejected.length, rejected };

    /** @returns what was set, `null` for nothing, or why not */
    async function ship(prize: Stored, { carrier, trackingNumber }: Row, correcting: boolean) {
      const { clock, by } = context;
      const now = clock.business();
      const shipment = readShipment(carrier, trackingNumber);
      if ('problem' in shipment) return shipment.problem;
      const judged = judgeShipment(prize, shipment, now, correcting);
      if (typeof judged === 'object') return judged.problem;
      if (judged === 'unchanged') return null;
      const set = judged === 'correct' ? shipment : { ...shipment, shippedAt: new Date(now), shippedBy: by };
      await transaction.update(drawPrizes).set(set).where(eq(drawPrizes.id, prize.id));
      const changes = (['carrier', 'trackingNumber'] as const).map((path) => ({
        path,
        before: prize[path],
        after: shipment[path],
      }));
      await record(transaction, context, clock, { about: [`prize ${prize.id}`, prize.userId], changes });
      return set;
    }
  });

async function lockPrizes(transaction: Queries, rows: readonly Row[]): Promise<Map<string, Stored>> {
  const ids = [...new Set(rows.map(({ id }) => id.trim()).filter((id) => PRIZE_ID.test(id)))];
  const found = await transaction
    .select()
    .from(drawPrizes)
    .where(inArray(drawPrizes.id, ids))
    .orderBy(asc(drawPrizes.id))
    .for('update');
  return new Map(found.map((prize) => [prize.id, prize]));
}
