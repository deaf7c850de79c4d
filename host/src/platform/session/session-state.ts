import type { BridgeData, PageContext, Session } from '@fridge/shared-contracts';
import { chooseFridge } from './choose-fridge.ts';

export type UserInfo = BridgeData<'getUserInfo'>;
export type HomeInfo = BridgeData<'getHomeInfo'>;

/** What the app has told so far. `null`: it hasn't, or it was asked in vain. */
export type Known = { status: Session['status']; user: UserInfo | null; home: HomeInfo | null };

/**
 * Merges what the app told with the address (architecture, "Who it serves"; spec section 3). The address wins for
 * the fridge, the app for everything that says who the user is: an address's user id is a claim and never used.
 * Without a user nobody is asked to bind a fridge; logging in comes first.
 */
export function buildSession(context: PageContext, { status, user, home }: Known): Session {
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
