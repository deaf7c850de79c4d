import { type HostServices, parseInstant } from '@fridge/shared-contracts';
import { drawCalls, type Prize } from '@fridge/shared-contracts/activities/draw';
import { type LoadContext, type ServerAnswer, type ServerRead, useServerData } from '@fridge/shared-ui';
import { useCallback } from 'react';

/** Reads three endpoints that each know some prizes (architecture, "The wire"). Quiet: the page shows errors. */
export async function loadPrizes(host: HostServices, { signal }: LoadContext): Promise<ServerAnswer<Prize[]>> {
  const { userId, mobile, homeId, fridge } = host.session.getState();
  const household = { userId, phone: mobile, fridgeId: fridge?.fridgeId, homeId };
  const options = { quiet: true, signal };
  const answers = await Promise.all([
    host.requests.call(drawCalls.getMyGiftList, {}, options),
    host.requests.call(drawCalls.myGift, {}, options),
    host.requests.call(drawCalls.getMyPrize, household, options),
  ]);
  const lists = answers.flatMap((answer) => (answer.ok ? [answer.data] : []));
  const missing = answers.find((answer) => !answer.ok);
  return lists.length === 0 && missing ? missing : { ok: true, data: joinPrizes(lists), missing };
}

/** The user's prizes. In the app a guest is asked to log in. */
export function usePrizes(host: HostServices): ServerRead<Prize[]> {
  const load = useCallback((context: LoadContext) => loadPrizes(host, context), [host]);
  return useServerData(host, load, { guest: host.environment.inApp ? 'login' : 'wait' });
}

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
  return { ...poor, ...Object.fromEntries(Object.entries(rich).filter(([, value]) => value !== '' && value !== null)) };
}

function richness(prize: Prize): number {
  return Object.values(prize).filter((value) => value !== '' && value !== null && value !== false).length;
}

function wonAt(prize: Prize): number {
  return (prize.wonAt === null ? null : parseInstant(prize.wonAt)) ?? 0;
}

export type PrizeKind = 'physical' | 'virtual' | 'coupon' | 'allowance';

export function prizeKind(prize: Prize): PrizeKind {
  if (prize.kind !== 'draw') return prize.kind;
  return prize.isVirtual ? 'virtual' : 'physical';
}

/** Splits `10元电费券` into `10`, `元` and `电费券`; `null` for other names. */
export function splitCouponName(name: string): { amount: string; unit: string; rest: string } | null {
  const match = /^(\d+)(元)(.+)$/.exec(name);
  return match === null ? null : { amount: match[1] ?? '', unit: match[2] ?? '', rest: match[3] ?? '' };
}
