import type { BridgeData, Fridge, Session } from '@fridge/shared-contracts';
import type { PageContext } from '@fridge/shared-contracts/host';

export type UserInfo = BridgeData<'getUserInfo'>;
export type HomeInfo = BridgeData<'getHomeInfo'>;

/** What the app has told so far. `null`: it hasn't, or it was asked in vain. */
export type SessionState = { status: Session['status']; user: UserInfo | null; home: HomeInfo | null };

/**
 * Merges what the app told with the address (architecture, "Who it serves"; spec section 3). The address wins for
 * the fridge, the app for everything that says who the user is: an address's user id is a claim and never used.
 * Without a user nobody is asked to bind a fridge; logging in comes first.
 */
export function buildSession(context: PageContext, { status, user, home }: SessionState): Session {
  const fridge = chooseFridge(context, home?.fridges ?? []);
  const isUser = status === 'user' && user !== null;
  return {
    status,
    userId: isUser ? user.userId : '',
    nickName: isUser ? user.nickName : '',
    headImgUrl: isUser ? user.headImgUrl : '',
    mobile: (isUser && user.mobile) || context.mobile,
    homeId: home?.homeId || context.homeId,
    fridge,
    needsFridge: isUser && home !== null && fridge === null,
  };
}

/**
 * The fridge the page is about: the address's, with its own model and specification, else the home's first.
 * In links of `source=meijuReport` the fridge id is called `ac` (spec section 2).
 */
export function chooseFridge(
  context: Pick<PageContext, 'fridgeId' | 'sn8' | 'spec' | 'source' | 'ac'>,
  fridges: readonly Fridge[],
): Fridge | null {
  const named = context.fridgeId || (context.source === 'meijuReport' ? context.ac : '');
  if (named === '') return fridges[0] ?? null;
  const known = fridges.find((fridge) => fridge.fridgeId === named);
  return {
    fridgeId: named,
    sn8: context.sn8 || (known?.sn8 ?? ''),
    spec: context.spec || (known?.spec ?? ''),
    name: known?.name ?? '',
  };
}
