/** Business terms of the prize draw (spec sections 4 and 9). Page and server read them here. */
export const drawTerms = {
  /** Levels of the wheel's prizes (spec section 3); an entry without a level is "thanks". */
  prizeLevels: [1, 2, 3, 4, 5, 6],
  segments: 8,
  spinMs: 3_000,
  /** A physical prize waits this long for its address. */
  addressDays: 7,
  /** A virtual prize has to be redeemed within this time. */
  redeemDays: 3,
} as const;
