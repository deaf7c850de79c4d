/** Business terms of the 2023 electricity-saving campaign (spec section 9). */
export const campaignTerms = {
  /** Face value, yuan. */
  couponYuan: 10,
  /** Minimum payment, yuan. */
  couponMinimumPaymentYuan: 11,
  couponsInTotal: 100_000,
  /** Per Shanghai day. */
  couponsPerDay: 1_000,
  /** From the grant, for coupon and allowance. */
  validityDays: 7,
  /** One allowance of either kind per user. */
  allowancesPerKind: 1_000,
  allowanceKinds: ['1', '2'],
  /** Then a new question follows (spec section 4). */
  wrongAnswersPerQuestion: 2,
} as const;

/** Jiangsu's residential tariffs of 2023, yuan per kWh (spec section 9). */
export const tariffs = {
  peak: { price: 0.5583, fromHour: 8, toHour: 21 },
  valley: { price: 0.3583, fromHour: 21, toHour: 8 },
  flat: { price: 0.5283 },
} as const;

/** Also the wire values of `correctAnswer`. */
export const optionLabels = ['A', 'B', 'C'] as const;
export type OptionLabel = (typeof optionLabels)[number];
