/**
 * In Firefox a pending stylesheet blocks all other requests of the page, even the poll of switches; one loaded by
 * `fetch` doesn't. No feature detects this; only Gecko's user agent names the engine with a version.
 */
export function stylesBlockRequests({ userAgent }: Pick<Navigator, 'userAgent'>): boolean {
  return /\bGecko\/\d/.test(userAgent);
}
