import { drawTerms } from '@fridge/shared-contracts/activities/draw';
import * as v from 'valibot';
import { giftCopy } from '../edge/copy.ts';
import { DAY_MS } from '../program/clock.ts';

export const { prizeLevels } = drawTerms;
export const prizeLevel = v.picklist(prizeLevels, `a level: ${prizeLevels.join(', ')}`);

const virtualLevels: ReadonlySet<number | null> = new Set([3, 5, 6]);

/** Virtual prizes are cards and vouchers (copy deck, section 4.2). */
export const isVirtualLevel = (level: number | null): boolean => virtualLevels.has(level);

export function giftName(level: number | null): string {
  const known = prizeLevels.find((each) => each === level);
  return known === undefined ? giftCopy['draw.gift.none'] : giftCopy[`draw.gift.${known}` as const];
}

/** @param wonAt business time, milliseconds, as the deadline */
export const prizeDeadline = (level: number, wonAt: number): number =>
  wonAt + (isVirtualLevel(level) ? drawTerms.redeemDays : drawTerms.addressDays) * DAY_MS;
