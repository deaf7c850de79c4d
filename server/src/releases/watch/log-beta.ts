/** Stirling's series is exact to the last digits from here on. */
const STIRLING_FROM = 10;

/** The natural logarithm of the beta function. @param a @param b above 0 */
export const logBeta = (a: number, b: number): number => logGamma(a) + logGamma(b) - logGamma(a + b);

/** @param x above 0 */
function logGamma(x: number): number {
  let [at, passed] = [x, 1];
  for (; at < STIRLING_FROM; at += 1) passed *= at;
  const series = 1 / (12 * at) - 1 / (360 * at ** 3) + 1 / (1_260 * at ** 5) - 1 / (1_680 * at ** 7);
  return (at - 0.5) * Math.log(at) - at + Math.log(2 * Math.PI) / 2 + series - Math.log(passed);
}
