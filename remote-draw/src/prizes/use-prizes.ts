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

const wonAt = (prize: Prize) => parseInstant(prize.wonAt) ?? 0;

function merge(earlier: Prize, found: Prize): Prize {
  const [rich, poor] = known(found).length > known(earlier).length ? [found, earlier] : [earlier, found];
  return { ...poor, ...Object.fromEntries(known(rich)) };
}

/** A flag that isn't told is `false`. */
function known(prize: Prize) {
  return Object.entries(prize).filter(([, value]) => value !== '' && value !== null && value !== false);
}

export type PrizeKind = 'physical' | 'virtual' | 'coupon' | 'allowance';

export function prizeKind(prize: Prize): PrizeKind {
  if (prize.kind !== 'draw') return prize.kind;
  return prize.isVirtual ? 'virtual' : 'physical';
}

/** Splits `10元电费券` into `10`, `元` and `电费券`; other names are `rest` alone. */
export function splitCouponName(name: string): { amount?: string; unit?: string; rest?: string } {
  return /^(?<amount>\d+)(?<unit>元)(?<rest>.+)$/.exec(name)?.groups ?? { rest: name };
}
