/**
 * A pending stylesheet blocks all other requests of a page in Firefox: a hanging one would even stop the registry's
 * poll. `fetch` doesn't block. No feature detects it; only Gecko's user agent names the engine with a version.
 */
export function holdsBackForStyles({ userAgent }: Pick<Navigator, 'userAgent'>): boolean {
  return /\bGecko\/\d/.test(userAgent);
}
