import { asc, eq, inArray } from 'drizzle-orm';
import { recordAction } from '../../operator/actions.ts';
import { type CommandHandler, CommandRefused } from '../../operator/protocol.ts';
import { judgeShipment, readShipment } from './shipment.ts';
import { drawPrizes } from './tables.ts';

/** Others can't be prizes, and a file's control characters would fail the whole query. */
const PRIZE_ID = /^[\w-]{1,64}$/;

/**
 * Marks prizes as shipped; `/prize` shows carrier and number, and the address can't be changed any more. Rows are locked
 * first: of two commands, and of a command and a user's change of the address, the second sees what the first did.
 */
export const shipPrizes: CommandHandler<'prizes.ship'> = async (
  { shipments, by, why, correct, dryRun },
  { queries, clock },
) => {
  if (correct && why === '') throw new CommandRefused('A correction needs a reason.');
  return queries.transaction(async (transaction) => {
    const now = clock.business();
    const ids = [...new Set(shipments.map(({ id }) => id.trim()).filter((id) => PRIZE_ID.test(id)))];
    const asked = transaction.select().from(drawPrizes).where(inArray(drawPrizes.id, ids)).orderBy(asc(drawPrizes.id));
    const prizes = new Map((await (dryRun ? asked : asked.for('update'))).map((prize) => [prize.id, prize]));
    const rejected: { row: number; reason: string }[] = [];
    const shipped: string[] = [];
    for (const [index, { id, carrier, trackingNumber }] of shipments.entries()) {
      const prize = prizes.get(id.trim());
      const shipment = readShipment(carrier, trackingNumber);
      const judged =
        'problem' in shipment
          ? shipment
          : prize === undefined
            ? { problem: 'there is no such prize' }
            : judgeShipment(prize, shipment, now, correct);
      if (typeof judged === 'object') rejected.push({ row: index + 1, reason: judged.problem });
      if (typeof judged === 'object' || judged === 'unchanged' || prize === undefined || 'problem' in shipment)
        continue;
      const set = judged === 'correct' ? shipment : { ...shipment, shippedAt: new Date(now), shippedBy: by };
      prizes.set(prize.id, { ...prize, ...set });
      shipped.push(prize.id);
      if (dryRun) continue;
      await transaction.update(drawPrizes).set(set).where(eq(drawPrizes.id, prize.id));
      const action = `prizes.${judged}`;
      const before = judged === 'correct' ? `, before: ${prize.carrier} ${prize.trackingNumber}` : '';
      const entry = { action, subject: `prize ${prize.id}${before}`, by, why, way: 'command' } as const;
      await recordAction(transaction, entry, clock.real());
    }
    return { shipped: shipped.length, unchanged: shipments.length - shipped.length - rejected.length, rejected };
  });
};
