import { cleanLine, countCharacters } from '@fridge/shared-contracts/page';
import { isoInShanghai } from '../../program/clock.ts';
import { prizeState } from './prize-state.ts';
import type { drawPrizes } from './tables.ts';

export type Shipment = { carrier: string; trackingNumber: string };

const CARRIER_CHARACTERS = 20;
/** Letters, digits and hyphens: what a spreadsheet shortened (`1.23E+14`) doesn't fit. */
const TRACKING_NUMBER = /^[\dA-Za-z][\dA-Za-z-]{3,39}$/;

/** @returns the cleaned shipment, or what is wrong with it */
export function readShipment(carrier: string, number: string): Shipment | { problem: string } {
  const [name, trackingNumber] = [cleanLine(carrier), number.trim()];
  if (name === '') return { problem: 'the carrier is missing' };
  if (countCharacters(name) > CARRIER_CHARACTERS)
    return { problem: `the carrier has more than ${CARRIER_CHARACTERS} characters` };
  if (!TRACKING_NUMBER.test(trackingNumber))
    return { problem: 'the tracking number is not 4 to 40 letters, digits and hyphens' };
  return { carrier: name, trackingNumber };
}

type StoredPrize = Pick<
  typeof drawPrizes.$inferSelect,
  'isVirtual' | 'deadline' | 'recipientAddress' | 'shippedAt' | 'carrier' | 'trackingNumber' | 'shippedBy'
>;

/**
 * Whether a prize can be shipped. The same number again changes nothing.
 * @param now business time, milliseconds
 * @param correct a shipped prize gets another carrier and number
 */
export function judgeShipment(
  prize: StoredPrize,
  { carrier, trackingNumber }: Shipment,
  now: number,
  correct = false,
): 'ship' | 'correct' | 'unchanged' | { problem: string } {
  const state = prizeState(prize, now);
  switch (state) {
    case 'code':
      return { problem: 'it is a virtual prize, which is not shipped' };
    case 'addressMissing':
      return { problem: 'its winner has given no address yet' };
    case 'expired':
      return { problem: 'its winner gave no address before the deadline' };
    case 'toShip':
      return correct ? { problem: 'it is not shipped yet: there is nothing to correct' } : 'ship';
    case 'shipped':
      if (prize.trackingNumber === trackingNumber && !(correct && prize.carrier !== carrier)) return 'unchanged';
      return correct ? 'correct' : { problem: shippedAlready(prize) };
  }
}

function shippedAlready({ carrier, trackingNumber, shippedBy, shippedAt }: StoredPrize): string {
  const at = shippedAt === null ? '' : ` at ${isoInShanghai(shippedAt)}`;
  return `it was shipped already by ${carrier ?? '?'}, number ${trackingNumber ?? '?'}; entered by ${shippedBy ?? '?'}${at}`;
}
