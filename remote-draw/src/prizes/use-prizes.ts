import { commonCopy, type HostServices, parseInstant } from '@fridge/shared-contracts';
import { drawCalls, type Prize } from '@fridge/shared-contracts/activities/draw';
import { type ServerAnswer, type ServerData, useServerData } from '@fridge/shared-ui';
import { useRetryOnline } from '@fridge/shared-ui/internal';
import { useCallback } from 'react';
import { failedReadText } from '../failed-read.ts';

/** `missing`: why a list couldn't be read. */
type PrizeList = { prizes: Prize[]; missing: string | null };

/** Reads three endpoints that each know some prizes (architecture, "The wire"). Quiet: the page shows errors. */
export async function loadPrizes(host: HostServices): Promise<ServerAnswer<PrizeList>> {
  const { userId, mobile, homeId, fridge } = host.session.getState();
  const household = { userId, phone: mobile, fridgeId: fridge?.fridgeId, homeId };
  const quiet = { quiet: true };
  const answers = await Promise.all([
    host.requests.call(drawCalls.getMyGiftList, {}, quiet),
    host.requests.call(drawCalls.myGift, {}, quiet),
    host.requests.call(drawCalls.getMyPrize, household, quiet),
  ]);
  const lists = answers.flatMap((answer) => (answer.ok ? [answer.data] : []));
  const [missing = null] = answers.flatMap((answer) => (answer.ok ? [] : [failedReadText(answer)]));
  if (lists.length === 0 && missing !== null) return { ok: false, message: missing };
  return { ok: true, data: { prizes: joinPrizes(lists), missing } };
}

/** The user's prizes. In the app a guest is asked to log in. */
export function usePrizes(host: HostServices): { result: ServerData<PrizeList>; retry: () => void } {
  const load = useCallback(() => loadPrizes(host), [host]);
  const read = useServerData(host, load, { guest: host.environment.inApp ? 'login' : 'wait' });
  const isPartial = read.result.phase === 'ready' && read.result.data.missing !== null;
  useRetryOnline(isPartial ? 'failed' : 'ready', read.retry);
  return read;
}

/** Text instead of data. A retry asks a guest to log in. */
export function failureText(result: ServerData<unknown>): string {
  return result.phase === 'failed' ? result.message : commonCopy['host.login.required.toast'];
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
