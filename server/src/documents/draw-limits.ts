/** Of one outcome. All weights together stay below 2^31, the column's range. */
export const MOST_WEIGHT = 1_000_000;
export const MOST_STOCK = 1_000_000_000;
