import { commonCopy, type HostServices } from '@fridge/shared-contracts';
import { drawCalls, type Prize } from '@fridge/shared-contracts/activities/draw';
import { type Loaded, type SignedInData, useSignedInData } from '@fridge/shared-ui';
import { useCallback } from 'react';
import { failedReadText } from '../session/failed-read.ts';
import { joinPrizes } from './join-prizes.ts';

/** `missing`: why a list couldn't be read. */
type PrizeList = { prizes: Prize[]; missing: string | null };

/** Reads three endpoints that each know some prizes (architecture, "The wire"). Quiet: the page shows errors. */
export async function loadPrizes(host: HostServices): Promise<Loaded<PrizeList>> {
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
export function usePrizes(host: HostServices): { result: SignedInData<PrizeList>; retry: () => void } {
  const load = useCallback(() => loadPrizes(host), [host]);
  return useSignedInData(host, load, { guest: host.environment.inApp ? 'login' : 'wait' });
}

/** Text instead of data. A retry asks a guest to log in. */
export function failureText(result: SignedInData<unknown>): string {
  return result.phase === 'failed' ? result.message : commonCopy['host.login.required.toast'];
}
