import type { Household } from '../verification/household.ts';

/** What the central cloud tells the app of its user; the bridge's `getUserInfo` without its access token. */
export function profileOf({ account: { userId, nickName, headImgUrl, phone } }: Household) {
  return { userId, nickName, headImgUrl, mobile: phone };
}

/** What the bridge's `getHomeInfo` answers: the first home and every fridge in it. */
export function homeOf({ homeIds, fridges }: Household) {
  const homeId = homeIds[0] ?? '';
  return {
    homeId,
    fridges: fridges.filter((fridge) => fridge.homeId === homeId).map(({ fridgeId, sn8, spec, name }) => ({ fridgeId, sn8, spec, name })),
  };
}
