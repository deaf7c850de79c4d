import { cleanLine, countCharacters } from '@fridge/shared-contracts/page';
import { asc, eq, getTableColumns, inArray } from 'drizzle-orm';
import type { BadRow } from '../commands/csv.ts';
import type { Context } from '../commands/table.ts';
import type { Queries } from '../database/database.ts';
import { record } from '../history/events.ts';
import { isoInShanghai } from '../program/clock.ts';
import { type PrizeState, stateAt } from './prize-state.ts';
import { drawPrizes } from './tables.ts';

type Shipment = { carrier: string; trackingNumber: string };
type Row = Shipment & { line: number; id: string };

/** Others can't be prizes, and a file's control characters would fail the whole query. */
const PRIZE_ID = /^[\w-]{1,64}$/;
const CARRIER_CHARACTERS = 20;
/** Letters, digits and hyphens: what a spreadsheet shortened (`1.23E+14`) doesn't fit. */
const TRACKING_NUMBER = /^[\dA-Za-z][\dA-Za-z-]{3,39}$/;

/** @returns the cleaned shipment, or what is wrong with it */
export function readShipment(sent: Shipment): Shipment | string {
  const [carrier, trackingNumber] = [cleanLine(sent.carrier), sent.trackingNumber.trim()];
  if (carrier === '') return 'the carrier is missing';
  if (countCharacters(carrier) > CARRIER_CHARACTERS)
    return `the carrier has more than ${CARRIER_CHARACTERS} characters`;
  if (!TRACKING_NUMBER.test(trackingNumber)) return 'the tracking number is not 4 to 40 letters, digits and hyphens';
  return { carrier, trackingNumber };
}

type StoredShipment = Pick<typeof drawPrizes.$inferSelect, 'shippedAt' | 'carrier' | 'trackingNumber' | 'shippedBy'>;

const notShipped: Readonly<Partial<Record<PrizeState, string>>> = {
  code: 'it is a virtual prize, which is not shipped',
  addressMissing: 'its winner has given no address yet',
  revoked: 'it was revoked',
  expired: 'its winner gave no address before the deadline',
};

/**
 * Whether a prize can be shipped. The same number again changes nothing.
 * @param correct a shipped prize gets another carrier and number
 */
export function judgeShipment(
  prize: StoredShipment & { state: PrizeState },
  { carrier, trackingNumber }: Shipment,
  correct = false,
): 'ship' | 'correct' | 'unchanged' | { problem: string } {
  const problem = notShipped[prize.state];
  if (problem !== undefined) return { problem };
  if (prize.state === 'toShip')
    return correct ? { problem: 'it is not shipped yet: there is nothing to correct' } : 'ship';
  if (prize.trackingNumber === trackingNumber && !(correct && prize.carrier !== carrier)) return 'unchanged';
  return correct ? 'correct' : { problem: shippedAlready(prize) };
}

function shippedAlready({ carrier, trackingNumber, shippedBy, shippedAt }: StoredShipment): string {
  const at = shippedAt === null ? '' : ` at ${isoInShanghai(shippedAt)}`;
  return `it was shipped already by ${carrier ?? '?'}, number ${trackingNumber ?? '?'}; entered by ${shippedBy ?? '?'}${at}`;
}

/**
 * Ships each row on its own. Prizes are locked first: of two commands, and of a command and a user's change of the
 * address, the second sees what the first did.
 * @param correct gives shipped prizes another carrier and number
 */
export const shipPrizes = (rows: readonly Row[], correct: boolean, context: Context) =>
  context.transact(async (transaction) => {
    const { clock, by } = context;
    const now = clock.business();
    const prizes = await lockPrizes(transaction, rows, now);
    const rejected: BadRow[] = [];
    let shipped = 0;
    for (const row of rows) {
      const outcome = await ship(row);
      if (typeof outcome === 'string') rejected.push({ line: row.line, reason: outcome });
      else shipped += Number(outcome);
    }
    return { shipped, unchanged: rows.length - shipped - rejected.length, rejected };

    /** @returns whether something was set, or why it can't be */
    async function ship({ id, ...sent }: Row): Promise<boolean | string> {
      const prize = prizes.get(id.trim());
      if (prize === undefined) return 'there is no such prize';
      const shipment = readShipment(sent);
      if (typeof shipment === 'string') return shipment;
      const judged = judgeShipment(prize, shipment, correct);
      if (typeof judged === 'object') return judged.problem;
      if (judged === 'unchanged') return false;
      const set = judged === 'correct' ? shipment : { ...shipment, shippedAt: new Date(now), shippedBy: by };
      await transaction.update(drawPrizes).set(set).where(eq(drawPrizes.id, prize.id));
      const changes = (['carrier', 'trackingNumber'] as const).map((path) => ({
        path,
        before: prize[path],
        after: shipment[path],
      }));
      await record(transaction, context, clock, { about: [`prize ${prize.id}`, prize.userId], changes });
      prizes.set(prize.id, { ...prize, ...set, state: 'shipped' });
      return true;
    }
  });

async function lockPrizes(transaction: Queries, rows: readonly Row[], now: number) {
  const ids = rows.map(({ id }) => id.trim()).filter((id) => PRIZE_ID.test(id));
  const found = await transaction
    .select({ ...getTableColumns(drawPrizes), state: stateAt(now) })
    .from(drawPrizes)
    .where(inArray(drawPrizes.id, ids))
    .orderBy(asc(drawPrizes.id))
    .for('update');
  return new Map(found.map((prize) => [prize.id, prize]));
}
