/** Business terms of the 2023 electricity-saving campaign (spec section 9). Page and server read them here. */
export const campaignTerms = {
  /** Face value of the electricity coupon, yuan. */
  couponYuan: 10,
  /** A payment must reach this for the coupon to apply, yuan. */
  couponMinimumPaymentYuan: 11,
  couponsInTotal: 100_000,
  /** Coupons granted per Shanghai day. */
  couponsPerDay: 1_000,
  couponsPerAccount: 1,
  /** Coupon and allowance expire this many days after the grant. */
  validityDays: 7,
  /** Two kinds of platform allowance, this many of each, one allowance of either kind per user. */
  allowancesPerKind: 1_000,
  allowanceKinds: ['1', '2'],
  /** This many wrong answers to one question bring a new question (spec section 4). */
  wrongAnswersPerQuestion: 2,
} as const;

/** Jiangsu's residential tariffs of 2023, yuan per kWh, and the hours at which they change (spec section 9). */
export const tariffs = {
  peak: { price: 0.5583, fromHour: 8, toHour: 21 },
  valley: { price: 0.3583, fromHour: 21, toHour: 8 },
  flat: { price: 0.5283 },
} as const;

/** The labels of a question's three options; also what `correctAnswer` carries on the wire. */
export const optionLabels = ['A', 'B', 'C'] as const;
export type OptionLabel = (typeof optionLabels)[number];
