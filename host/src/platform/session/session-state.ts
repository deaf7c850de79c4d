import type { BridgeData, Fridge, Session } from '@fridge/shared-contracts';
import type { PageContext } from '@fridge/shared-contracts/host';

export type UserInfo = BridgeData<'getUserInfo'>;
export type HomeInfo = BridgeData<'getHomeInfo'>;

/** The app's answers so far; `null`: none, or an error. */
export type SessionState = { status: Session['status']; user: UserInfo | null; home: HomeInfo | null };

/**
 * The address determines the fridge, the app the user: an address's user id is not authenticated (architecture, "Who it
 * serves"; spec section 3). Binding a fridge needs a user: login comes first.
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

/** The address's fridge, else the home's first. `source=meijuReport` calls the fridge id `ac` (spec section 2). */
export function chooseFridge(
  context: Pick<PageContext, 'fridgeId' | 'sn8' | 'spec' | 'source' | 'ac'>,
  fridges: readonly Fridge[],
): Fridge | null {
  const fridgeId = context.fridgeId || (context.source === 'meijuReport' ? context.ac : '');
  if (fridgeId === '') return fridges[0] ?? null;
  const known = fridges.find((fridge) => fridge.fridgeId === fridgeId);
  return {
    fridgeId,
    sn8: context.sn8 || (known?.sn8 ?? ''),
    spec: context.spec || (known?.spec ?? ''),
    name: known?.name ?? '',
  };
}
