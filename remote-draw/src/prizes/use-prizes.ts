import { commonCopy, type HostServices } from '@fridge/shared-contracts';
import { drawCalls, type Prize } from '@fridge/shared-contracts/activities/draw';
import { failedReadText } from '../session/failed-read.ts';
import { useSignedIn } from '../session/use-signed-in.ts';
import { joinPrizes } from './join-prizes.ts';

/**
 * `outsideApp`: nobody can say here whose prizes they would be. `missing`: one of the lists couldn't be had, so there
 * may be more prizes than these; why, in the server's words where it has any.
 */
export type PrizeList = { status: 'loading' } | { status: 'failed'; message: string } | { status: 'outsideApp' } | { status: 'ready'; prizes: Prize[]; missing: string | null };

/**
 * Asks the three calls that each know some of the user's prizes, all at once (architecture, "The wire"). Quiet: the
 * page says in its own place what is missing, instead of three toasts.
 */
export async function loadPrizes(host: HostServices): Promise<PrizeList> {
  const { userId, mobile, homeId, fridge } = host.session.getState();
  const household = { userId, phone: mobile, fridgeId: fridge?.fridgeId, homeId };
  const quiet = { quiet: true };
  const answers = await Promise.all([
    host.requests.call(drawCalls.getMyGiftList, {}, quiet),
    host.requests.call(drawCalls.myGift, {}, quiet),
    host.requests.call(drawCalls.getMyPrize, household, quiet),
  ]);
  const lists = answers.flatMap((answer) => (answer.ok ? [answer.data] : []));
  const [failure = null] = answers.flatMap((answer) => (answer.ok ? [] : [failedReadText(answer)]));
  if (lists.length === 0 && failure !== null) return { status: 'failed', message: failure };
  return { status: 'ready', prizes: joinPrizes(lists), missing: failure };
}

const loading: PrizeList = { status: 'loading' };

/** The user's prizes. Nobody signed in: in the app the login is asked for. */
export function usePrizes(host: HostServices): { list: PrizeList; reload: () => void } {
  const { shown, reload } = useSignedIn(host, loading, loadOwn);
  return { list: shown, reload };
}

function loadOwn(host: HostServices, signedIn: boolean): Promise<PrizeList | null> {
  return signedIn ? loadPrizes(host) : askForLogin(host);
}

/** @returns null when the sign-in succeeded: the session's change brings the list */
async function askForLogin(host: HostServices): Promise<PrizeList | null> {
  if (!host.environment.inApp) return { status: 'outsideApp' };
  const permission = await host.session.require();
  if (permission.allowed || permission.reason === 'noFridge') return null;
  return { status: 'failed', message: commonCopy['common.loadFail'] };
}
