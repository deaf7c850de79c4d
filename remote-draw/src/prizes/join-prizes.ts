import { parseInstant } from '@fridge/shared-contracts';
import type { Prize } from '@fridge/shared-contracts/activities/draw';

/**
 * Merges the three lists by id (architecture, "The wire"): the most complete record wins, the others fill its gaps.
 * Latest first.
 */
export function joinPrizes(lists: readonly (readonly Prize[])[]): Prize[] {
  const joined = new Map<string, Prize>();
  for (const prize of lists.flat()) {
    const earlier = joined.get(prize.id);
    joined.set(prize.id, earlier === undefined ? prize : merge(earlier, prize));
  }
  return [...joined.values()].sort((one, other) => wonAt(other) - wonAt(one));
}

function merge(earlier: Prize, found: Prize): Prize {
  const [rich, poor] = richness(found) > richness(earlier) ? [found, earlier] : [earlier, found];
  return {
    ...rich,
    giftImage: rich.giftImage || poor.giftImage,
    exchangeCode: rich.exchangeCode || poor.exchangeCode,
    exchangePwd: rich.exchangePwd || poor.exchangePwd,
    userPhone: rich.userPhone || poor.userPhone,
    userName: rich.userName || poor.userName,
    userAddress: rich.userAddress || poor.userAddress,
    level: rich.level ?? poor.level,
    wonAt: rich.wonAt ?? poor.wonAt,
    deadline: rich.deadline ?? poor.deadline,
  };
}

function richness(prize: Prize): number {
  return Object.values(prize).filter((value) => value !== '' && value !== null && value !== false).length;
}

function wonAt(prize: Prize): number {
  return (prize.wonAt === null ? null : parseInstant(prize.wonAt)) ?? 0;
}
