/** Business terms of the prize draw (spec sections 4 and 9). */
export const drawTerms = {
  /** Spec section 3; any other level is "thanks". */
  prizeLevels: [1, 2, 3, 4, 5, 6],
  segments: 8,
  spinMs: 3_000,
  /** To enter a physical prize's address. */
  addressDays: 7,
  /** To redeem a virtual prize. */
  redeemDays: 3,
} as const;
