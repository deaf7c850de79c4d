/** The percentile by nearest rank. @param share 0 to 1 @throws on no values */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const value = sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1))];
  if (value === undefined) throw new Error('There is no percentile of nothing.');
  return value;
}

export const median = (values: readonly number[]): number => percentile(values, 0.5);
