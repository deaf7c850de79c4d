/** One prize as the wire carries it (spec section 3, "Prize"); `isVirtual` is 1 or 0, times are Shanghai's. */
export type PrizeAnswer = {
  id: string;
  kind: 'draw' | 'coupon' | 'allowance';
  level: number | null;
  giftName: string;
  giftImage: string;
  isVirtual: 0 | 1;
  exchangeCode: string;
  exchangePwd: string;
  userPhone: string;
  userName: string;
  userAddress: string;
  wonAt: string;
  deadline: string;
};
